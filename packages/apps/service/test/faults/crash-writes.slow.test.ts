/**
 * The process is killed during writes of many statements: each has taken effect completely or not at all.
 *
 * @module-tag long
 */
// biome-ignore-all lint/suspicious/noExplicitAny: bodies of many operations
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, expect, it, vi } from 'vitest';
import { sampleData } from '../../src/demo/sample-data.ts';
import { seedSampleData } from '../../src/demo/seed.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { recount } from '../histories/recount.ts';
import { ScannedWorkspace } from '../histories/scanned-workspace.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { persistentDatabase } from './persistent-database.ts';
import { type ServingProgram, serveProgram } from './program.ts';

const WORKSPACE = { tenantId: 't1', workspaceId: 'w1' };
const T = 'tenants/t1/workspaces/w1';
const BATCH = 40;
const MODELS = 30;
/** Maximum number of writes of each type for one process: jobs that haven't ended must be finished afterwards. */
const MAX_WRITES = 40;
/** Number of acknowledged writes of each type before the process is killed. */
const MIN_ACKNOWLEDGED = 4;
/** An issue whose status the test changes repeatedly; no scan of this test changes it. */
const ISSUE = sampleData.issues.find(({ rule_id }) => rule_id === 'secret-in-mcp-environment')?.issue_id ?? '';

