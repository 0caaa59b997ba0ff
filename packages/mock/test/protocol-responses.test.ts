/** The responses that any request can get, and the requests that get them. */

import { createMock, type MockOptions } from '@aispm/mock';
import { type Document, listProtocolResponses } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { createSampleRequest, type SampleRequest } from '../dist/operations/sample-request.js';
import { mockWithKey, smallContract } from './small-contract.ts';
import { BASE, contract, expectError, operationParts, operations, paths, post, send, TOKEN } from './support.ts';

const T = '/tenants/t1/workspaces/w1';
const ENTRY = '/client-storage/users/portal/settings/x';

const protocol = listProtocolResponses(contract as Document);
const statusesOfAll = protocol.filter(({ requestHeader }) => !requestHeader).map(({ status }) => Number(status));

/** Sends the sample request of an operation. */
function sendSample(operation: (typeof operations)[number], prefer: string): Promise<Response> {
  const { method, path, headers, body } = createSampleRequest(operation) as SampleRequest;
  return send(path, { method, headers: { ...headers, prefer }, ...(body !== undefined && { body }) });
}

const samples = operations.map((operation) => ({ id: operation.iid, operation }));

describe('a protocol response', () => {
  it.each(samples)('can be forced on $id, with a reason', async ({ operation }) => {
    for (const status of statusesOfAll) {
      const response = await sendSample(operation, `code=${status}`);
      await expectError(response, status);
      expect(response.headers.has('retry-after'), `${status} Retry-After`).toBe([429, 503].includes(status));
      expect(response.headers.has('allow'), `${status} Allow`).toBe(status === 405);
    }
  });

  describe.each(operationParts)('of operations', ({ tags, cases }) => {
    it.each(cases)('can be injected into $iid', { tags }, async (operation) => {
      await expectError(await sendSample(operation, 'chaos="code=503"'), 503);
    });
  });

  it('lists the methods of the path in Allow', async () => {
    const prefer = { prefer: 'code=405' };
    expect((await send(paths.rules, { headers: prefer })).headers.get('allow')).toBe('GET, HEAD');
    const entry = await send(ENTRY, { headers: prefer });
    expect(entry.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT']);
  });

  it('about an idempotency key cannot occur for an operation without one', async () => {
    const { message } = await expectError(await send(paths.rules, { headers: { prefer: 'code=409' } }), 400);
    expect(message).toContain('a status that listRules can return: 200, 400');
  });

  it('is distinguished from the operation’s response with the same status', async () => {
    const run = `${paths.agentEvaluations}/x/run`;
    const own = await send(run, { method: 'POST', headers: { prefer: 'code=409' } });
    expect(own.headers.get('retry-after')).toBeNull();
    expect((await expectError(own, 409)).reason).toBe('run_active');
    const prefer = 'code=409, example=idempotency_key_in_progress';
    const other = await send(run, { method: 'POST', headers: { prefer } });
    expect(other.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await expectError(other, 409)).reason).toBe('idempotency_key_in_progress');
  });

  it('does not exist in a contract without protocol responses', async () => {
    const small = await mockWithKey(smallContract());
    const response = await small.fetch('http://any/beta/v2/search', { headers: { prefer: 'code=429' } });
    expect((await expectError(response, 400)).message).toContain('can return: 200, 502, 503, 504;');
  });
});

describe('a request that gets a protocol response', () => {
  it('because of its method has the headers of the contract', async () => {
    const response = await send(paths.rules, { method: 'DELETE' });
    expect((await expectError(response, 405)).reason).toBe('method_not_allowed');
    expect([response.headers.get('allow'), response.headers.get('ratelimit')]).toEqual([
      'GET, HEAD',
      expect.stringContaining('r='),
    ]);
  });

  it.each<[string, number, string, string, () => Promise<Response>]>([
    [
      'Accept',
      406,
      'not_acceptable',
      'must allow application/json, got "text/html"',
      () => send(paths.rules, { headers: { accept: 'text/html' } }),
    ],
    [
      'Content-Type',
      415,
      'unsupported_media_type',
      'must be application/json, got "application/xml"',
      () => post(paths.agentEvaluations, '<a/>', { 'content-type': 'application/xml' }),
    ],
  ])('because of its %s gets %i, a reason and a detail', async (name, status, reason, message, request) => {
    const body = await expectError(await request(), status);
    expect(body).toMatchObject({ reason, details: { [`header/${name}`]: message } });
  });
});

describe('an unknown query parameter', () => {
  it.each([
    ['sevrity=critical', 'did you mean severity?'],
    ['pageSize=5', 'did you mean page_size?'],
    ['constructor=1', 'use one of'],
    ['toString=1', 'use one of'],
    ['__proto__=1', 'use one of __code'],
  ])('results in 400 with the closest known one: %s', async (query, hint) => {
    const { reason, details } = await expectError(await send(`/issues${T}?${query}`), 400);
    expect(reason).toBe('unknown_parameter');
    expect(details).toEqual({ [`query/${query.split('=')[0]}`]: expect.stringContaining(hint) });
  });

  it.each(samples)('is rejected by $id', async ({ operation }) => {
    const { method, path, headers, body } = createSampleRequest(operation) as SampleRequest;
    const target = `${path}${path.includes('?') ? '&' : '?'}unknown_name=1`;
    const response = await send(target, { method, headers, ...(body !== undefined && { body }) });
    expect((await expectError(response, 400)).reason).toBe('unknown_parameter');
  });

  it('of the mock itself is accepted when it exists', async () => {
    expect((await send(`${paths.rules}?__wait=1&__seed=x&__chaos=off`)).status).toBe(200);
    expect((await expectError(await send(`${paths.rules}?__wiat=1`), 400)).reason).toBe('unknown_parameter');
  });
});

