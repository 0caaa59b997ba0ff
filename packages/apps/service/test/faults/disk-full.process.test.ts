/**
 * The disk of the database is full. A small disk requires the right to mount, but Linux has a device on which every write fails
 * because of missing space: a table is moved to it. The errors of PostgreSQL are the same.
 *
 * @module-tag long
 */
import { lchownSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../databases/postgres-server.ts';
import { prepareKey } from '../databases/prepare-key.ts';
import { put, send } from './load.ts';
import { type ServingProgram, serveProgram } from './program.ts';

const FULL = '/dev/full';
const folder = mkdtempSync(join(tmpdir(), 'aispm-full-'));
let server: PostgresServer;
let program: ServingProgram;
let token: string;
let admin: pg.Client;

beforeAll(async () => {
  server = await startPostgres(folder, { fsync: 'off', full_page_writes: 'off' });
  const url = `${server.url}/postgres`;
  token = await prepareKey(url);
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query("SELECT pg_relation_filepath('client_storage') AS path");
  const file = join(server.data, rows[0].path);
  const { uid, gid } = statSync(file);
  renameSync(file, `${file}.away`);
  symlinkSync(FULL, file);
  lchownSync(file, uid, gid);
  program = await serveProgram({ DATABASE_URL: url });
});
afterAll(async () => {
  await program?.end('SIGKILL');
  await admin?.end();
  await server?.stop('immediate').catch(() => {});
  rmSync(folder, { recursive: true, force: true });
});

it('writes to a full disk get 503 with the reason, reads continue, and writes work again once there is space', async () => {
  for (let index = 0; index < 20; index += 1) {
    const { status, retryAfter, body } = await put(program.baseUrl, token, `entry-${index}`);
    expect({ status, retryAfter, body }).toEqual({
      status: 503,
      retryAfter: expect.stringMatching(/^\d+$/),
      body: { code: 503, reason: 'unavailable', message: expect.stringContaining('no space left') },
    });
    // Without the paths of the server.
    expect(body?.message).not.toMatch(/base\/|extend file/);
  }
  expect(program.output).toContain('53100');
  expect((await send(`${program.baseUrl}/aispm-dashboard`, token)).status).toBe(200);
  expect((await fetch(`${program.origin}/readyz`)).status).toBe(200);
  // Creates a new file for the table, on a disk with space.
  await admin.query('TRUNCATE client_storage');
  expect((await put(program.baseUrl, token, 'entry')).status).toBe(201);
});
