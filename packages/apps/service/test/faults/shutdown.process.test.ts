/**
 * SIGTERM under load: requests in flight finish, new ones are rejected, and no acknowledged write is lost.
 *
 * @module-tag long
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { exchange, head } from '../attacks/wire.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { prepareKey } from '../databases/prepare-key.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { createContent, ENTRIES, send, Writers } from './load.ts';
import { type ServingProgram, serveProgram } from './program.ts';

const WRITERS = 8;
let program: ServingProgram;
let token: string;
let other: pg.Client;

beforeAll(async () => {
  const url = await freshPostgresUrl();
  token = await prepareKey(url);
  other = new pg.Client({ connectionString: url });
  await other.connect();
  program = await serveProgram({
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: '20',
    // After this time it would exit with another code.
    SHUTDOWN_TIMEOUT_MS: '60000',
  });
});
afterAll(async () => {
  await other?.end();
  await program?.end('SIGKILL');
});

it('SIGTERM lets requests in flight finish, rejects new ones, and exits with 0', async () => {
  const writers = new Writers(program.baseUrl, token, { count: WRITERS });
  await writers.acknowledge(50);
  // From here on writes wait for the lock, so that some are certainly in flight.
  await other.query('BEGIN; LOCK TABLE client_storage IN ACCESS EXCLUSIVE MODE');
  let connection: Socket | undefined;
  const body = JSON.stringify({ value: createContent('held') });
  const held = exchange(program.origin, (socket) => {
    connection = socket;
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    socket.write(head(`PUT /api/v1${ENTRIES}/held`, { ...headers, 'Content-Length': String(body.length) }) + body);
  });
  await vi.waitUntil(
    async () => {
      const { rows } = await other.query('SELECT 1 FROM pg_locks WHERE NOT granted');
      return rows.length > WRITERS;
    },
    { timeout: TIMEOUT_MS },
  );
  program.process.kill('SIGTERM');
  // The port is closed.
  await vi.waitUntil(async () => (await send(`${program.origin}/healthz`, token)).status === undefined, {
    timeout: TIMEOUT_MS,
  });
  connection?.write(head(`GET /api/v1${ENTRIES}/held`, { Authorization: `Bearer ${token}` }));
  await other.query('ROLLBACK');
  // Its response announces that it's the last on this connection, and the request that follows isn't processed.
  const { statuses, text } = await held;
  expect(statuses).toEqual([201]);
  expect(text).toMatch(/^connection: close/im);
  const { code } = await program.ended;
  expect(code).toBe(0);
  await writers.stop();
  // Rejected by the closed port, or with 503 on a connection that was still open.
  expect(writers.failed.filter(({ status }) => status !== undefined && status !== 503)).toEqual([]);
  const { rows } = await other.query('SELECT key, value FROM client_storage');
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  for (const key of ['held', ...writers.acknowledged]) expect(stored.get(key)).toEqual(createContent(key));
});
