/** Responses of single operations can be replaced while the mock runs. */
import { createMock, type OverrideRequest, SettingError } from '@aispm/mock';
import type { Agent, AgentPage, ApiErrorBody } from '@aispm/types';
import { beforeEach, describe, expect, it } from 'vitest';
import { smallContract } from './small-contract.ts';
import { BASE, expectDelay, expectError, listExamples, operations, paths, TOKEN } from './support.ts';

const mock = await createMock();
beforeEach(() => mock.removeOverrides());

/** An operation as `@aispm/client` describes it. */
const listRules = { metadata: { id: 'listRules', method: 'GET' } } as const;
const agents = '/aispm-agents/tenants/t1/workspaces/w1';
const get = (path: string, headers: Record<string, string> = TOKEN) => mock.fetch(`${BASE}${path}`, { headers });
const [example] = Object.values(listExamples(agents, 'get', '200')) as [AgentPage];
const agent = example.items[0] as Agent;

describe('an override', () => {
  it('returns the example of an error until it is removed', async () => {
    const override = mock.override(listRules, { status: 429 });
    for (const headers of [TOKEN, {} as Record<string, string>]) {
      const response = await get(`${paths.rules}?page_size=0`, headers);
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      await expectError(response, 429);
    }
    expect((await get(agents)).status).toBe(200);
    override.remove();
    override.remove();
    expect((await get(paths.rules)).status).toBe(200);
  });

  it('applies once, or the specified number of times', async () => {
    mock.override('listRules', { status: 503, times: 2 });
    mock.override('listRules', { status: 500, once: true });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await get(paths.rules)).status);
    expect(statuses).toEqual([500, 503, 503, 200]);
  });

  it('with once applies to one of several simultaneous requests', async () => {
    mock.override('listRules', { status: 500, once: true });
    mock.override('listAgents', { status: 200, body: { ...example, items: [] }, once: true });
    const errors = await Promise.all([1, 2, 3].map(() => get(paths.rules)));
    expect(errors.map(({ status }) => status).sort()).toEqual([200, 200, 500]);
    const pages = await Promise.all([1, 2, 3].map(async () => ((await (await get(agents)).json()) as AgentPage).items));
    expect(pages.filter((items) => items.length === 0)).toHaveLength(1);
  });

  it('can have a delay', async () => {
    mock.override('listAgents', { status: 200, delayMs: 20_000 });
    await expectDelay((signal) => mock.fetch(`${BASE}${agents}`, { headers: TOKEN, signal }));
  });

  it('can have a body and headers', async () => {
    const body = { ...example, items: [{ ...agent, aispm_friendly_name: 'Own agent' }], cursor: '' };
    mock.override('listAgents', { status: 200, body, headers: { 'X-Own': 'yes', ETag: '"7"' } });
    const response = await get(`${agents}?page_size=1`);
    expect(await response.json()).toEqual(body);
    expect([response.headers.get('x-own'), response.headers.get('etag')]).toEqual(['yes', '"7"']);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-contract-digest')).toBe(mock.contractDigest);
  });

  it('of a success only applies to valid requests with a token', async () => {
    mock.override('listAgents', { status: 200, body: { ...example, items: [] } });
    await expectError(await get(`${agents}?page_size=0`), 400);
    await expectError(await get(agents, {}), 401);
    expect(((await (await get(agents)).json()) as AgentPage).items).toEqual([]);
  });

  it('can be a function of the typed request', async () => {
    const received: OverrideRequest<'listAgents'>[] = [];
    mock.override('listAgents', (request) => {
      received.push(request);
      const { name, page_size, severity, has_issues } = request.query;
      const expected: (string | number | boolean | string[] | undefined)[] = [name, page_size, severity, has_issues];
      if (expected.includes('none')) return { status: 200, body: { ...example, items: [], cursor: '' } };
      return name === 'broken' ? { status: 500, once: true } : undefined;
    });
    const query = 'name=none&page_size=5&severity=high&has_issues=true';
    expect(((await (await get(`${agents}?${query}`)).json()) as AgentPage).items).toEqual([]);
    expect(received).toMatchObject([
      {
        method: 'GET',
        path: `${mock.basePath}${agents}`,
        parameters: { tenant_id: 't1', workspace_id: 'w1' },
        query: { name: 'none', page_size: 5, severity: ['high'], has_issues: true },
        headers: TOKEN,
        body: undefined,
      },
    ]);
    expect(((await (await get(agents)).json()) as AgentPage).items.length).toBeGreaterThan(0);
    await expectError(await get(`${agents}?page_size=0`), 400);
    expect(received).toHaveLength(2);
    expect((await get(`${agents}?name=broken`)).status).toBe(500);
    expect((await get(`${agents}?name=broken`)).status).toBe(200);
  });

  it('receives the body of the request', async () => {
    const bodies: string[] = [];
    mock.override('updateIssues', async ({ body }) => {
      bodies.push(JSON.stringify(body));
      return { status: 500 };
    });
    const body = Object.values(
      Object.fromEntries(
        operations
          .filter(({ iid }) => iid === 'updateIssues')
          .flatMap(({ request }) => request?.body?.contents?.[0]?.examples ?? [])
          .flatMap((one) => ('value' in one ? [[one.key, one.value]] : [])),
      ),
    )[0];
    const path = operations.find(({ iid }) => iid === 'updateIssues')?.path.replace(/\{\w+\}/g, 'x');
    const method = operations.find(({ iid }) => iid === 'updateIssues')?.method.toUpperCase() ?? '';
    const headers = { ...TOKEN, 'content-type': 'application/json' };
    const response = await mock.fetch(`${BASE}${path}`, { method, headers, body: JSON.stringify(body) });
    expect([response.status, bodies]).toEqual([500, [JSON.stringify(body)]]);
  });

  it('is ignored if the request selects a response', async () => {
    mock.override('listRules', { status: 500 });
    expect((await get(paths.rules, { ...TOKEN, prefer: 'code=403' })).status).toBe(403);
    expect((await get(paths.rules, { ...TOKEN, prefer: 'wait=1' })).status).toBe(500);
  });

  it('can have the status and the body of a proxy', async () => {
    mock.override('listRules', { status: 502, body: '<h1>Bad Gateway</h1>', headers: { 'Content-Type': 'text/html' } });
    const response = await get(paths.rules);
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html']);
    expect(await response.text()).toBe('<h1>Bad Gateway</h1>');
    mock.override('listRules', { status: 504 });
    expect(await (await get(paths.rules)).json()).toMatchObject({ code: 504 });
  });

  it('can have the page of a proxy even with a status that the contract declares', async () => {
    mock.override('listRules', { status: 503, body: '<h1>Unavailable</h1>', headers: { 'Content-Type': 'text/html' } });
    const response = await get(paths.rules);
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html']);
    // The header of the contract's own response.
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await response.text()).toBe('<h1>Unavailable</h1>');
    mock.override('listRules', { status: 503, body: 'Unavailable' });
    expect((await get(paths.rules)).headers.get('content-type')).toBe('text/plain');
  });

  it.each(operations.map((operation) => ({ id: operation.iid as 'listRules', operation })))(
    'of $id can have every status that it can return',
    async ({ id, operation }) => {
      const path = operation.path.replace(/\{\w+\}/g, 'x');
      for (const status of new Set(operation.responses.map(({ code }) => Number(code)))) {
        if (status < 400) continue;
        const override = mock.override(id, { status: status as 500 });
        const method = operation.method.toUpperCase();
        expect((await mock.fetch(`${BASE}${path}`, { method })).status).toBe(status);
        override.remove();
      }
    },
  );
});

