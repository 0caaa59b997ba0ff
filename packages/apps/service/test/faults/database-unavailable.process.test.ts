/**
 * PostgreSQL stops and restarts under load, or isn't available at the start.
 *
 * @module-tag long
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@aispm/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { type PostgresServer, startPostgres } from '../databases/postgres-server.ts';
import { prepareKey } from '../databases/prepare-key.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { put, readAll, Writers } from './load.ts';
import { type ServingProgram, serveProgram, startProgram } from './program.ts';

describe('a PostgreSQL server that restarts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-away-'));
  let server: PostgresServer;
  let program: ServingProgram;
  let token: string;

  beforeAll(async () => {
    server = await startPostgres(folder, { fsync: 'off', full_page_writes: 'off' });
    const url = `${server.url}/postgres`;
    token = await prepareKey(url);
    program = await serveProgram({ DATABASE_URL: url });
  });
  afterAll(async () => {
    await program?.end('SIGKILL');
    await server?.stop('immediate').catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['fast', 'immediate'] as const)('makes requests fail with 503 until it is back (%s)', async (mode) => {
    const writers = new Writers(program.baseUrl, token, { prefix: `${mode}-` });
    await writers.acknowledge(50);
    await server.stop(mode);
    // Failures are reported at once, and not when the database is back.
    await writers.fail(3);
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
        body: { code: 503, reason: 'unavailable', message: expect.any(String) },
      });
      expect(body?.message).not.toMatch(/ECONN|terminat|127\.0\.0\.1|postgres/i);
    }
    const entries = await readAll(program.baseUrl, token);
    expect(writers.acknowledged.filter((key) => !entries.has(key))).toEqual([]);
  });

  it('gets new connections for those that it has closed', async () => {
    const admin = openDatabase(testPostgres(`${server.url}/postgres`));
    await admin.system((_, connection) =>
      connection.execute('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()'),
    );
    await admin.close();
    // One request may use a connection that is being ended.
    await vi.waitUntil(async () => (await put(program.baseUrl, token, 'after-the-end')).status !== 503, {
      timeout: TIMEOUT_MS,
    });
    expect((await put(program.baseUrl, token, 'after-the-end')).status).toBe(200);
  });
});

describe('a start without a database', () => {
  const start = (url: string) => startProgram(['serve'], { PORT: '0', DATABASE_URL: url }).ended;

  it.each(['127.0.0.1', 'localhost'])('fails with one line and no stack trace (%s)', async (host) => {
    const port = await freePort();
    const { code, output, errors } = await start(`postgres://someone:hunter2@${host}:${port}/aispm`);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(/^aispm-service: The database cannot be reached: .*ECONNREFUSED.*\n$/);
    expect(errors).not.toContain('hunter2');
  });
});
