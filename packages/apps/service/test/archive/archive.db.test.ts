/** A workspace that was exported, deleted and restored is the same: each row, and what each operation that reads returns. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { restoreWorkspace, writeArchive } from '../../src/composition/archive.ts';
import { eraseWorkspace } from '../../src/composition/erasure.ts';
import { ensureWorkspace } from '../../src/composition/workspaces.ts';
import { listArchivedTables } from '../../src/platform/archive/archived-tables.ts';
import { OPERATIONS } from '../../src/platform/contract/contract.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Workspace } from '../../src/platform/database/rows.ts';
import { EXAMPLE_PATHS } from '../contract-examples.ts';
import { type DatabaseKind, describeOnDatabases, freshDatabase } from '../databases/databases.ts';
import { fillEmptyTables } from '../erasure/rows.ts';
import { markFor, type Principal, seedPrincipal } from '../isolation/principals.ts';
import { getJson, startService, type TestService } from '../service.ts';

const folder = mkdtempSync(join(tmpdir(), 'aispm-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PARTY: Principal = { tenantId: 'tenant-a', workspaceId: 'space-a', userId: 'user-a', suffix: '' };
const OTHER = { tenantId: 'tenant-b', workspaceId: 'space-b' };

describeOnDatabases('an archive', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await start(kind);
  });
  afterAll(() => service?.close());

  it('gives new rows numbers that follow the restored ones', async () => {
    const file = await write(service.database, PARTY);
    const target = await freshDatabase(kind);
    try {
      await restoreWorkspace(target, PARTY, file);
      for (const [table, column] of [
        ['scans', 'position'],
        ['issue_history', 'position'],
      ] as const) {
        const { rows } = await target.system((db) =>
          sql<{ next: number; last: number }>`SELECT nextval(pg_get_serial_sequence(${table}, ${column})) AS next,
            (SELECT max(${sql.ref(column)}) FROM ${sql.table(table)}) AS last`.execute(db),
        );
        expect(rows[0]?.next).toBeGreaterThan(rows[0]?.last as number);
      }
    } finally {
      await target.close();
    }
  });

  it('contains neither keys nor anything from other workspaces', async () => {
    const { database } = service;
    const near = { ...PARTY, workspaceId: 'space-near', suffix: `-${randomBytes(4).toString('hex')}` };
    await seedPrincipal(database, near);
    const token = await service.key([PARTY, near]);
    const text = gunzipSync(readFileSync(await write(database, PARTY))).toString();
    expect(text).toContain(markFor(PARTY.workspaceId));
    for (const secret of [token, token.split('_')[1] as string, 'key_hash', near.suffix, markFor(near.workspaceId)]) {
      expect(text).not.toContain(secret);
    }
  });

  it('restores every row and every response, into the same or another workspace', async () => {
    const { database } = service;
    const rows = await readRows(database, PARTY);
    const responses = await readResponses(service, PARTY);
    expect(rows.length).toBeGreaterThan(300);
    expect(responses.filter(([, { status }]) => status === 200).length).toBeGreaterThan(30);
    const file = await write(database, PARTY);

    await eraseWorkspace(database, PARTY, 'workspaces delete', service.clock);
    expect(await restoreWorkspace(database, PARTY, file)).toBe(rows.length);
    expect(await readRows(database, PARTY)).toEqual(rows);
    expect(await readResponses(service, PARTY)).toEqual(responses);
    const webhooks = `/webhooks/tenants/${PARTY.tenantId}/workspaces/${PARTY.workspaceId}`;
    expect((await getJson(service, webhooks, await service.key([PARTY]))).body.items).toEqual([]);

    // The service fills a workspace when it creates it.
    await ensureWorkspace(database, OTHER);
    await restoreWorkspace(database, OTHER, file);
    expect(await readRows(database, OTHER)).toEqual(rows);
    const moved = await readResponses(service, OTHER);
    expect(
      JSON.parse(JSON.stringify(moved).replaceAll('tenant-b', 'tenant-a').replaceAll('space-b', 'space-a')),
    ).toEqual(responses);
    expect(await readRows(database, PARTY)).toEqual(rows);
  });
});

describeOnDatabases('a file', (kind) => {
  let service: TestService;
  let lines: string[];

  beforeAll(async () => {
    service = await start(kind);
    lines = gunzipSync(readFileSync(await write(service.database, PARTY)))
      .toString()
      .trimEnd()
      .split('\n');
  });
  afterAll(() => service?.close());

  const compress = (changed: readonly string[]) => gzipSync(changed.map((line) => `${line}\n`).join(''));
  const replace = (index: number, line: string) => compress(lines.with(index, line));
  const findLine = (table: string) => lines.findIndex((line) => line.includes(`"table" : "${table}"`));

  it.each([
    ['is empty', () => gzipSync(''), /line 1: the file ends before/],
    [
      'is not compressed',
      () => Buffer.from(lines.join('\n')),
      /line 1: the file is damaged, or not an archive: incorrect header check/,
    ],
    ['was cut off', () => compress(lines).subarray(0, 2_000), /line \d+: the file ends within it/],
    ['has lost its last lines', () => compress(lines.slice(0, -5)), /line \d+: the file ends before the archive does/],
    ['ends within a line', () => gzipSync(lines.join('\n').slice(0, -3)), /line \d+: the file ends within it/],
    [
      'has lost a line',
      () => compress(lines.toSpliced(findLine('objects'), 1)),
      /declares \d+ rows of objects, but the archive has \d+/,
    ],
    ['has a flipped bit', () => flip(compress(lines)), /line \d+: /],
    ['has rows after the end', () => compress([...lines, lines[5] as string]), /is after the end/],
    ['begins otherwise', () => replace(0, '{"format":"tar"}'), /line 1: doesn't start an archive/],
    [
      'has another version',
      () => replace(0, (lines[0] as string).replace('"version":1', '"version":2')),
      /line 1: has version 2/,
    ],
    [
      'comes from other tables',
      () => replace(0, (lines[0] as string).replace('0028_', '9999_')),
      /line 1: comes from other tables.*9999_retention/,
    ],
    ['has a line that is no JSON', () => replace(7, '{"table":'), /line 8: is not JSON/],
    ['has a line that is no object', () => replace(7, '[1]'), /line 8: is no object/],
    [
      'has a line that is not UTF-8',
      () => gzipSync(Buffer.concat([Buffer.from(`${lines[0]}\n`), Buffer.from([0xff, 10])])),
      /line 2: is not UTF-8/,
    ],
    [
      'has rows of a secret table',
      () => replace(7, '{"table":"api_keys","row":{}}'),
      /line 8: has a row of an unknown table, "api_keys"/,
    ],
    [
      'has rows in another order',
      () => compress([...lines.slice(0, -1), lines[1] as string, lines.at(-1) as string]),
      /has a row of \w+ after those of other tables/,
    ],
    [
      'lacks a column',
      () => replace(findLine('objects'), (lines[findLine('objects')] as string).replace('"stable_key"', '"key"')),
      /the row of objects has no stable_key/,
    ],
    [
      'has a column of the workspace',
      () =>
        replace(
          findLine('objects'),
          (lines[findLine('objects')] as string).replace('"row" : {', '"row" : {"tenant_id":"x",'),
        ),
      /objects has no column "tenant_id"/,
    ],
    [
      'has a value of another type',
      () =>
        replace(
          findLine('objects'),
          (lines[findLine('objects')] as string).replace(/"first_seen_at":"[^"]*"/, '"first_seen_at":"soon"'),
        ),
      /the database rejects the row of objects: .*soon/,
    ],
    ['has a row twice', () => twice(), /the database rejects the row of objects: duplicate key/],
  ])('that %s is rejected with its line, and nothing is restored', async (_, create, message) => {
    const file = join(folder, 'damaged.gz');
    writeFileSync(file, create());
    const before = await readRows(service.database, OTHER);
    const error = await restoreWorkspace(service.database, OTHER, file).catch((thrown) => thrown);
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/^line \d+: [^\n]*$/);
    expect(await readRows(service.database, OTHER)).toEqual(before);
  });

  it('is not restored over data', async () => {
    const file = join(folder, 'complete.gz');
    writeFileSync(file, compress(lines));
    await expect(restoreWorkspace(service.database, PARTY, file)).rejects.toThrow('restore into an empty one');
  });

  function twice(): Buffer {
    const index = findLine('objects');
    const end = JSON.parse(lines.at(-1) as string);
    end.end.objects += 1;
    return compress([...lines.toSpliced(index, 0, lines[index] as string).slice(0, -1), JSON.stringify(end)]);
  }
});

/** Flips a bit in the middle. */
function flip(content: Buffer): Buffer {
  const middle = content.length >> 1;
  content[middle] = (content[middle] as number) ^ 4;
  return content;
}