describe('an override with match', () => {
  const wide = `${agents}?page_size=5&severity=high&severity=low`;

  it.each<[string, object, boolean]>([
    [wide, { path: { workspace_id: 'w1' } }, true],
    [wide, { path: { workspace_id: 'w2' } }, false],
    [wide, { path: { constructor: 'w1' } }, false],
    [wide, { query: { page_size: '5' } }, true],
    [wide, { query: { page_size: '6' } }, false],
    [wide, { query: { severity: 'low' } }, true],
    [wide, { query: { severity: ['low', 'high'], page_size: '5' } }, true],
    [wide, { query: { severity: ['low', 'info'] } }, false],
    [agents, { query: { page_size: '5' } }, false],
  ])('applies to requests with its parameters: %s, %j, %s', async (path, match, applies) => {
    mock.override('listAgents', { status: 503, match });
    expect((await get(path)).status).toBe(applies ? 503 : 200);
  });

  it.each<[object, boolean]>([
    [{ name: 'New' }, true],
    [{ config: { based_on: 'x' } }, true],
    [{ config: { based_on: 'y' } }, false],
    [{ name: 'New', description: 'x' }, false],
    [[], false],
  ])('applies to requests whose body contains its body: %j, %s', async (body, applies) => {
    mock.override('createEvaluation', { status: 503, match: { body } });
    const response = await mock.fetch(`${BASE}/eval/evaluations/tenants/t1/workspaces/w1`, {
      method: 'POST',
      headers: { ...TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'New', config: { based_on: 'x' } }),
    });
    expect(response.status).toBe(applies ? 503 : 201);
  });

  it('leaves other requests to older overrides, and is used up only by its own', async () => {
    mock.override('listAgents', { status: 500 });
    mock.override('listAgents', { status: 503, once: true, match: { query: { page_size: '1' } } });
    const statuses: number[] = [];
    for (const query of ['', '?page_size=1', '?page_size=1']) statuses.push((await get(`${agents}${query}`)).status);
    expect(statuses).toEqual([500, 503, 500]);
  });
});

