/** Requests that are too large, too deep, too slow or ambiguous: clear answers, an end in time, and flat memory. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { postgres } from '../../src/database/postgres.ts';
import { BODY_LIMIT } from '../../src/http/body.ts';
import { createKey } from '../../src/keys/store.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { send } from '../faults/load.ts';
import { type ServingProgram, serveProgram } from '../faults/program.ts';
import { type Exchange, exchange, head } from './wire.ts';

const REQUEST_TIMEOUT_MS = 5_000;
const ENTRY = '/api/v1/client-storage/users/attacks/ns/entry';
const MIB = 1024 * 1024;
let program: ServingProgram;
let token: string;

beforeAll(async () => {
  const url = await freshPostgresUrl();
  const database = openDatabase(postgres({ url, poolSize: 1, statementTimeoutMs: 10_000 }));
  token = await createKey(database, { workspaces: [{ tenantId: 't1', workspaceId: 'w1' }] });
  await database.close();
  program = await serveProgram({ DATABASE_URL: url, REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS) });
});
afterAll(async () => {
  await program?.end('SIGKILL');
});

const put = (body: string) => send(`${program.origin}${ENTRY}`, token, { method: 'PUT', body });
const putHead = (headers: Record<string, string | string[]>) =>
  head(`PUT ${ENTRY}`, { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers });

function expectRefusal({ statuses, body, isClosed }: Exchange, status: number): void {
  expect({ statuses, body, isClosed }).toEqual({
    statuses: [status],
    body: expect.objectContaining({ code: status, message: expect.any(String) }),
    isClosed: true,
  });
}

/** Sends chunks until the server has had enough, or far more than that. */
function chunksWithoutEnd(mostBytes = 64 * MIB) {
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  return exchange(program.origin, async (socket) => {
    socket.write(putHead({ 'Transfer-Encoding': 'chunked' }));
    while (!socket.destroyed && socket.writable && socket.bytesWritten < mostBytes) {
      if (!socket.write(chunk)) await Promise.race([new Promise((next) => socket.once('drain', next)), delay(50)]);
    }
  });
}

describe('bodies', () => {
  test('up to the limit is taken, one byte more is not', async () => {
    const frame = '{"value":""}'.length;
    // What may be kept is less than what may be sent, and says so itself.
    expect((await put(`{"value":"${'x'.repeat(BODY_LIMIT - frame)}"}`)).body?.message).not.toContain(
      String(BODY_LIMIT),
    );
    expect(await put(`{"value":"${'x'.repeat(BODY_LIMIT - frame + 1)}"}`)).toMatchObject({
      status: 413,
      body: { code: 413, message: expect.stringContaining(String(BODY_LIMIT)) },
    });
  });

  test('a length over the limit is refused before the body comes', async () => {
    const answer = await exchange(program.origin, putHead({ 'Content-Length': String(1024 * MIB) }));
    expectRefusal(answer, 413);
  });

  test('a client that still sends what is too much gets to see the answer', async () => {
    const body = 'x'.repeat(4 * BODY_LIMIT);
    for (let count = 0; count < 50; count += 1) expect((await put(body)).status).toBe(413);
  });

  test('chunks without an end are refused, and not read on', async () => {
    const answer = await chunksWithoutEnd();
    expect(answer.sent).toBeLessThan(16 * MIB);
    expect(answer.isClosed).toBe(true);
    if (answer.statuses.length > 0) expectRefusal(answer, 413);
  });

  test.each(['[', '{"a":'])('100,000 levels of %s', async (open) => {
    const close = open === '[' ? ']' : '}';
    const deep = `{"value":${open.repeat(100_000)}1${close.repeat(100_000)}}`;
    expect(await put(deep)).toMatchObject({
      status: 400,
      body: { code: 400, message: expect.stringContaining('nested') },
    });
    expect(await put(`{"value":${open.repeat(100_000)}`)).toMatchObject({ status: 400, body: { code: 400 } });
  });
});

describe('time', () => {
  /** Without a limit of the server it would be that of the client, which does not count as closed. */
  const LATEST_MS = REQUEST_TIMEOUT_MS + 20_000;

  test('a body that does not come', async () => {
    const answer = await exchange(program.origin, `${putHead({ 'Content-Length': '100' })}{"value"`);
    expectRefusal(answer, 408);
    expect(answer.ms).toBeLessThan(LATEST_MS);
  });

  test('headers that trickle', async () => {
    const answer = await exchange(program.origin, async (socket) => {
      socket.write(`PUT ${ENTRY} HTTP/1.1\r\nHost: localhost\r\n`);
      for (let count = 0; !socket.destroyed && socket.writable; count += 1) {
        socket.write(`X-Slow-${count}: 1\r\n`);
        await delay(50);
      }
    });
    expectRefusal(answer, 408);
    expect(answer.ms).toBeLessThan(LATEST_MS);
  });
});

