import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { postgres } from '../src/database/postgres.ts';
import { DatabaseUnavailable } from '../src/database/unavailable.ts';
import type { Handler } from '../src/http/operation.ts';
import { createKey } from '../src/keys/store.ts';
import { createService } from '../src/service.ts';
import { readSettings } from '../src/settings.ts';
import { freshPostgresUrl } from './databases/databases.ts';
import { startService } from './service.ts';

const WORKSPACE = { tenantId: 't', workspaceId: 'w' };
const RULES = '/rules/tenants/t/workspaces/w';

describe('faults', () => {
  test('while PostgreSQL is away requests are answered with 503 and Retry-After, and go on when it is back', async () => {
    const url = await freshPostgresUrl();
    const name = new URL(url).pathname.slice(1);
    const admin = new pg.Client({ connectionString: url.replace(name, 'postgres') });
    await admin.connect();
    const database = openDatabase(postgres({ url, poolSize: 4, statementTimeoutMs: 5_000 }));
    const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: '0', RUN_WORKER: 'false' });
    const service = await createService(settings, database);
    const token = await createKey(database, { workspaces: [WORKSPACE] });
    const origin = await service.server.listen({ host: '127.0.0.1', port: 0 });
    const ask = () => fetch(`${origin}/api/v1${RULES}`, { headers: { authorization: `Bearer ${token}` } });
    const load = () => Promise.all(Array.from({ length: 20 }, async () => (await ask()).status));
    expect(new Set(await load())).toEqual(new Set([200]));

    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    const underway = load();
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    for (const status of await underway) expect([200, 503]).toContain(status);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '1',
      { code: 503, message: expect.any(String) },
    ]);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${origin}/readyz`)).status).toBe(503);

    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await expect.poll(async () => (await ask()).status, { timeout: 5_000 }).toBe(200);
    expect(new Set(await load())).toEqual(new Set([200]));
    expect(database.pool).toMatchObject({ waiting: 0 });
    expect(database.pool.open).toBeLessThanOrEqual(4);
    await service.close();
    await admin.end();
  });

  test('who gets no connection in time is told so, and the pool is whole afterwards', async () => {
    const database = openDatabase(postgres({ url: await freshPostgresUrl(), poolSize: 1, statementTimeoutMs: 20_000 }));
    let release = () => {};
    const held = database.system(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    await expect(database.system(async () => 1)).rejects.toThrow(DatabaseUnavailable);
    release();
    await held;
    expect(await database.system(async () => 2)).toBe(2);
    expect(database.pool).toEqual({ open: 1, idle: 1, waiting: 0 });
    await database.close();
  });

  test('a connection that a scope has used serves another scope as that other', async () => {
    const database = openDatabase(postgres({ url: await freshPostgresUrl(), poolSize: 1, statementTimeoutMs: 5_000 }));
    const who = async (workspaceId: string) =>
      database.scoped({ tenantId: 't', workspaceId, userId: 'u' }, async (db) => {
        const { rows } = await db.executeQuery<{ role: string; workspace: string }>(
          db
            .selectNoFrom((value) => [
              value.fn<string>('current_setting', [value.val('role')]).as('role'),
              value.fn<string>('current_setting', [value.val('aispm.workspace')]).as('workspace'),
            ])
            .compile(),
        );
        return rows[0];
      });
    for (const workspace of ['a', 'b', 'b', 'a']) {
      expect(await who(workspace)).toEqual({ role: 'aispm_request', workspace });
      await database.system(async () => {});
    }
    await database.close();
  });

  test('a service that stops answers what is under way, and nothing new', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isIn = false;
    const SLOW = 7;
    const listRules: Handler<'listRules'> = async ({ query }) => {
      if (query.page_size === SLOW) {
        isIn = true;
        await gate;
      }
      return { status: 200, body: { items: [], cursor: '', page_size: query.page_size } };
    };
    const service = await startService('embedded', {}, { listRules });
    const token = await service.key([WORKSPACE]);
    const slow = service.send(`${RULES}?page_size=${SLOW}`, { token });
    await expect.poll(() => isIn, { timeout: 10_000 }).toBe(true);
    const closed = service.close();
    await expect.poll(() => service.send(RULES, { token }).catch(() => 'refused'), { timeout: 10_000 }).toBe('refused');
    release();
    const { status, headers } = await slow;
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await closed;
  });
});