describe('next', () => {
  it('returns the response of the mock, which a function can change', async () => {
    mock.override('listAgents', async (_, next) => {
      const response = await next();
      if (response.status !== 200 || !response.body) return response;
      return { ...response, body: { ...response.body, items: response.body.items.slice(0, 1) } };
    });
    const { items } = (await (await get(agents)).json()) as AgentPage;
    expect(items).toEqual([agent]);
  });

  it('returns the response of older overrides, once', async () => {
    mock.override('listAgents', { status: 200, body: { ...example, items: [] }, once: true });
    mock.override('listAgents', async (_, next) => {
      await next();
      await next();
      return undefined;
    });
    const lengths: number[] = [];
    for (let i = 0; i < 2; i++) lengths.push(((await (await get(agents)).json()) as AgentPage).items.length);
    expect(lengths).toEqual([0, example.items.length]);
  });

  it('changes stored records once', async () => {
    const own = await createMock({ stateful: true });
    own.override('createEvaluation', async (_, next) => {
      await next();
      await next();
      return undefined;
    });
    const list = `${BASE}/eval/evaluations/tenants/halden-freight/workspaces/production`;
    const count = async () =>
      ((await (await own.fetch(`${list}?page_size=100`, { headers: TOKEN })).json()) as { items: unknown[] }).items
        .length;
    const before = await count();
    const created = await own.fetch(list, {
      method: 'POST',
      headers: { ...TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'New', config: { dataset: [{ prompt: 'a', expected: 'b' }] } }),
    });
    expect(created.status).toBe(201);
    expect(await count()).toBe(before + 1);
  });
});

describe('an unchecked response', () => {
  it('can violate the contract', async () => {
    mock.override('listAgents', { unchecked: true, status: 200, body: '{"items": [' });
    const truncated = await get(agents);
    expect([truncated.headers.get('content-type'), await truncated.text()]).toEqual([
      'application/json',
      '{"items": [',
    ]);
    mock.override('listAgents', {
      unchecked: true,
      status: 200,
      body: { items: [{ ...agent, object_type: 'robot' }] },
    });
    expect(await (await get(agents)).json()).toEqual({ items: [{ ...agent, object_type: 'robot' }] });
    mock.override('listAgents', { unchecked: true, status: 302, headers: { Location: '/login' } });
    const redirect = await get(agents, {});
    expect([redirect.status, redirect.headers.get('location'), await redirect.text()]).toEqual([302, '/login', '']);
    mock.override('listAgents', () => ({ unchecked: true, status: 418 }));
    expect((await get(agents)).status).toBe(418);
  });

  it('can have bytes or a stream, over HTTP too', async () => {
    const server = await mock.listen({ port: 0 });
    const receive = async () => {
      const overHttp = await fetch(`${server.url}${agents}`, { headers: TOKEN });
      return [await (await get(agents)).text(), await overHttp.text()];
    };
    const headers = { 'Content-Type': 'text/csv' };
    mock.override('listAgents', { unchecked: true, status: 200, headers, body: new TextEncoder().encode('a,b') });
    expect(await receive()).toEqual(['a,b', 'a,b']);
    const stream = {
      async *[Symbol.asyncIterator]() {
        yield 'a';
        yield new Uint8Array([0x62]);
      },
    };
    mock.override('listAgents', { unchecked: true, status: 200, headers, body: stream });
    expect(await receive()).toEqual(['ab', 'ab']);
    await server.close();
  });

  it('must have a status and a body that HTTP can transfer', () => {
    const add = (value: object) => () => mock.override('listAgents', { unchecked: true, ...value } as never);
    expect(add({ status: 100 })).toThrow('status must be from 200 to 599');
    expect(add({ status: 204, body: 'x' })).toThrow('body must be absent');
    expect(add({ status: 200, headers: { 'Content-Length': '5' } })).toThrow('the mock computes it');
  });
});

