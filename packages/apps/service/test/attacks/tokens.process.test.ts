/**
 * API keys: invalid ones get the same response, whatever the reason, and no log contains a key.
 *
 * @module-tag long
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createKey } from '../../src/composition/workspaces.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { parseKeyId } from '../../src/platform/keys/key.ts';
import { revokeKey } from '../../src/platform/keys/store.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { send } from '../faults/load.ts';
import { type ServingProgram, serveProgram } from '../faults/program.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { exchange, head } from './wire.ts';

const WORKSPACES = [{ tenantId: 't1', workspaceId: 'w1' }];
let database: Database;
let program: ServingProgram;
let token: string;

beforeAll(async () => {
  const url = await freshPostgresUrl();
  database = openDatabase(testPostgres(url, 2));
  token = await createKey(database, { workspaces: WORKSPACES });
  // The most detailed log.
  program = await serveProgram({ DATABASE_URL: url, LOG_LEVEL: 'trace' });
});
afterAll(async () => {
  await program?.end('SIGKILL');
  await database?.close();
});

const dashboard = (key: string) => send(`${program.baseUrl}/aispm-dashboard`, key);

/** Returns a key with the same id and another secret. */
function withOtherSecret(key: string): string {
  const last = key.at(-5) === 'A' ? 'B' : 'A';
  return `${key.slice(0, -5)}${last}${key.slice(-4)}`;
}

it('every invalid key gets the same 401, without the reason', async () => {
  expect((await dashboard(token)).status).toBe(200);
  const expired = await createKey(database, { workspaces: WORKSPACES, expiresAt: new Date(Date.now() - 1_000) });
  const revoked = await createKey(database, { workspaces: WORKSPACES });
  await revokeKey(database, parseKeyId(revoked) ?? '');
  const wrong = {
    expired,
    revoked,
    unknown: token.replace(/_[0-9a-f]{18}_/, '_000000000000000000_'),
    'with another secret': withOtherSecret(token),
    cut: token.slice(0, -1),
    longer: `${token}A`,
    'in capitals': token.toUpperCase(),
    'of another format': 'x',
    'like a statement': "'OR'1'='1",
    huge: 'x'.repeat(8_000),
  };
  const responses = await Promise.all(
    Object.entries(wrong).map(async ([name, key]) => [name, await dashboard(key)] as const),
  );
  const { body } = await dashboard(expired);
  for (const [name, response] of responses) {
    expect({ name, status: response.status, body: response.body }).toEqual({ name, status: 401, body });
  }
});

it('a key that is revoked while in use is rejected within seconds', async () => {
  const key = await createKey(database, { workspaces: WORKSPACES });
  expect((await dashboard(key)).status).toBe(200);
  await revokeKey(database, parseKeyId(key) ?? '');
  await vi.waitUntil(async () => (await dashboard(key)).status === 401, { timeout: TIMEOUT_MS });
});

it.each([
  ['no header', {}],
  ['another scheme', { Authorization: 'Basic dXNlcjpwYXNz' }],
  ['a scheme alone', { Authorization: 'Bearer ' }],
  ['bytes that are no text', { Authorization: 'Bearer \xff\xfe' }],
  ['two tokens', { Authorization: 'Bearer a b' }],
])('a malformed Authorization header gets 401: %s', async (_, headers) => {
  const request = head('GET /api/v1/aispm-dashboard', { ...headers, Connection: 'close' });
  const { statuses, text } = await exchange(program.origin, request);
  expect(statuses).toEqual([401]);
  expect(text).toMatch(/^www-authenticate: Bearer/im);
});

it('logs never contain a key', async () => {
  const secret = token.slice(-43);
  const path = '/client-storage/users/attacks/ns/entry';
  // Successful, invalid, not found, too large, and not HTTP.
  await dashboard(token);
  await send(`${program.baseUrl}${path}`, token, { method: 'PUT', body: '{}' });
  await send(`${program.baseUrl}${path}`, token);
  await send(`${program.baseUrl}/nowhere`, token);
  await send(`${program.baseUrl}${path}`, token, { method: 'PUT', body: 'x'.repeat(2 * 1024 * 1024) });
  await exchange(
    program.origin,
    head('GET /api/v1/aispm-dashboard', { Authorization: `Bearer ${token}`, 'Content-Length': 'x' }),
  );
  await exchange(
    program.origin,
    head('GET /api/v1/aispm-dashboard', { Authorization: `Bearer ${token}`, Cookie: token, Connection: 'close' }),
  );
  const { output, errors } = await program.end();
  const log = output + errors;
  // The log does contain these requests.
  expect(log).toContain('/nowhere');
  expect(log.split(secret)).toHaveLength(1);
});
