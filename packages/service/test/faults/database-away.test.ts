/** PostgreSQL goes away and comes back under load; or it is not there at the start. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../free-port.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { postgres } from '../../src/database/postgres.ts';
import { createKey } from '../../src/keys/store.ts';
import { type PostgresServer, startPostgres } from '../databases/postgres-server.ts';
import { until } from '../until.ts';
import { put, readAll, Writers } from './load.ts';
import { type ServingProgram, serveProgram, startProgram } from './program.ts';

describe('a server that restarts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-away-'));
  let server: PostgresServer;
  let program: ServingProgram;
  let token: string;

  beforeAll(async () => {
    server = await startPostgres(folder, { fsync: 'off', full_page_writes: 'off' });
    const url = `${server.url}/postgres`;
    const database = openDatabase(postgres({ url, poolSize: 1, statementTimeoutMs: 60_000 }));
    await migrate(database);
    token = await createKey(database, { workspaces: [{ tenantId: 't1', workspaceId: 'w1' }] });
    await database.close();
    program = await serveProgram({ DATABASE_URL: url });
  });
  afterAll(async () => {
    await program?.end('SIGKILL');
    await server?.stop('immediate').catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(['fast', 'immediate'] as const)('requests fail with 503 and recover by themselves (%s)', async (mode) => {
    const writers = new Writers(program.baseUrl, token, { prefix: `${mode}-` });
    await writers.acknowledge(50);
    await server.stop(mode);
    const before = writers.failed.length;
    await until(() => writers.failed.length >= before + 20);
    expect((await fetch(`${program.origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${program.origin}/readyz`)).status).toBe(503);
    await server.start();
    await writers.acknowledge(50);
    await writers.stop();
    expect((await fetch(`${program.origin}/readyz`)).status).toBe(200);

    for (const { status, retryAfter, body } of writers.failed) {
      expect({ status, retryAfter, body }).toEqual({
        status: 503,
        retryAfter: expect.stringMatching(/^\d+$/),
        body: { code: 503, message: expect.any(String) },
      });
      expect(body?.message).not.toMatch(/ECONN|terminat|127\.0\.0\.1|postgres/i);
    }
    // Whoever cannot be served hears so, and does not wait until the database is back or a statement takes too long.
    expect(Math.max(...writers.failed.map(({ ms }) => ms))).toBeLessThan(20_000);
    const entries = await readAll(program.baseUrl, token);
    expect(writers.acknowledged.filter((key) => !entries.has(key))).toEqual([]);
  });

  test('sessions that the server ends are replaced', async () => {
    const admin = openDatabase(postgres({ url: `${server.url}/postgres`, poolSize: 1, statementTimeoutMs: 10_000 }));
    await admin.system((_, connection) =>
      connection.execute('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()'),
    );
    await admin.close();
    // One request may meet the end of its session.
    await until(async () => (await put(program.baseUrl, token, 'after-the-end')).status !== 503);
    expect((await put(program.baseUrl, token, 'after-the-end')).status).toBe(200);
  });
});

describe('no database at the start', () => {
  const start = (url: string) => startProgram(['serve'], { PORT: '0', DATABASE_URL: url }).ended;

  test.each(['127.0.0.1', 'localhost'])('nobody listens on %s: one line, and no trace', async (host) => {
    const port = await freePort();
    const { code, output, errors } = await start(`postgres://someone:hunter2@${host}:${port}/aispm`);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(/^aispm-service: The database cannot be reached: .*ECONNREFUSED.*\n$/);
    expect(errors).not.toContain('hunter2');
  });
});
