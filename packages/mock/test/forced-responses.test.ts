/** Every status that an operation can return can be forced, with and without a token. */
import { createMock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../dist/core/contract-types.js';
import { createSampleRequest } from '../dist/operations/sample-request.js';
import { mockWithKey, smallContract } from './small-contract.ts';
import { BASE, listExamples, mock, operations, paths, TOKEN } from './support.ts';

/** Statuses that proxies return, regardless of the contract. */
const GATEWAY = [502, 503, 504];

const cases = operations.map((operation) => ({ id: operation.iid, operation }));

/** Sends the sample request of an operation without a token, and with a preference. */
function sendForced(operation: Operation, prefer: string, more: Record<string, string> = {}): Promise<Response> {
  const sample = createSampleRequest(operation);
  if (!sample) throw new Error(`${operation.iid} has no sample request.`);
  const { method, path, headers, body } = sample;
  const init = { method, headers: { ...headers, ...more, prefer }, ...(body !== undefined && { body }) };
  return mock.fetch(`${BASE}${path}`, init);
}

describe('a forced status', () => {
  it.each(cases)('of $id does not need a token', async ({ operation }) => {
    const statuses = new Set([...operation.responses.map(({ code }) => Number(code)), ...GATEWAY]);
    expect(statuses.size).toBeGreaterThan(10);
    for (const status of statuses) {
      for (const more of [{}, TOKEN, { authorization: 'Basic eA==' }] as Record<string, string>[]) {
        if (status < 400 && more.authorization?.startsWith('Basic')) continue;
        const response = await sendForced(operation, `code=${status}`, more);
        expect(response.status, await response.text()).toBe(status);
      }
    }
  });

  it('of a success is not returned if the request lacks what the operation requires', async () => {
    const init = { method: 'POST', body: '{', headers: { 'content-type': 'application/json', prefer: 'code=201' } };
    expect((await mock.fetch(`${BASE}${paths.agentEvaluations}`, init)).status).toBe(401);
    const authorized = { ...init, headers: { ...init.headers, ...TOKEN } };
    expect((await mock.fetch(`${BASE}${paths.agentEvaluations}`, authorized)).status).toBe(400);
  });

  it('of a success is not returned to a token without access', async () => {
    const restricted = await createMock({ tokens: { alice: { t9: ['w1'] } } });
    const get = (authorization: string, code: number) =>
      restricted.fetch(`${BASE}${paths.rules}`, { headers: { authorization, prefer: `code=${code}` } });
    expect((await get('Bearer bob', 200)).status).toBe(401);
    expect((await get('Bearer alice', 200)).status).toBe(403);
    expect((await get('Bearer bob', 418)).status).toBe(401);
    expect((await get('Bearer bob', 500)).status).toBe(500);
  });

  it.each(['__code=404', '__code=teapot', '__example=nope', '__code=401&__example=nope', '__wait=x', '__cod=404'])(
    'that is impossible is rejected with the reason, even without a token: ?%s',
    async (query) => {
      const { status, message } = await mock
        .fetch(`${BASE}${paths.rules}?${query}`)
        .then(async (response) => ({ status: response.status, ...((await response.json()) as { message: string }) }));
      expect([status, message]).toEqual([400, expect.stringMatching(/^The query parameter __/)]);
    },
  );

  it('can be combined with one of its examples, even in query parameters', async () => {
    const response = await mock.fetch(`${BASE}${paths.rules}?__code=401&__example=expired_token`);
    expect([response.status, await response.json()]).toEqual([
      401,
      listExamples(paths.rules, 'get', '401').expired_token,
    ]);
    expect(response.headers.get('www-authenticate')).toBeTruthy();
  });
});

describe('a status of a proxy', () => {
  it.each(GATEWAY)('can be forced for any contract: %i', async (status) => {
    const small = await mockWithKey(smallContract());
    const response = await small.fetch('http://any/beta/v2/search', { headers: { prefer: `code=${status}` } });
    const body = await response.json();
    expect([response.status, body]).toEqual([status, { code: status, message: expect.stringMatching(/^[A-Z].*\.$/) }]);
  });

  it.each(GATEWAY)('can be injected: %i', async (status) => {
    const headers = { ...TOKEN, prefer: `chaos="code=${status}"` };
    expect((await mock.fetch(`${BASE}${paths.rules}`, { headers })).status).toBe(status);
  });
});