const folder = mkdtempSync(join(tmpdir(), 'aispm-crash-writes-'));
const running: ServingProgram[] = [];
afterAll(async () => {
  await Promise.all(running.map((program) => program.end('SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

async function serve(settings: Record<string, string>): Promise<ServingProgram> {
  const program = await serveProgram(settings);
  running.push(program);
  return program;
}

/** Returns a scan of its own repository, with a server without authentication. */
function createScan(name: string): ScanDocument {
  const keys = Array.from({ length: MODELS }, (_, index) => `m${index}`);
  return {
    scan_type: 'code',
    target: name,
    tool_name: 'crash',
    tool_version: '1',
    objects: [
      { key: 'repo', stable_key: name, object_type: 'asset', aispm_friendly_name: name, asset_type: 'repository' },
      { key: 'agent', stable_key: `${name}#agent`, object_type: 'agent', aispm_friendly_name: `Agent ${name}` },
      {
        key: 'server',
        stable_key: `${name}#server`,
        object_type: 'mcp_server',
        aispm_friendly_name: `Server ${name}`,
        server_name: `${name}/server`,
        transport: 'streamable-http',
        url: 'https://server.example/mcp',
        auth_type: 'none',
      },
      ...keys.map((key) => ({
        key,
        stable_key: `${name}#${key}`,
        object_type: 'model' as const,
        aispm_friendly_name: `Model ${key} of ${name}`,
        model_name: key,
        provider_name: 'test',
      })),
    ],
    edges: [
      { from_key: 'agent', edge: 'mcp_servers', to_key: 'server' },
      ...keys.map((key) => ({ from_key: 'agent', edge: 'models' as const, to_key: key })),
    ],
    locations: [],
    occurrences: [],
  };
}

/** A response of a service that lives, and couldn't process the request. */
class Busy extends Error {}

/** Sends writes of one type, one after the other, until the service is gone. */
class Stream {
  /** Responses, by the number of the write. */
  readonly acknowledged = new Map<number, any>();
  sent = 0;
  readonly done: Promise<void>;

  constructor(write: (index: number) => Promise<any>) {
    this.done = (async () => {
      while (this.sent < MAX_WRITES) {
        const index = this.sent++;
        try {
          this.acknowledged.set(index, await write(index));
        } catch (error) {
          if (!(error instanceof Busy)) return;
        }
      }
    })();
  }
}

function createCaller(program: ServingProgram, token: string) {
  return async (method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(`${program.baseUrl}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 503) throw new Busy(`${method} ${path}: ${text}`);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

describeOnDatabases('kill -9 during writes of many statements', (kind) => {
  it('keeps every acknowledged write completely, and no other write partially', async () => {
    const persistent = await persistentDatabase(kind, folder, 'writes', (database) =>
      seedSampleData(database, WORKSPACE),
    );
    const batches: { name: string; acknowledged: boolean }[] = [];
    const scans: string[] = [];
    const exports: { view: string; id: string }[] = [];
    const comments: { acknowledged: string; sent: string[] } = { acknowledged: '', sent: [] };

    const listUnfinishedExports = async (call: ReturnType<typeof createCaller>) =>
      (await Promise.all(exports.map(({ view, id }) => call('GET', `views/${view}/export/${id}`))))
        .filter(({ export_status }) => ['queued', 'running'].includes(export_status))
        .map(({ export_workflow_id }) => export_workflow_id);
    for (let life = 0; life < 2; life += 1) {
      const program = await serve(persistent.settings);
      const call = createCaller(program, persistent.token);
      const started = Date.now() - 3_600_000;
      const streams = {
        batches: new Stream((index) =>
          call('POST', `aispm-llm-interactions/${T}`, {
            interactions: Array.from({ length: BATCH }, (_, nth) => ({
              llm_interaction_id: `life${life}-${index}-${nth}`,
              agent_id: sampleData.agents[nth % 3]?.aispm_object_id,
              operation_name: 'chat',
              provider_name: 'test',
              started_at: new Date(started + nth * 60_000).toISOString(),
            })),
          }),
        ),
        scans: new Stream((index) => call('POST', `scans/${T}`, createScan(`repo-${life}-${index}`))),
        exports: new Stream(async (index) => {
          const view = await call('POST', 'views', {
            name: `View ${life}-${index}`,
            entity: 'agents',
            filters: {},
            columns: ['aispm_object_id'],
          });
          const { export_workflow_id } = await call('POST', `views/${view.id}/export`);
          return { view: view.id, id: export_workflow_id };
        }),
        triage: new Stream((index) => {
          const status_comment = `${life}-${index}`;
          comments.sent.push(status_comment);
          const change =
            index % 2 === 0 ? { status: 'suppressed', status_reason: 'accepted_risk' } : { status: 'open' };
          return call('PATCH', `issues/${T}/${ISSUE}`, { ...change, status_comment });
        }),
      };
      await vi.waitUntil(
        () => Object.values(streams).every(({ acknowledged }) => acknowledged.size >= MIN_ACKNOWLEDGED),
        { timeout: TIMEOUT_MS },
      );
      // An export has two attempts: one that the first kill interrupted has to end before the second kill.
      await expect.poll(() => listUnfinishedExports(call), { timeout: TIMEOUT_MS }).toEqual([]);
      await program.end('SIGKILL');
      await Promise.all(Object.values(streams).map(({ done }) => done));
      for (let index = 0; index < streams.batches.sent; index += 1) {
        batches.push({ name: `life${life}-${index}-`, acknowledged: streams.batches.acknowledged.has(index) });
      }
      scans.push(...[...streams.scans.acknowledged.values()].map(({ scan_id }) => scan_id));
      exports.push(...streams.exports.acknowledged.values());
      comments.acknowledged = `${life}-${Math.max(...streams.triage.acknowledged.keys())}`;
    }

    // The next process finishes the jobs.
    const program = await serve(persistent.settings);
    const call = createCaller(program, persistent.token);
    const listUnfinished = async () => [
      ...(await call('GET', `scans/${T}?status=queued&status=running`)).items.map(({ scan_id }: any) => scan_id),
      ...(await listUnfinishedExports(call)),
    ];
    await expect.poll(listUnfinished, { timeout: 240_000, interval: 500 }).toEqual([]);
    for (const id of scans) {
      expect(await call('GET', `scans/${T}/${id}`)).toMatchObject({ status: 'completed', ai_object_count: MODELS + 2 });
      const { total } = await call('GET', `scans/${T}/${id}/results?include_total=true&result_kind=object`);
      expect(total).toBe(MODELS + 3);
    }
    for (const { view, id } of exports) {
      expect(await call('GET', `views/${view}/export/${id}`)).toMatchObject({ export_status: 'completed' });
    }
    const issue = await call('GET', `issues/${T}/${ISSUE}`);
    expect(comments.sent.slice(comments.sent.indexOf(comments.acknowledged))).toContain(issue.status_comment);
    expect((await program.end()).code).toBe(0);

    const database = persistent.open();
    try {
      const workspace = new ScannedWorkspace(database, WORKSPACE.tenantId);
      workspace.scope.workspaceId = WORKSPACE.workspaceId;
      for (const [name, { stored, recounted }] of Object.entries(await recount(workspace))) {
        expect(stored, name).toEqual(recounted);
      }
      expect(await findInconsistencies(database)).toEqual({
        hours: [],
        totals: [],
        minutes: [],
        exports: [],
        keys: [],
      });
      for (const { name, acknowledged } of batches) {
        const stored = await database.system((db) =>
          db
            .selectFrom('llm_interactions')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('llm_interaction_id', 'like', `${name}%`)
            .executeTakeFirstOrThrow(),
        );
        expect(acknowledged ? [BATCH] : [0, BATCH], name).toContain(Number(stored.count));
      }
    } finally {
      await database.close();
    }
  });
});

/** Returns rows without the rows or counts that belong to them. */
async function findInconsistencies(database: Database): Promise<Record<string, unknown[]>> {
  return database.system(async (db) => {
    const run = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows as unknown[];
    return {
      hours: await run(sql`
        SELECT hour, agent_id, guardrail_outcome, sum(counted) FROM (
          SELECT hour, agent_id, guardrail_outcome, interaction_count AS counted FROM current_llm_interaction_hours
          UNION ALL SELECT date_trunc('hour', started_at, 'UTC'), coalesce(agent_id, ''), guardrail_outcome, -1
            FROM llm_interactions
        ) AS sides GROUP BY 1, 2, 3 HAVING sum(counted) <> 0`),
      totals: await run(sql`
        SELECT hour, guardrail_outcome, sum(counted) FROM (
          SELECT hour, guardrail_outcome, interaction_count AS counted FROM current_llm_interaction_total_hours
          UNION ALL SELECT date_trunc('hour', started_at, 'UTC'), guardrail_outcome, -1 FROM llm_interactions
        ) AS sides GROUP BY 1, 2 HAVING sum(counted) <> 0`),
      minutes: await run(sql`
        SELECT minute, guardrail_outcome, sum(counted) FROM (
          SELECT minute, guardrail_outcome, interaction_count AS counted FROM current_llm_interaction_total_minutes
          UNION ALL SELECT date_trunc('minute', started_at, 'UTC'), guardrail_outcome, -1 FROM llm_interactions
        ) AS sides GROUP BY 1, 2 HAVING sum(counted) <> 0`),
      exports: await run(sql`
        SELECT export_workflow_id FROM view_exports
        WHERE NOT EXISTS (SELECT FROM views WHERE views.id = view_exports.view_id)`),
      keys: await run(sql`
        SELECT llm_interaction_id FROM llm_interaction_keys AS key FULL JOIN llm_interactions AS interaction
          USING (tenant_id, workspace_id, llm_interaction_id)
        WHERE key.started_at IS NULL OR interaction.started_at IS NULL`),
    };
  });
}
