/** Exports of many rows: all of them in order, in memory that does not depend on how many there are. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, createView, exportView, getViewExport } from '@aispm/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { postgres } from '../../src/database/postgres.ts';
import { createKey } from '../../src/keys/store.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { type ServingProgram, serveProgram } from '../faults/program.ts';

vi.setConfig({ testTimeout: 900_000 });

const [FEW, MANY] = [20_000, 200_000];
/** What the objects of the process may take, in MiB: too little for all rows, so that keeping them would end it. */
const HEAP = 160;
const SCOPE = { tenantId: 'exports', workspaceId: 'main' };
let database: Database;
let program: ServingProgram;
let token: string;

beforeAll(async () => {
  const url = await freshPostgresUrl();
  database = openDatabase(postgres({ url, poolSize: 1, statementTimeoutMs: 120_000 }));
  token = await createKey(database, { workspaces: [SCOPE] });
  program = await serveProgram({
    DATABASE_URL: url,
    NODE_OPTIONS: `--max-old-space-size=${HEAP} --max-semi-space-size=16`,
  });
});
afterAll(async () => {
  await program?.end('SIGKILL');
  await database?.close();
});

/** Adds locations. Many of them share a name, so that the identifier decides. */
async function addLocations(from: number, to: number): Promise<void> {
  await database.system(async (db) => {
    await sql`INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
        discovery_sources, labels, details, first_seen_at, last_seen_at)
      SELECT ${SCOPE.tenantId}, ${SCOPE.workspaceId}, 'l' || n, 'location', 'l' || n, 'Place ' || (n % 1000), '{code}', '{}',
        jsonb_build_object('file_path', 'src/' || n, 'location_type', 'file', 'snippet', repeat('x', 1000)), now(), now()
      FROM generate_series(${from}::integer, ${to}::integer) AS n`.execute(db);
    await sql`ANALYZE objects`.execute(db);
  });
}

/** Exports all locations and downloads both files. @returns the names and identifiers in the order of the file */
async function exportAll(): Promise<string[][]> {
  const client = createClient({ baseUrl: program.baseUrl, token });
  const columns = ['aispm_friendly_name', 'location_id', 'file_path', 'snippet'];
  const filters = { sort: 'aispm_friendly_name', order: 'DESC' } as const;
  const { id } = await createView(client, { body: { name: 'all', entity: 'locations', filters, columns } });
  const { export_workflow_id } = await exportView(client, { id });
  for (;;) {
    const { export_status, export_path } = await getViewExport(client, { id, export_workflow_id });
    if (export_status === 'completed') {
      await linesOf(`${export_path}?format=csv`, () => {});
      const keys: string[][] = [];
      await linesOf(`${export_path}?format=ndjson`, (line) => {
        const { aispm_friendly_name, location_id } = JSON.parse(line);
        keys.push([aispm_friendly_name, location_id]);
      });
      return keys;
    }
    expect(['queued', 'running']).toContain(export_status);
    await delay(100);
  }
}

async function linesOf(path: string, take: (line: string) => void): Promise<void> {
  const { body, status } = await fetch(`${program.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(status).toBe(200);
  if (!body) throw new Error('The file has no content.');
  for await (const line of createInterface({ input: Readable.fromWeb(body as never) })) take(line);
}

/** The most memory that the process has had up to now, in MiB. */
function peakMemory(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${program.process.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

function compare([name = '', id = '']: string[], [otherName = '', otherId = '']: string[]): number {
  const [one, other] = [name.toLowerCase(), otherName.toLowerCase()];
  if (one !== other) return one < other ? 1 : -1;
  return id < otherId ? -1 : Number(id > otherId);
}

test('ten times as many rows take no more memory, and none is lost or out of order', async () => {
  await addLocations(1, FEW);
  expect(await exportAll()).toHaveLength(FEW);
  const before = peakMemory();
  await addLocations(FEW + 1, MANY);
  const keys = await exportAll();
  const growth = peakMemory() - before;
  console.info(`peak ${before.toFixed(0)} MiB with ${FEW} rows, ${growth.toFixed(0)} MiB more with ${MANY}`);
  expect(keys).toHaveLength(MANY);
  expect(new Set(keys.map(([, id]) => id)).size).toBe(MANY);
  expect(keys.every((key, index) => index === 0 || compare(keys[index - 1] ?? [], key) < 0)).toBe(true);
  // The rows hold more than 200 MiB.
  expect(growth).toBeLessThan(64);
});