describe('heads', () => {
  test.each([
    ['one header', { 'X-Long': 'x'.repeat(32 * 1024) }],
    ['many headers', Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`X-${index}`, '1']))],
  ])('too long: %s', async (_, headers) => {
    expectRefusal(await exchange(program.origin, head(`GET ${ENTRY}`, headers)), 431);
  });

  test('pipelined requests are answered in their order', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `pipelined-${index}`);
    const requests = ids.map((id, index) =>
      head(`GET ${index % 3 === 0 ? '/healthz' : ENTRY.replace('entry', id)}`, {
        Authorization: `Bearer ${token}`,
        'X-Request-Id': id,
        ...(index === ids.length - 1 && { Connection: 'close' }),
      }),
    );
    const { text, statuses } = await exchange(program.origin, requests.join(''));
    expect(statuses).toEqual(ids.map((_, index) => (index % 3 === 0 ? 200 : 404)));
    expect([...text.matchAll(/^x-request-id: (.*)$/gim)].map(([, id]) => id?.trim())).toEqual(ids);
  });

  const BODY = '{"value":1}';
  const SMUGGLED = head('GET /healthz', {});
  test.each([
    ['two lengths', { 'Content-Length': [String(BODY.length), '0'] }],
    ['a length beside chunks', { 'Content-Length': String(BODY.length), 'Transfer-Encoding': 'chunked' }],
    ['an encoding that is not chunked at its end', { 'Transfer-Encoding': 'chunked, identity' }],
    ['a length with a sign', { 'Content-Length': `+${BODY.length}` }],
    ['a length in other digits', { 'Content-Length': '0x0b' }],
    ['a header without a name', { '': 'x', 'Content-Length': String(BODY.length) }],
  ])('ambiguous: %s', async (_, headers) => {
    // One answer, and the connection ends: what follows is never taken for a request.
    expectRefusal(await exchange(program.origin, `${putHead(headers)}${BODY}${SMUGGLED}`), 400);
  });
});

test('memory stays flat', { timeout: 900_000 }, async () => {
  const memory = async () => {
    const text = await (await fetch(`${program.origin}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]);
  };
  const many = 50_000;
  // All as large as may be sent, or larger: too deep, all right, with a member that is none, too large.
  const bodies = [
    `{"value":${'['.repeat(many)}${']'.repeat(many)}}`.padEnd(BODY_LIMIT),
    '{"value":{}}'.padEnd(BODY_LIMIT),
    `{"value":{},"more":[${'1,'.repeat(many)}1]}`.padEnd(BODY_LIMIT),
    `{"value":"${'x'.repeat(BODY_LIMIT)}"}`,
  ];
  /** The least memory that the process has after one of the rounds: how much more it has is up to the garbage collector. */
  const flood = async (rounds: number) => {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all([
        ...bodies.flatMap((body) => Array.from({ length: 8 }, () => put(body))),
        exchange(program.origin, head(`GET ${ENTRY}`, { 'X-Long': 'x'.repeat(64 * 1024) })),
        chunksWithoutEnd(4 * MIB),
      ]);
      least = Math.min(least, await memory());
    }
    return least;
  };
  expect(await Promise.all(bodies.map(async (body) => (await put(body)).status))).toEqual([400, 201, 400, 413]);
  await flood(WARM_UP);
  const before = await flood(LOOK);
  await flood(BETWEEN);
  const growth = (await flood(LOOK)) - before;
  expect(before).toBeGreaterThan(0);
  expect(growth).toBeLessThan(MOST_GROWTH);
  expect((await fetch(`${program.origin}/readyz`)).status).toBe(200);
});

/** Rounds before the first look: heaps of the process grow to what they need for about 36 of them. */
const WARM_UP = 40;
/** Rounds in which the memory is looked at. */
const LOOK = 3;
/** Rounds between two looks: in these and one look there are 288 MiB of each kind of body. */
const BETWEEN = 33;
/**
 * Less than a quarter of that, so that it is seen if one kind is kept, and several times what comes and goes with the garbage collector.
 */
const MOST_GROWTH = 64 * MIB;
