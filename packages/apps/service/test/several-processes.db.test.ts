/** What several API processes on one database share, and what each of them has for itself. */
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { createService, type Service } from '../src/composition/service.ts';
import { readSettings } from '../src/composition/settings.ts';
import { createKey } from '../src/composition/workspaces.ts';
import { SAMPLE_WORKSPACE } from '../src/demo/sample-data.ts';
import { seedSampleData } from '../src/demo/seed.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { freshPostgresUrl } from './databases/databases.ts';
import { testPostgres } from './databases/test-postgres.ts';
import { TIMEOUT_MS } from './timeouts.ts';

const { tenantId, workspaceId } = SAMPLE_WORKSPACE;
const TOOLS = `aispm-tools/tenants/${tenantId}/workspaces/${workspaceId}`;

const services: Service[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

/** Starts services as two processes do. @returns what sends a GET request to each, and the URL of the database */
async function startTwo(settings: Record<string, string>, poolSize: number) {
  const url = await freshPostgresUrl();
  const senders = [];
  let token = '';
  for (let count = 0; count < 2; count += 1) {
    const database = openDatabase(testPostgres(url, poolSize), TIMEOUT_MS);
    if (count === 0) {
      await seedSampleData(database);
      token = await createKey(database, { workspaces: [SAMPLE_WORKSPACE] });
    }
    const service = await createService(
      readSettings({ LOG_LEVEL: 'silent', PORT: '0', RUN_WORKER: 'false', RATE_LIMIT: '0', ...settings }),
      database,
    );
    services.push(service);
    const origin = await service.server.listen({ host: '127.0.0.1', port: 0 });
    senders.push((path: string) =>
      fetch(`${origin}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } }),
    );
  }
  const [first, second] = senders as [(typeof senders)[0], (typeof senders)[0]];
  return { url, first, second };
}

it('a cursor of one process continues the list of another one', async () => {
  const { first, second } = await startTwo({}, 2);
  const read = async (response: Promise<Response>) =>
    (await (await response).json()) as { items: { aispm_object_id: string }[]; cursor: string };
  const all = await read(first(`${TOOLS}?page_size=100`));
  const page = await read(first(`${TOOLS}?page_size=2`));
  const rest = await read(second(`${TOOLS}?page_size=100&cursor=${encodeURIComponent(page.cursor)}`));
  expect(all.items.length).toBeGreaterThan(2);
  expect([...page.items, ...rest.items]).toEqual(all.items);
});

it('the quota of a key counts in each process', async () => {
  const { first, second } = await startTwo({ RATE_LIMIT: '2' }, 2);
  for (const send of [first, second]) {
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await send('me')).status);
    expect(statuses).toEqual([200, 200, 429]);
  }
});

it('each process has as many connections as DATABASE_POOL_SIZE allows, all of them to the database of DATABASE_URL', async () => {
  const { url, first, second } = await startTwo({}, 3);
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? first : second)('aispm-dashboard')),
  );
  await Promise.all(responses.map((response) => response.text()));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await client.end();
  expect(rows).toEqual([{ connections: 6 }]);
});
