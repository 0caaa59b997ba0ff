/**
 * A worker is killed during a scan: another one processes the scan, and nothing of the first attempt remains.
 *
 * @module-tag long
 */
// biome-ignore-all lint/suspicious/noExplicitAny: bodies of many operations
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScanDocument } from '@aispm/types';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { recount } from '../histories/recount.ts';
import { ScannedWorkspace } from '../histories/scanned-workspace.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { persistentDatabase } from './persistent-database.ts';
import { type Program, serveProgram, startProgram } from './program.ts';

const T = 'tenants/t1/workspaces/w1';
const MODELS = 50;
const folder = mkdtempSync(join(tmpdir(), 'aispm-killed-scan-'));
const running: Program[] = [];
afterAll(async () => {
  await Promise.all(running.map((program) => program.end('SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

const document: ScanDocument = {
  scan_type: 'code',
  target: 'github.com/acme/desk',
  tool_name: 'desk-scan',
  tool_version: '1',
  objects: [
    { key: 'agent', stable_key: 'desk#agent', object_type: 'agent', aispm_friendly_name: 'Desk' },
    ...Array.from({ length: MODELS }, (_, index) => ({
      key: `m${index}`,
      stable_key: `test/m${index}`,
      object_type: 'model' as const,
      aispm_friendly_name: `Model ${index}`,
      model_name: `m${index}`,
      provider_name: 'test',
    })),
  ],
  edges: Array.from({ length: MODELS }, (_, index) => ({ from_key: 'agent', edge: 'models', to_key: `m${index}` })),
  locations: [],
  occurrences: [],
};

it('a scan whose worker was killed is processed completely by the next worker', async () => {
  const persistent = await persistentDatabase('postgres', folder, 'killed');
  const other = new pg.Client({ connectionString: persistent.settings.DATABASE_URL });
  await other.connect();
  try {
    const program = await serveProgram({ ...persistent.settings, RUN_WORKER: 'false' });
    running.push(program);
    const startWorker = () => {
      const started = startProgram(['worker'], { ...persistent.settings, LOG_LEVEL: 'warn' });
      running.push(started);
      return started;
    };
    const call = async (path: string, body?: object): Promise<any> => {
      const response = await fetch(`${program.baseUrl}/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${persistent.token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(response.ok, path).toBe(true);
      return response.json();
    };

    // The lock stops the worker after it has written the objects, and before it writes the relations.
    await other.query('BEGIN; LOCK TABLE edges IN SHARE ROW EXCLUSIVE MODE');
    const { scan_id } = await call(`scans/${T}`, document);
    const first = startWorker();
    const isWaiting = async () => {
      const { rows } = await other.query(
        `SELECT pid FROM pg_locks WHERE relation = 'edges'::regclass AND mode = 'RowExclusiveLock' AND NOT granted`,
      );
      return rows.length > 0;
    };
    await vi.waitUntil(isWaiting, { timeout: TIMEOUT_MS });
    expect(await call(`scans/${T}/${scan_id}`)).toMatchObject({ status: 'running' });
    await first.end('SIGKILL');
    // PostgreSQL notices the end of the worker only when the statement has ended.
    await other.query('ROLLBACK');

    expect((await call(`aispm-models/${T}`)).items).toEqual([]);
    expect((await call(`scans/${T}/${scan_id}/results`)).items).toEqual([]);
    expect(await call(`scans/${T}/${scan_id}`)).toMatchObject({ finished_at: null });

    startWorker();
    await vi.waitUntil(async () => (await call(`scans/${T}/${scan_id}`)).finished_at !== null, {
      timeout: TIMEOUT_MS,
    });
    expect(await call(`scans/${T}/${scan_id}`)).toMatchObject({
      status: 'completed',
      is_current: true,
      ai_object_count: MODELS + 1,
    });
    expect((await call(`aispm-models/${T}?page_size=100`)).items).toHaveLength(MODELS);
    expect((await call(`scans/${T}/${scan_id}/results?result_kind=object&include_total=true`)).total).toBe(MODELS + 1);
    const database = persistent.open();
    try {
      const workspace = new ScannedWorkspace(database, 't1');
      workspace.scope.workspaceId = 'w1';
      for (const [name, { stored, recounted }] of Object.entries(await recount(workspace))) {
        expect(stored, name).toEqual(recounted);
      }
    } finally {
      await database.close();
    }
  } finally {
    await other.end();
  }
});