describe('an override is rejected', () => {
  it.each<[string, unknown, RegExp]>([
    ['with a status that the operation does not have', { status: 418 }, /status must be one .*: 200, 400.*; got 418/],
    ['without a status', {}, /status is missing; use 200, 400/],
    ['with a status of another type', { status: '429' }, /status must be an HTTP status; got "429"/],
    [
      'with a body against the schema',
      { status: 200, body: { ...example, items: [1] } },
      /body\/items\/0 must be object\. Fix it/,
    ],
    ['with a body without a required property', { status: 200, body: {} }, /body .*required property 'items'/],
    ['with an error against the schema', { status: 500, body: { code: 'x' } }, /listAgents cannot be used: body/],
    [
      'with an unknown property',
      { status: 500, twice: true },
      /twice is not known; use status, body, headers, delayMs/,
    ],
    [
      'with a delay that is too long',
      { status: 500, delayMs: 30_001 },
      /delayMs must be .* from 0 to 30000; got 30001/,
    ],
    ['with times below 1', { status: 500, times: 0 }, /times must be an integer of at least 1; got 0/],
    ['with once and times', { status: 500, times: 2, once: true }, /times contradicts once/],
    ['with a header that HTTP does not allow', { status: 500, headers: { 'a b': 'x' } }, /headers must be/],
    [
      'with a computed header',
      { status: 500, headers: { 'Content-Length': '3' } },
      /headers\/Content-Length cannot be set/,
    ],
    ['that is no object', null, /must be an object with a status/],
  ])('%s', (_, response, message) => {
    expect(() => mock.override('listAgents', response as { status: 429 })).toThrow(SettingError);
    expect(() => mock.override('listAgents', response as { status: 429 })).toThrow(message);
  });

  it('for an unknown operation', () => {
    expect(() => mock.override('listAgent' as 'listAgents', { status: 429 })).toThrow(
      /no operation "listAgent"\. Did you mean listAgents\?/,
    );
    for (const use of [mock.requests, mock.removeOverrides]) {
      expect(() => use('listAgent' as 'listAgents')).toThrow(SettingError);
    }
  });

  it('with a body if the status has none', () => {
    const withBody = { status: 204, body: {} } as unknown as { status: 204 };
    expect(() => mock.override('deleteView', withBody)).toThrow(/body must be absent, because a 204 has none/);
  });

  it('when a function returns it, with a 500 that contains the reason', async () => {
    mock.override('listAgents', () => ({ status: 200, body: { items: 'none' } as unknown as AgentPage }));
    const { message } = await expectError(await get(agents), 500);
    expect(message).toMatch(/override of listAgents cannot be used: body/);
  });

  it('when its function fails, with a 500 that contains the error', async () => {
    mock.override('listAgents', async () => {
      throw new TypeError('No luck');
    });
    const { message } = await expectError(await get(agents), 500);
    expect(message).toBe('The override of listAgents failed: its function threw TypeError: No luck.');
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a function of something else', () => 1],
    ['an object without metadata', {}],
  ])('for %s instead of an operation', (_, operation) => {
    expect(() => mock.override(operation as 'listAgents', { status: 429 })).toThrow(SettingError);
    expect(() => mock.override(operation as 'listAgents', { status: 429 })).toThrow(
      /An operation must be its operationId/,
    );
  });

  it('when there are too many', () => {
    for (let i = 0; i < 1_000; i++) mock.override('listRules', { status: 500 });
    expect(() => mock.override('listRules', { status: 500 })).toThrow(/1000 overrides, which is the maximum. Remove/);
    mock.removeOverrides('listAgents');
    expect(() => mock.override('listRules', { status: 500 })).toThrow(SettingError);
    mock.removeOverrides('listRules');
    mock.override('listRules', { status: 500 });
  });
});

describe('the types of overrides', () => {
  it('come from the contract', () => {
    const page: AgentPage = example;
    const error: ApiErrorBody = { code: 429, message: 'Slow down.' };
    const define = () => {
      mock.override('listAgents', { status: 200, body: page });
      mock.override(listRules, { status: 429, body: error });
      mock.override('deleteView', { status: 204 });
      mock.override('createView', ({ body }) => ({ status: 422, headers: { 'X-Name': body.name } }));
      mock.override('runAgentEvaluation', { status: 409 });
      mock.override('listAgents', { status: 503, body: '<h1>Unavailable</h1>' });
      // @ts-expect-error: the operation has no such status.
      mock.override('listAgents', { status: 201 });
      // @ts-expect-error: the operation has no Idempotency-Key.
      mock.override('updateIssue', { status: 409 });
      // @ts-expect-error: neither the operation's body nor a proxy's page.
      mock.override('listAgents', { status: 503, body: page });
      // @ts-expect-error: not the body of an error.
      mock.override('listAgents', { status: 429, body: page });
      // @ts-expect-error: a 204 has no body.
      mock.override('deleteView', { status: 204, body: {} });
      // @ts-expect-error: there is no such parameter.
      mock.override('listAgents', ({ query }) => query.no_such_parameter);
      // @ts-expect-error: there is no such operation.
      mock.override('listNothing', { status: 200 });
      // @ts-expect-error: there is no such property.
      mock.override('listAgents', { status: 429, twice: true });
    };
    expect(define).toBeTypeOf('function');
  });
});

describe('a reload', () => {
  it('removes overrides, which the other contract may not have', async () => {
    const own = await createMock();
    own.override('listRules', { status: 500 });
    await own.reload(smallContract());
    await own.reload();
    expect((await own.fetch(`${BASE}${paths.rules}`, { headers: TOKEN })).status).toBe(200);
  });
});
