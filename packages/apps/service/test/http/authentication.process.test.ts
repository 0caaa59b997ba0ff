/** Requests with invalid keys: their limit, and what the log says of them. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createKey } from '../../src/composition/workspaces.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { Authenticator } from '../../src/platform/keys/authenticator.ts';
import { parseKeyId } from '../../src/platform/keys/key.ts';
import { revokeKey } from '../../src/platform/keys/store.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { testPostgres } from '../databases/test-postgres.ts';
import { type ServingProgram, serveProgram } from '../faults/program.ts';
import { startService } from '../service.ts';
import { TIMEOUT_MS } from '../timeouts.ts';

const WORKSPACE = { tenantId: 't1', workspaceId: 'w1' };
const LIMIT = 3;

/** Returns a key of the right format that no one has. */
function inventKey(): string {
  return `aispm_${randomBytes(9).toString('hex')}_${randomBytes(32).toString('base64url')}`;
}

let database: Database;
let program: ServingProgram;
let token: string;

beforeAll(async () => {
  const url = await freshPostgresUrl();
  database = openDatabase(testPostgres(url, 2));
  token = await createKey(database, { workspaces: [WORKSPACE], userId: 'ann' });
  program = await serveProgram({
    DATABASE_URL: url,
    LOG_LEVEL: 'info',
    TRUST_PROXY: '1',
    INVALID_KEY_LIMIT: String(LIMIT),
  });
});
afterAll(async () => {
  await program?.end('SIGKILL');
  await database?.close();
});

/** Sends a request as a proxy does. */
function send(key: string | undefined, forwardedFor: string, path = '/me'): Promise<Response> {
  const headers = { 'x-forwarded-for': forwardedFor, ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  return fetch(`${program.baseUrl}${path}`, { headers });
}

/** Returns the lines of the log about a request, once it has ended. */
async function readLines(response: Response): Promise<Record<string, unknown>[]> {
  const id = response.headers.get('x-request-id') as string;
  const find = () => program.output.split('\n').filter((line) => line.startsWith('{') && line.includes(id));
  await vi.waitUntil(() => find().some((line) => line.includes('"request completed"')), { timeout: TIMEOUT_MS });
  return find().map((line) => JSON.parse(line));
}

it('the log names the key and the user of a request, and the IP address that the proxy has seen', async () => {
  const lines = await readLines(await send(token, '203.0.113.7, 198.51.100.1'));
  expect(lines.map(({ msg }) => msg)).toEqual(['incoming request', 'request completed']);
  expect(lines[0]).toMatchObject({ req: { remoteAddress: '198.51.100.1' } });
  expect(lines[1]).toMatchObject({ keyId: parseKeyId(token), userId: 'ann' });
});

it.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['not an address', '127.0.0.1'],
])('what a proxy forwards as %j is logged as %s', async (forwarded, address) => {
  const [line] = await readLines(await send(token, forwarded));
  expect(line).toMatchObject({ req: { remoteAddress: address } });
});

it('the log says why a key was rejected, and never contains the key', async () => {
  const expired = await createKey(database, { workspaces: [WORKSPACE], expiresAt: new Date(Date.now() - 1_000) });
  const revoked = await createKey(database, { workspaces: [WORKSPACE] });
  await revokeKey(database, parseKeyId(revoked) ?? '');
  const foreignSecret = `${inventKey().slice(0, 6)}${parseKeyId(token)}${inventKey().slice(24)}`;
  const cases = { expired, revoked, unknown: inventKey(), wrong_secret: foreignSecret, malformed: 'sesame' };
  let host = 10;
  for (const [reason, key] of Object.entries(cases)) {
    host += 1;
    const response = await send(key, `203.0.113.${host}`);
    expect(response.status).toBe(401);
    const lines = await readLines(response);
    expect(lines.find(({ msg }) => msg === 'authentication failed')).toMatchObject({
      level: 40,
      reason,
      remoteAddress: `203.0.113.${host}`,
    });
    // The secret part; the identifier of a key may be logged.
    expect(JSON.stringify(lines)).not.toContain(key.slice(25) || key);
  }
});

it('an IP address that sends too many invalid keys gets 429, but others and known keys do not', async () => {
  expect((await send(token, '2001:db8:1:2::1')).status).toBe(200);
  const left: (string | null)[] = [];
  for (let count = 0; count < LIMIT; count += 1) {
    const response = await send(inventKey(), `2001:db8:1:2::${count + 1}`);
    expect(response.status).toBe(401);
    left.push(response.headers.get('ratelimit'));
    expect(response.headers.get('ratelimit-policy')).toBe(`"invalid-keys";q=${LIMIT};w=60`);
  }
  expect(left.map((header) => header?.replace(/\d+$/, ''))).toEqual(
    [2, 1, 0].map((count) => `"invalid-keys";r=${count};t=`),
  );
  const rejected = await send(inventKey(), '2001:db8:1:2:ffff::1');
  expect(rejected.status).toBe(429);
  expect(await rejected.json()).toMatchObject({ code: 429, reason: 'rate_limit_exceeded' });
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(rejected.headers.get('ratelimit')).toMatch(/^"invalid-keys";r=0;t=\d+$/);
  // A valid key that this process doesn't know isn't read, either.
  const unseen = await createKey(database, { workspaces: [WORKSPACE] });
  expect((await send(unseen, '2001:db8:1:2::1')).status).toBe(429);
  expect((await send(token, '2001:db8:1:2::1')).status).toBe(200);
  expect((await send(unseen, '2001:db8:1:3::1')).status).toBe(200);
});

it('requests without a key do not count as invalid keys', async () => {
  for (let count = 0; count <= LIMIT; count += 1) {
    const response = await send(undefined, '203.0.113.200');
    expect(response.status).toBe(401);
    expect(response.headers.get('ratelimit')).toBe(`"invalid-keys";r=${LIMIT};t=60`);
  }
});

it('any number of concurrent key lookups takes two queries', async () => {
  const system = vi.spyOn(database, 'system');
  const authenticator = new Authenticator(database);
  const unknown = Array.from({ length: 200 }, inventKey);
  const found = await Promise.all([...unknown, token].map((key) => authenticator.find(key)));
  const queries = system.mock.calls.length;
  system.mockRestore();
  expect(found.slice(0, -1).every((caller) => 'invalid' in caller && caller.invalid === 'unknown')).toBe(true);
  expect(found.at(-1)).toMatchObject({ userId: 'ann', default: WORKSPACE });
  // The third one records the use of the valid key.
  expect(queries).toBeLessThanOrEqual(3);
});

it('keys expire by the clock of the database, not of the process', async () => {
  const [hour, now] = [3_600_000, Date.now()];
  const valid = await createKey(database, { workspaces: [WORKSPACE], expiresAt: new Date(now + hour / 2) });
  const expired = await createKey(database, { workspaces: [WORKSPACE], expiresAt: new Date(now - hour / 2) });
  for (const skew of [-hour, 0, hour]) {
    let passed = 0;
    const authenticator = new Authenticator(database, () => now + skew + passed);
    expect(await authenticator.find(valid), String(skew)).toMatchObject({ default: WORKSPACE });
    expect(await authenticator.find(expired), String(skew)).toMatchObject({ invalid: 'expired' });
    passed = 1_000;
    expect(await authenticator.find(valid), String(skew)).toMatchObject({ default: WORKSPACE });
  }
});

it('IP addresses are limited where no key is needed', async () => {
  const service = await startService('postgres', { rateLimit: 2 });
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await service.send('/me', { method: 'DELETE' })).status);
  await service.close();
  expect(statuses).toEqual([405, 405, 429]);
});
