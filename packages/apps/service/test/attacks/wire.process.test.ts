/**
 * Requests that are too large, too deep, too slow or ambiguous get clear responses in time.
 *
 * @module-tag long
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DEFAULT_MAX_BODY_BYTES as MAX_BODY_BYTES,
  OPERATIONS,
  type Operation,
} from '../../src/platform/contract/contract.ts';
import { freshPostgresUrl } from '../databases/databases.ts';
import { prepareKey } from '../databases/prepare-key.ts';
import { send } from '../faults/load.ts';
import { type ServingProgram, serveProgram } from '../faults/program.ts';
import { type Exchange, exchange, head, sendEndlessChunks } from './wire.ts';

const REQUEST_TIMEOUT_MS = 5_000;
const ENTRY = '/api/v1/client-storage/users/attacks/ns/entry';
const SCANS = '/api/v1/scans/tenants/t1/workspaces/w1';
const MIB = 1024 * 1024;
let program: ServingProgram;
let token: string;

beforeAll(async () => {
  const url = await freshPostgresUrl();
  token = await prepareKey(url);
  program = await serveProgram({
    DATABASE_URL: url,
    REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS),
  });
});
afterAll(async () => {
  await program?.end('SIGKILL');
});

const put = (body: string) => send(`${program.origin}${ENTRY}`, token, { method: 'PUT', body });
const headOf = (method: string, path: string, headers: Record<string, string | string[]>) =>
  head(`${method} ${path}`, { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers });
const putHead = (headers: Record<string, string | string[]>) => headOf('PUT', ENTRY, headers);

function expectRejection({ statuses, body, isClosed }: Exchange, status: number): void {
  expect({ statuses, body, isClosed }).toEqual({
    statuses: [status],
    body: expect.objectContaining({ code: status, message: expect.any(String) }),
    isClosed: true,
  });
}

describe('bodies', () => {
  it('are accepted up to the limit, and rejected with one byte more', async () => {
    const bodyOf = (length: number) => {
      const frame = '{"value":{"text":""}}';
      return frame.replace('""', `"${'x'.repeat(length - frame.length)}"`);
    };
    // The limit of stored values is lower, and has its own error.
    expect((await put(bodyOf(MAX_BODY_BYTES))).body?.reason).toBe('value_too_large');
    expect(await put(bodyOf(MAX_BODY_BYTES + 1))).toMatchObject({
      status: 413,
      body: { code: 413, reason: 'body_too_large' },
    });
  });

  it('are rejected before they are sent if Content-Length exceeds the limit', async () => {
    const response = await exchange(program.origin, putHead({ 'Content-Length': String(1024 * MIB) }));
    expectRejection(response, 413);
  });

  it('that are too large get a response that the client can read while still sending', async () => {
    const body = 'x'.repeat(4 * MAX_BODY_BYTES);
    for (let count = 0; count < 50; count += 1) expect((await put(body)).status).toBe(413);
  });

  it('that are too large also get a response where the contract allows large ones', async () => {
    const { maxBodyBytes } = OPERATIONS.get('submitScan') as Operation;
    const half = ' '.repeat(maxBodyBytes / 2);
    const response = await exchange(program.origin, async (socket) => {
      socket.write(headOf('POST', SCANS, { 'Content-Length': String(maxBodyBytes + 1) }));
      socket.write(half);
      // A server that doesn't read on closes the connection now.
      await delay(200);
      socket.write(`${half} `);
    });
    expectRejection(response, 413);
    expect(response.sent).toBeGreaterThan(maxBodyBytes);
  });

  it('of endless chunks are rejected, and no longer read', async () => {
    const response = await sendEndlessChunks(program.origin, putHead({ 'Transfer-Encoding': 'chunked' }));
    // The limit, what is discarded, and what the buffers of both sides hold; without a limit it would be all.
    expect(response.sent).toBeLessThan(32 * MIB);
    expect(response.isClosed).toBe(true);
    if (response.statuses.length > 0) expectRejection(response, 413);
  });

  it.each(['[', '{"a":'])('with 100,000 levels of %s are rejected', async (open) => {
    const close = open === '[' ? ']' : '}';
    const deep = `{"value":${open.repeat(100_000)}1${close.repeat(100_000)}}`;
    expect(await put(deep)).toMatchObject({
      status: 400,
      body: { code: 400, message: expect.stringContaining('nested') },
    });
    expect(await put(`{"value":${open.repeat(100_000)}`)).toMatchObject({ status: 400, body: { code: 400 } });
  });
});

describe('slow requests', () => {
  /** Less than the default. */
  const MAX_SECONDS = REQUEST_TIMEOUT_MS / 1_000 + 20;

  it('get 408 when their body does not arrive', async () => {
    const response = await exchange(program.origin, `${putHead({ 'Content-Length': '100' })}{"value"`);
    expectRejection(response, 408);
    expect(response.seconds).toBeLessThan(MAX_SECONDS);
  });

  it('get 408 when their headers arrive one by one', async () => {
    const response = await exchange(program.origin, async (socket) => {
      socket.write(`PUT ${ENTRY} HTTP/1.1\r\nHost: localhost\r\n`);
      for (let count = 0; !socket.destroyed && socket.writable; count += 1) {
        socket.write(`X-Slow-${count}: 1\r\n`);
        await delay(50);
      }
    });
    expectRejection(response, 408);
    expect(response.seconds).toBeLessThan(MAX_SECONDS);
  });
});

describe('request heads', () => {
  it.each([
    ['one header', { 'X-Long': 'x'.repeat(32 * 1024) }],
    ['many headers', Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`X-${index}`, '1']))],
  ])('that are too long get 431: %s', async (_, headers) => {
    expectRejection(await exchange(program.origin, head(`GET ${ENTRY}`, headers)), 431);
  });

  it('that are pipelined get their responses in order', async () => {
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
  it.each([
    ['two lengths', { 'Content-Length': [String(BODY.length), '0'] }],
    ['a length beside chunks', { 'Content-Length': String(BODY.length), 'Transfer-Encoding': 'chunked' }],
    ['an encoding that is not chunked at its end', { 'Transfer-Encoding': 'chunked, identity' }],
    ['a length with a sign', { 'Content-Length': `+${BODY.length}` }],
    ['a length in other digits', { 'Content-Length': '0x0b' }],
    ['a header without a name', { '': 'x', 'Content-Length': String(BODY.length) }],
  ])('that are ambiguous get 400: %s', async (_, headers) => {
    // One response, then the connection ends: the bytes that follow are never parsed as a request.
    expectRejection(await exchange(program.origin, `${putHead(headers)}${BODY}${SMUGGLED}`), 400);
  });
});
