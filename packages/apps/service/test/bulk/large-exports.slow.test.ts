/**
 * Exports of many rows: complete and in order, with a memory that doesn't depend on their number.
 *
 * @module-tag long
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createClient, createView, exportView, getViewExport } from '@aispm/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKey } from '../../src/composition/workspaces.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { type ServingProgram, serveProgram } from '../faults/program.ts';

const EXPORT_TIMEOUT_MS = 300_000;

const [FEW_ROWS, MANY_ROWS] = [20_000, 200_000];
/** Maximum heap of the process in MiB: too little for all rows at once. */
const MAX_HEAP_MIB = 160;
const SCOPE = { tenantId: 'exports', workspaceId: 'main' };
let database: Database;
let program: ServingProgram;
let token: string;

beforeAll(async () => {
  const url = await freshPostgresUrl();
  database = openDatabase(testPostgres(url));
  token = await createKey(database, { workspaces: [SCOPE] });
  program = await serveProgram({
    DATABASE_URL: url,
    NODE_OPTIONS: `--max-old-space-size=${MAX_HEAP_MIB} --max-semi-space-size=16`,
  });
});
afterAll(async () => {
  await program?.end('SIGKILL');
  await database?.close();
});

/** Inserts locations. Many share a name, so that the identifier decides their order. */
async function addLocations(from: number, to: number): Promise<void> {
  await database.system(async (db) => {
    await sql`INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
        discovery_sources, scanned_labels, details, first_seen_at, last_seen_at)
      SELECT ${SCOPE.tenantId}, ${SCOPE.workspaceId}, 'l' || n, 'location', 'l' || n, 'Place ' || (n % 1000), '{code}', '{}',
        jsonb_build_object('file_path', 'src/' || n, 'location_type', 'file', 'snippet', repeat('x', 1000)), now(), now()
      FROM generate_series(${from}::integer, ${to}::integer) AS n`.execute(db);
    await sql`ANALYZE objects`.execute(db);
  });
}

/**
 * Exports all locations and downloads both formats.
 *
 * @returns names and identifiers in the order of the file
 */
async function exportAll(): Promise<string[][]> {
  const client = createClient({ baseUrl: program.baseUrl, token });
  const columns = ['aispm_friendly_name', 'location_id', 'file_path', 'snippet'];
  const filters = { sort: 'aispm_friendly_name', order: 'DESC' } as const;
  const { id } = await createView(client, { body: { name: 'all', entity: 'locations', filters, columns } });
  const { export_workflow_id } = await exportView(client, { id });
  const exportPath = await vi.waitUntil(
    async () => {
      const { export_status, export_path } = await getViewExport(client, { id, export_workflow_id });
      expect(['queued', 'running', 'completed']).toContain(export_status);
      return export_path;
    },
    { timeout: EXPORT_TIMEOUT_MS, interval: 100 },
  );
  await readLines(`${exportPath}?format=csv`, () => {});
  const keys: string[][] = [];
  await readLines(`${exportPath}?format=ndjson`, (line) => {
    const { aispm_friendly_name, location_id } = JSON.parse(line);
    keys.push([aispm_friendly_name, location_id]);
  });
  return keys;
}

async function readLines(path: string, onLine: (line: string) => void): Promise<void> {
  const { body, status } = await fetch(`${program.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(status).toBe(200);
  if (!body) throw new Error('The response has no body.');
  for await (const line of createInterface({ input: Readable.fromWeb(body as never) })) onLine(line);
}

/** Returns the maximum resident memory of the process so far, in MiB. */
function peakMemory(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${program.process.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

function compareKeys([name = '', id = '']: string[], [otherName = '', otherId = '']: string[]): number {
  const [lower, otherLower] = [name.toLowerCase(), otherName.toLowerCase()];
  if (lower !== otherLower) return lower < otherLower ? 1 : -1;
  return id < otherId ? -1 : Number(id > otherId);
}

describe('exports of many rows', () => {
  it('contain all rows in order, with the same memory for ten times as many rows', async () => {
    await addLocations(1, FEW_ROWS);
    expect(await exportAll()).toHaveLength(FEW_ROWS);
    const before = peakMemory();
    await addLocations(FEW_ROWS + 1, MANY_ROWS);
    const keys = await exportAll();
    const growth = peakMemory() - before;
    console.info(
      `peak ${before.toFixed(0)} MiB with ${FEW_ROWS} rows, ${growth.toFixed(0)} MiB more with ${MANY_ROWS}`,
    );
    expect(keys).toHaveLength(MANY_ROWS);
    expect(new Set(keys.map(([, id]) => id)).size).toBe(MANY_ROWS);
    expect(keys.every((key, index) => index === 0 || compareKeys(keys[index - 1] ?? [], key) < 0)).toBe(true);
    // The rows have more than 200 MiB.
    expect(growth).toBeLessThan(64);
  });
});