describe('a query', () => {
  it.each(['%ff', '%', '%zz', 'a%c3', '%ed%a0%80'])(
    'that is not percent-encoded UTF-8 is rejected: %s',
    async (text) => {
      const body = await expectError(await send(`${paths.rules}?page_size=1&name=${text}`), 400);
      expect(body).toMatchObject({
        reason: 'invalid_parameter',
        details: { 'query/name': 'must be percent-encoded UTF-8' },
      });
    },
  );

  it('with a list has details about the parameter, not the item', async () => {
    const { details } = await expectError(await send(`/issues${T}?status=open&status=nope&severity=bad`), 400);
    expect(Object.keys(details ?? {}).sort()).toEqual(['query/severity', 'query/status']);
  });
});

describe('a precondition', () => {
  const write = (path: string, method: string, headers: Record<string, string>, body = '{"value":{}}') =>
    send(path, { method, headers: { 'content-type': 'application/json', ...headers }, body });

  it.each(['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'])(
    'that a write does not support is rejected: %s',
    async (name) => {
      const response = await write(paths.agentEvaluations, 'POST', { [name]: '"1"' }, '{"agent_id":"a1"}');
      const { reason, details } = await expectError(response, 400);
      expect(reason).toBe('invalid_parameter');
      expect(details).toEqual({ [`header/${name}`]: expect.stringContaining('is not supported by this operation') });
    },
  );

  it('of a read has no effect', async () => {
    const { headers } = await send(ENTRY);
    const conditional = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await send(ENTRY, { headers: conditional })).status).toBe(200);
  });

  it('without state refers to the version that a read returns', async () => {
    const etag = (await send(ENTRY)).headers.get('etag') ?? '';
    expect((await write(ENTRY, 'PUT', { 'if-match': etag })).status).toBe(200);
    expect((await write(ENTRY, 'PUT', { 'if-match': '*' })).status).toBe(200);
    const changed = await expectError(await write(ENTRY, 'PUT', { 'if-match': '"another"' }), 412);
    expect(changed.reason).toBe('precondition_failed');
    await expectError(await send(ENTRY, { method: 'DELETE', headers: { 'if-match': '"another"' } }), 412);
  });

  it('may have several tags, and tags that a proxy has weakened', async () => {
    const etag = (await send(ENTRY)).headers.get('etag') ?? '';
    for (const tags of [`W/${etag}`, `"a,b", ${etag}`, `, ,W/"other",W/${etag}`]) {
      expect((await write(ENTRY, 'PUT', { 'if-match': tags })).status, tags).toBe(200);
      expect((await write(ENTRY, 'PUT', { 'if-none-match': tags })).status, tags).toBe(412);
    }
    expect((await write(ENTRY, 'PUT', { 'if-none-match': '"other"' })).status).toBe(200);
    await expectError(await write(ENTRY, 'PUT', { 'if-match': 'W/"other", "another"' }), 412);
    await expectError(await write(ENTRY, 'PUT', { 'if-match': etag.slice(1) }), 400);
  });

  it('with If-None-Match: * creates the record without state', async () => {
    expect((await write(ENTRY, 'PUT', { 'if-none-match': '*' })).status).toBe(201);
  });

  it('is also checked for generated bodies', async () => {
    await expectError(await write(ENTRY, 'PUT', { 'if-match': '"another"', prefer: 'dynamic=true' }), 412);
  });
});

describe('an idempotency key whose first request is delayed', () => {
  const start = async (options: MockOptions = {}) => {
    const mock = await createMock({ stateful: true, ...options });
    return (name: string, { key = 'k', wait = 0, token = 'a', signal }: RequestOptions = {}) =>
      mock.fetch(`${BASE}${paths.agentEvaluations}`, {
        method: 'POST',
        body: JSON.stringify({ agent_id: 'a1', evaluation_id: 'e1', name }),
        headers: {
          ...TOKEN,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
          prefer: `wait=${wait}`,
        },
        ...(signal && { signal }),
      });
  };
  interface RequestOptions {
    key?: string;
    wait?: number;
    token?: string;
    signal?: AbortSignal;
  }

  it('gets 409 with Retry-After until it ends, then the first response', async () => {
    const create = await start();
    const first = create('one', { wait: 1500 });
    const second = await create('one');
    expect(second.headers.get('retry-after')).toBe('2');
    expect((await expectError(second, 409)).reason).toBe('idempotency_key_in_progress');
    const { id } = (await (await first).json()) as { id: string };
    expect(await (await create('one')).json()).toMatchObject({ id });
  });

  it('gets 422 for another body', async () => {
    const create = await start();
    const first = create('one', { wait: 300 });
    const body = await expectError(await create('two'), 422);
    expect(body).toMatchObject({
      reason: 'idempotency_key_reused',
      details: { 'header/Idempotency-Key': expect.any(String) },
    });
    await first;
    expect((await expectError(await create('two'), 422)).reason).toBe('idempotency_key_reused');
  });

  it('can be used by other tokens, and after the client has disconnected', async () => {
    const create = await start();
    const first = create('one', { wait: 5000, signal: AbortSignal.timeout(100) });
    expect((await create('one', { token: 'b' })).status).toBe(201);
    await expect(first).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
    expect((await create('one')).status).toBe(201);
  });
});