async function start(kind: DatabaseKind): Promise<TestService> {
  const service = await startService(kind, { runsWorker: false });
  await seedPrincipal(service.database, PARTY);
  // The names of the rules are those of the service.
  await ensureWorkspace(service.database, PARTY);
  await fillEmptyTables(service.database, PARTY, 'filled');
  // What was filled refers to nothing, which a restored row has to.
  await service.database.system((db) =>
    sql`UPDATE view_exports SET view_id = (SELECT id FROM views LIMIT 1), view_name = 'x', entity = 'issues', export_status = 'failed',
      columns = '{issue_id}' WHERE view_id = 'filled'`.execute(db),
  );
  await service.database.system((db) =>
    sql`UPDATE scan_document_parts SET scan_id = (SELECT scan_id FROM scans LIMIT 1) WHERE scan_id = 'filled'`.execute(
      db,
    ),
  );
  return service;
}

async function write(database: Database, workspace: Workspace): Promise<string> {
  const file = join(folder, `${randomBytes(4).toString('hex')}.gz`);
  let text = '';
  await writeArchive(database, workspace, '2026-11-27T00:00:00Z', async (lines) => {
    text += lines;
  });
  writeFileSync(file, gzipSync(text));
  expect(statSync(file).size).toBeLessThan(text.length);
  return file;
}

