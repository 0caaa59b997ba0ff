/** The setting with which a list is searched: no other statement is planned with it, whatever happens. */
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createService } from '../../src/composition/service.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { createKey } from '../../src/composition/workspaces.ts';
import { OPERATIONS } from '../../src/platform/contract/contract.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import type { Db, Session } from '../../src/platform/database/dialect.ts';
import { findFew, type List } from '../../src/platform/lists/list.ts';
import { EXAMPLE_QUERIES } from '../contract-examples.ts';
import { freshPostgresUrl } from './databases.ts';
import { observeStatements } from './observe-statements.ts';
import { testPostgres } from './test-postgres.ts';

const SCOPE = { tenantId: 't', workspaceId: 'w', userId: 'u' };

/** Lists of the workspace, each with the query that it requires, alone and with each filter that is a flag. */
const LISTS = [...OPERATIONS.values()]
  .filter(({ method, path, parameters }) => {
    const names = parameters.map(({ name }) => name);
    return method === 'GET' && names.includes('page_size') && path.endsWith('/workspaces/{workspace_id}');
  })
  .flatMap(({ operationId, path, parameters }) => {
    const required = Object.fromEntries(EXAMPLE_QUERIES.get(operationId) ?? []);
    const flags = parameters.filter(({ schema }) => (schema as { type?: unknown }).type === 'boolean');
    const filters: Record<string, string>[] = flags.flatMap(({ name }) =>
      name === 'include_total' ? [] : [{ [name]: 'true' }, { [name]: 'false' }],
    );
    const filled = path.replace('{tenant_id}', 't').replace('{workspace_id}', 'w');
    return [{}, ...filters].map((filter) => `${filled}?${new URLSearchParams({ ...required, ...filter })}`);
  });

/** Opens a database with one connection. */
async function open(before: Parameters<typeof observeStatements>[1] = () => {}): Promise<Database> {
  const database = openDatabase(observeStatements(testPostgres(await freshPostgresUrl()), before));
  onTestFinished(() => database.close());
  return database;
}

it('concurrent requests only plan their searches without sorting', async () => {
  const searches: string[][] = [];
  const others: string[] = [];
  let isSearching = false;
  const database = await open((text, parameters) => {
    if (text.includes(`set_config('enable_sort'`)) {
      isSearching = parameters?.[0] === 'off';
      if (isSearching) searches.push([]);
    } else (isSearching ? searches.at(-1) : others)?.push(text);
  });
  const settings = readSettings({ LOG_LEVEL: 'silent', PORT: '0', RATE_LIMIT: '0' });
  const service = await createService({ ...settings, runsWorker: false }, database);
  onTestFinished(() => service.close());
  const origin = await service.server.listen({ host: '127.0.0.1', port: 0 });
  const headers = {
    authorization: `Bearer ${await createKey(database, { workspaces: [SCOPE], userId: 'u', access: 'admin' })}`,
  };
  const responses = await Promise.all(
    [...LISTS, ...LISTS].map((path) => fetch(`${origin}/api/v1${path}`, { headers })),
  );
  expect(responses.map(({ status, url }) => [url, status])).toEqual(responses.map(({ url }) => [url, 200]));
  expect(searches.length).toBeGreaterThan(40);
  for (const statements of searches) {
    expect(statements.length).toBeGreaterThan(0);
    for (const text of statements)
      expect(text).toMatch(/^SELECT count\(\*\) AS found FROM|^WITH "\w+" AS MATERIALIZED/);
  }
  // The search over all types also materializes objects, which it has found by itself; only lists quote their table.
  for (const text of others) expect(text).not.toMatch(/^SELECT count\(\*\) AS found FROM|WITH "\w+" AS MATERIALIZED/);
});

it.each<[string, (session: Session, run: (db: Db) => Promise<unknown>) => Promise<unknown>]>([
  ['outside of a transaction', (session, run) => run(session)],
  ['in a transaction', (session, run) => session.transaction().execute(run)],
])('a search that fails %s leaves the setting unchanged', async (_, enter) => {
  const database = await open();
  const list = {
    operation: 'listOfFailures',
    search: { table: 'objects', find: () => [sql`SELECT FROM generate_series(0, 1) AS number WHERE 1 / number = 1`] },
  } as unknown as List<'listTools'>;
  const path = { tenant_id: 't', workspace_id: 'w' };
  const search = (db: Db) => findFew(list, db, { scope: SCOPE, path, filters: { include_deleted: false } });
  await expect(database.scoped(SCOPE, (session) => enter(session, search))).rejects.toMatchObject({ code: '22012' });
  const { rows } = await database.scoped(SCOPE, (db) => sql`SHOW enable_sort`.execute(db));
  expect(rows).toEqual([{ enable_sort: 'on' }]);
});
