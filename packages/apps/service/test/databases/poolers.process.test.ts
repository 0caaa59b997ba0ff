/** Poolers between the service and its database: those that keep sessions work, and others are rejected. */
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { prepareDatabase } from '../../src/composition/database.ts';
import { createService } from '../../src/composition/service.ts';
import { readSettings } from '../../src/composition/settings.ts';
import { createKey } from '../../src/composition/workspaces.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { freshPostgresUrl } from './databases.ts';
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts';
import { testPostgres } from './test-postgres.ts';

const REJECTION = 'does not keep sessions';

/** Runs a statement on the server itself. */
async function execute(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

it.skipIf(!hasPgBouncer)(
  'PgBouncer in session mode, with other settings by default, serves each tenant its own records',
  async () => {
    const url = await startPgBouncer(await freshPostgresUrl(), { pool_mode: 'session' });
    const database = await prepareDatabase(testPostgres(url, 3));
    const service = await createService(readSettings({ LOG_LEVEL: 'silent', PORT: '0', RATE_LIMIT: '0' }), database);
    onTestFinished(() => service.close());
    const origin = await service.server.listen({ host: '127.0.0.1', port: 0 });
    const tenants = ['a', 'b', 'c', 'd', 'e'];
    const keys = new Map<string, string>();
    for (const tenantId of tenants) {
      keys.set(tenantId, await createKey(database, { workspaces: [{ tenantId, workspaceId: 'main' }] }));
      await database.system((db) =>
        sql`INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name,
          discovery_sources, details, first_seen_at, last_seen_at)
        VALUES (${tenantId}, 'main', ${`agent-${tenantId}`}, 'agent', 'agent', 'Agent', '{code}', '{}', now(), now())`.execute(
          db,
        ),
      );
    }
    const listAgents = async (tenant: string) => {
      const path = `api/v1/aispm-agents/tenants/${tenant}/workspaces/main`;
      const response = await fetch(`${origin}/${path}`, { headers: { authorization: `Bearer ${keys.get(tenant)}` } });
      const { items } = (await response.json()) as { items: { aispm_object_id: string }[] };
      return items.map(({ aispm_object_id }) => aispm_object_id);
    };
    const requests = Array.from({ length: 60 }, (_, index) => tenants[index % tenants.length] as string);
    expect(await Promise.all(requests.map(listAgents))).toEqual(requests.map((tenant) => [`agent-${tenant}`]));
  },
);

it.skipIf(!hasPgBouncer)(
  'settings of connections apply behind PgBouncer, regardless of those of the server',
  async () => {
    const direct = await freshPostgresUrl('empty');
    const { pathname } = new URL(direct);
    await execute(
      direct,
      `ALTER DATABASE ${pathname.slice(1)} SET timezone = 'Asia/Tokyo'; ALTER DATABASE ${pathname.slice(1)} SET statement_timeout = 0`,
    );
    const url = await startPgBouncer(direct, { pool_mode: 'session' });
    // One connection: that of the migrations, which have no timeout.
    const database = await prepareDatabase(testPostgres(url, 1, 30_000));
    onTestFinished(() => database.close());
    const show = (name: string) =>
      database.system(async (_, connection) => (await connection.execute(`SHOW ${name}`))[0] as object);
    expect(await show('statement_timeout')).toEqual({ statement_timeout: '30s' });
    expect(await show('timezone')).toEqual({ TimeZone: 'UTC' });
  },
);

it.skipIf(!hasPgBouncer)('a statement that takes too long is ended behind PgBouncer', async () => {
  const url = await startPgBouncer(await freshPostgresUrl(), { pool_mode: 'session' });
  const database = openDatabase(testPostgres(url, 1, 100));
  onTestFinished(() => database.close());
  const sleep = database.system((db) => sql`SELECT pg_sleep(600)`.execute(db));
  await expect(sleep).rejects.toMatchObject({ code: '57014' });
});

it
  .skipIf(!hasPgBouncer)
  .each([
    { pool_mode: 'transaction' },
    { pool_mode: 'transaction', default_pool_size: '1' },
    { pool_mode: 'transaction', min_pool_size: '2', server_round_robin: '1' },
    { pool_mode: 'transaction', min_pool_size: '3', server_round_robin: '1' },
    { pool_mode: 'statement' },
  ])('PgBouncer with $pool_mode pooling is rejected: %o', async (settings) => {
  const url = await startPgBouncer(await freshPostgresUrl(), settings);
  // Poolers open the connections of the minimum when the first client comes, one after the other.
  const database = openDatabase(testPostgres(url, 2));
  onTestFinished(() => database.close());
  await expect(database.system(async () => {})).rejects.toThrow(REJECTION);
});

it('a pooler that later loses sessions is detected when the scope of a connection changes', async () => {
  const connector = testPostgres(await freshPostgresUrl());
  const [one, other] = [await connector.connect(), await connector.connect()];
  let session = one;
  const database = openDatabase({
    ...connector,
    connect: async () => ({ ...one, isUsable: true, query: (text, values) => session.query(text, values) }),
  });
  onTestFinished(() => Promise.all([one.close(), other.close()]).then(() => {}));
  const read = (workspaceId: string) =>
    database.scoped({ tenantId: 't', workspaceId, userId: 'u' }, (db) =>
      db.selectFrom('rules').select('rule_id').execute(),
    );
  expect(await read('a')).toEqual([]);
  session = other;
  await expect(read('b')).rejects.toThrow(REJECTION);
});