/** Reads all archived rows of a workspace, as texts without its columns. */
async function readRows(database: Database, { tenantId, workspaceId }: Workspace): Promise<string[]> {
  return database.system(async (db) => {
    const all: string[] = [];
    for (const { name, columns } of await listArchivedTables(db)) {
      const { rows } = await sql<{ row: string }>`
        SELECT row(${sql.join(columns.map((column) => sql.ref(column)))})::text AS row FROM ${sql.table(name)}
        WHERE tenant_id = ${tenantId} AND workspace_id = ${workspaceId} ORDER BY 1`.execute(db);
      all.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    return all;
  });
}

/** Returns the responses of all operations that read from a workspace, for the records of the examples. */
async function readResponses(service: TestService, workspace: Workspace) {
  const token = await service.key([workspace], 'user-a');
  const responses: [string, { status: number; body: unknown }][] = [];
  for (const { operationId, method, path } of OPERATIONS.values()) {
    // The audit log is about the workspace, and not a part of it. A copy must not send events to the receivers.
    const isApart = path.startsWith('/audit-entries') || path.startsWith('/webhooks');
    if (method !== 'GET' || !path.includes('{workspace_id}') || isApart) continue;
    const values = {
      ...EXAMPLE_PATHS.get(operationId),
      tenant_id: workspace.tenantId,
      workspace_id: workspace.workspaceId,
    };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name as 'tenant_id'] ?? ''),
    );
    // In the past: the histogram ends at the present.
    const window = '?start_time=2026-11-01T00:00:00Z&end_time=2026-11-26T00:00:00Z';
    const plain = await getJson(service, filled, token).catch((error) => ({ status: 0, body: String(error) }));
    const response = plain.status === 400 ? await getJson(service, `${filled}${window}`, token) : plain;
    // Cursors contain a signature of the workspace; a response has the number of the request.
    responses.push([operationId, JSON.parse(JSON.stringify(response).replaceAll(/"cursor":"[^"]*"/g, '"cursor":""'))]);
  }
  return responses;
}
