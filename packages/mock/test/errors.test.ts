import { createMock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';
import { mockWithKey, smallContract } from './small-contract.ts';
import { BASE, expectError, mock, paths, post, send, TOKEN } from './support.ts';

const locations = (body: { details?: Record<string, string> }) => Object.keys(body.details ?? {}).sort();

describe('a token', () => {
  it.each([
    ['is missing', undefined],
    ['has another scheme', 'Basic dXNlcjpwYXNz'],
    ['has no scheme', 'secret-key-1'],
    ['has only a scheme', 'Bearer'],
    ['has two parts', 'Bearer a b'],
    ['is empty', ''],
  ])('that %s results in 401 with WWW-Authenticate', async (_, authorization) => {
    const response = await mock.fetch(
      `${BASE}${paths.rules}`,
      authorization === undefined ? {} : { headers: { authorization } },
    );
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    const { message } = await expectError(response, 401);
    expect(message).toContain('Bearer <API_KEY>');
    expect(message).not.toContain('secret-key-1');
  });

  it.each([['bearer lower-case'], ['Bearer x']])('with the header %j is accepted', async (authorization) => {
    expect((await mock.fetch(`${BASE}${paths.rules}`, { headers: { authorization } })).status).toBe(200);
  });

  it('that is missing results in 401, even if the request is invalid in other ways', async () => {
    const headers = { 'content-type': 'application/json' };
    await expectError(
      await mock.fetch(`${BASE}${paths.agentEvaluations}`, { method: 'POST', body: '{', headers }),
      401,
    );
    await expectError(await mock.fetch(`${BASE}${paths.rules}?page_size=0`), 401);
  });
});

describe('the first invalid part', () => {
  const unaccepted = { accept: 'text/html' };

  it('is Accept, before the query and the body', async () => {
    await expectError(await send(`${paths.rules}?colour=red`, { headers: unaccepted }), 406);
    await expectError(await post(paths.agentEvaluations, '{', unaccepted), 406);
  });

  it('is an unknown query parameter, before the path and other parameters', async () => {
    const { details } = await expectError(await send(`${paths.rule('a b')}?colour=red`), 400);
    expect(Object.keys(details ?? {})).toEqual(['query/colour']);
  });

  it('is the path, before the body and the query', async () => {
    const { details } = await expectError(await post('/eval/agent-evaluations/tenants/t1/workspaces/a b', '[]'), 400);
    expect(Object.keys(details ?? {})).toEqual(['path/workspace_id']);
  });
});

describe('Accept', () => {
  it.each([
    ['application/json', 200],
    ['*/*', 200],
    ['text/html, application/*;q=0.1', 200],
    ['application/json; charset=utf-8', 200],
    [';;q=,', 200],
    ['application/json;q=0', 406],
    ['*/*, application/json;q=0', 406],
    ['application/json;v=2', 406],
    ['text/html', 406],
  ])('%j results in %d', async (accept, status) => {
    expect((await send(paths.rules, { headers: { accept } })).status).toBe(status);
  });
});

describe('an invalid parameter', () => {
  it.each([
    ['page_size=0', 'query/page_size', 'must be >= 1, got 0'],
    ['page_size=101', 'query/page_size', 'must be <= 100, got 101'],
    ['page_size=ten', 'query/page_size', 'must be integer, got "ten"'],
    ['page_size=1.5', 'query/page_size', 'must be integer, got "1.5"'],
    ['page_size=1&page_size=2', 'query/page_size', 'must be integer, got ["1","2"]'],
    ['page_size=', 'query/page_size', 'must not be empty'],
    ['cursor=', 'query/cursor', 'must not be empty'],
    ['include_total=maybe', 'query/include_total', 'must be boolean, got "maybe"'],
    ['source=elsewhere', 'query/source', 'must be one of static, external'],
    ['object_type=agent&object_type=robot', 'query/object_type', 'must be one of'],
  ])('in the query results in 400 with its location: %s', async (query, location, message) => {
    const body = await expectError(await send(`${paths.rules}?${query}`), 400);
    expect(body.details).toEqual({ [location]: expect.stringContaining(message) });
    expect(body.message).toContain(location);
  });

  it('that is missing results in 400 with one detail per parameter', async () => {
    const body = await expectError(await send(paths.counts), 400);
    expect(body.details).toEqual({ 'query/start_time': 'is required', 'query/end_time': 'is required' });
  });

  it('that is not a timestamp results in 400', async () => {
    const body = await expectError(
      await send(`${paths.counts}?start_time=2026-11-31T00:00:00Z&end_time=2026-11-18T09:30:00Z`),
      400,
    );
    expect(body.details).toEqual({ 'query/start_time': expect.stringContaining('date-time') });
  });

  it.each(['a b', 'a,b', 'é', '%zz', 'x'.repeat(129), '%'])('in the path results in 400: %j', async (id) => {
    const body = await expectError(await send(paths.rule(encodeURIComponent(id))), 400);
    expect(locations(body)).toEqual(['path/rule_id']);
  });

  it('in the path results in 400 even if its encoding is invalid', async () => {
    const response = await mock.handle({ method: 'GET', url: `${mock.basePath}${paths.rule('%zz')}`, headers: TOKEN });
    expect([response.status, JSON.parse(response.body ?? '').reason]).toEqual([400, 'malformed_request']);
  });

  it('that is an unknown edge results in 400 with the known edges', async () => {
    const body = await expectError(await send(paths.agentEdge('a1', 'friends')), 400);
    expect(body.message).toMatch(/path\/edge must be one of .*models.*tools/);
  });

  it('has the same name as in the contract', async () => {
    const small = await mockWithKey(smallContract());
    const body = await expectError(await small.fetch('http://any/beta/v2/search?maxCount=0'), 400);
    expect(locations(body)).toEqual(['query/maxCount']);
  });

  it('results in the contract’s headers for a 400', async () => {
    const response = await send(`${paths.rules}?page_size=0`);
    expect(response.headers.get('ratelimit')).toContain('r=');
  });
});

describe('an invalid body', () => {
  it.each([
    ['another type', { agent_id: 3 }, ['body/agent_id']],
    ['an invalid value', { schedule: 'hourly' }, ['body/schedule']],
    ['an unknown property', { 'a/b': 1 }, ['body/a~1b']],
    ['several violations', { agent_id: 3, weight: 'much' }, ['body/agent_id', 'body/weight']],
    ['a list instead of an object', [], ['body']],
    ['null instead of an object', null, ['body']],
    ['a number instead of an object', 7, ['body']],
  ])('with %s results in 400 with its location', async (_, body, expected) => {
    expect(locations(await expectError(await post(paths.agentEvaluations, JSON.stringify(body)), 400))).toEqual(
      expected,
    );
  });

  it('that is missing results in 400', async () => {
    const body = await expectError(await send(paths.agentEvaluations, { method: 'POST' }), 400);
    expect(body.details).toEqual({ body: 'is required' });
  });

  it.each(['{', '{"agent_id": }', 'nope', '[', '"', '{"a":1}x'])(
    'that is not JSON results in 400: %j',
    async (text) => {
      const body = await expectError(await post(paths.agentEvaluations, text), 400);
      expect(body.message).toContain('must be valid JSON');
      expect(locations(body)).toEqual(['body']);
    },
  );

  it('that is not UTF-8 results in 400', async () => {
    const init = {
      method: 'POST',
      body: new Uint8Array([0x22, 0xff, 0x22]),
      headers: { 'content-type': 'application/json' },
    };
    expect((await expectError(await send(paths.agentEvaluations, init), 400)).message).toContain('UTF-8');
  });

  it.each(['application/xml', 'text/plain', 'foo', 'a/b/c'])('of the media type %s results in 415', async (type) => {
    const body = await expectError(await post(paths.agentEvaluations, '{}', { 'content-type': type }), 415);
    expect(body.message).toContain('application/json');
  });

  it('that is missing may have any media type', async () => {
    expect((await send(paths.rules, { headers: { 'content-type': 'foo' } })).status).toBe(200);
  });

  it('without a media type results in 415', async () => {
    const init = { method: 'POST', body: new TextEncoder().encode('{}') };
    await expectError(await send(paths.agentEvaluations, init), 415);
  });

  it('of more than 1 MiB results in 413, unlike one of exactly 1 MiB', async () => {
    const fill = (size: number) => `{"name":"${'x'.repeat(size - 11)}"}`;
    expect((await expectError(await post(paths.agentEvaluations, fill(1024 * 1024 + 1)), 413)).message).toContain(
      '1 MiB',
    );
    await expectError(await post(paths.agentEvaluations, fill(1024 * 1024)), 400);
  });

  const compress = async (text: string) => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
  const postEncoded = (body: Uint8Array<ArrayBuffer>, encoding: string, path = paths.agentEvaluations) =>
    send(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    });

  it.each(['gzip', 'GZIP', 'identity, x-gzip'])('that is compressed is decompressed (%s)', async (encoding) => {
    const valid = '{"agent_id":"a1","evaluation_id":"e1","schedule":"weekly"}';
    expect((await postEncoded(await compress(valid), encoding)).status).toBe(201);
    const { details } = await expectError(await postEncoded(await compress('{"schedule":7}'), encoding), 400);
    expect(details).toHaveProperty(['body/schedule']);
  });

  it('that is declared as gzip but is not results in 400', async () => {
    const bytes = new TextEncoder().encode('{}');
    expect(await expectError(await postEncoded(bytes, 'gzip'), 400)).toMatchObject({ reason: 'malformed_gzip' });
    const half = (await compress('{"schedule":"weekly"}')).slice(0, -8);
    expect(await expectError(await postEncoded(half, 'gzip'), 400)).toMatchObject({ reason: 'malformed_gzip' });
  });

  it.each(['br', 'gzip, gzip', 'constructor'])('with another encoding results in 415 (%s)', async (encoding) => {
    const body = await expectError(await postEncoded(await compress('{}'), encoding), 415);
    expect(body).toMatchObject({
      reason: 'unsupported_content_encoding',
      details: { 'header/Content-Encoding': `must be gzip or identity, got ${encoding}` },
    });
  });

  it('is limited by its decompressed size, which depends on the operation', async () => {
    const mebibytes = await compress(' '.repeat(2 * 1024 * 1024));
    expect(await expectError(await postEncoded(mebibytes, 'gzip'), 413)).toMatchObject({ reason: 'body_too_large' });
    const larger = await compress(' '.repeat(40 * 1024 * 1024));
    expect(await expectError(await postEncoded(larger, 'gzip', paths.scans), 413)).toMatchObject({
      message: expect.stringContaining('32 MiB'),
    });
    const document = await compress(`${' '.repeat(2 * 1024 * 1024)}{}`);
    expect(await expectError(await postEncoded(document, 'gzip', paths.scans), 400)).toMatchObject({
      reason: 'invalid_body',
    });
  });

  it('that is nested deeper than 100 levels results in 400', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    for (const levels of [102, 5_000, 500_000]) {
      const { message } = await expectError(await post(paths.agentEvaluations, nested(levels)), 400);
      expect(message).toContain('100 levels');
    }
    expect((await expectError(await post(paths.agentEvaluations, nested(100)), 400)).message).toContain(
      'must be object',
    );
  });

  it('with too many items is rejected before validation, which compares every pair of items', async () => {
    const workspaces = Array.from({ length: 10_000 }, (_, index) => ({ tenant_id: 'a', workspace_id: `w${index}` }));
    const { details = {} } = await expectError(await post('/api-keys', JSON.stringify({ workspaces })), 400);
    expect(Object.keys(details)).toEqual(['body/workspaces']);
    expect(details['body/workspaces']).toContain('must NOT have more than 100 items, got [{"tenant_id"');
  });

  it.each([
    ['0000-06-30T12:00:00Z', 'query/start_time'],
    ['9999-12-31T23:59:59-14:00', 'query/start_time'],
  ])('and a query with an unsupported timestamp are rejected: %s', async (value, location) => {
    const rejected = 'must be in the years 1 to 9999, in UTC';
    const query = `?start_time=${encodeURIComponent(value)}&end_time=2026-06-30T12:00:00Z`;
    expect((await expectError(await send(`${paths.counts}${query}`), 400)).details).toEqual({ [location]: rejected });
    const workspaces = [{ tenant_id: 'a', workspace_id: 'w' }];
    const key = JSON.stringify({ name: 'Timestamps', access: 'read', workspaces, expires_at: value });
    expect((await expectError(await post('/api-keys', key), 400)).details).toEqual({ 'body/expires_at': rejected });
  });

  it('and a query may have leap seconds', async () => {
    const leap = '2016-12-31T23:59:60Z';
    const query = `?start_time=${leap}&end_time=2017-01-01T00:00:00Z`;
    expect((await send(`${paths.counts}${query}`)).status).toBe(200);
    expect((await send(`/issue-histograms/tenants/t1/workspaces/w1${query}`)).status).toBe(200);
    const workspaces = [{ tenant_id: 'a', workspace_id: 'w' }];
    const stateful = await createMock({ stateful: true });
    const response = await stateful.fetch(`${BASE}/api-keys`, {
      method: 'POST',
      headers: { ...TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Timestamps', access: 'read', workspaces, expires_at: leap }),
    });
    expect((await expectError(response, 422)).reason).toBe('invalid_expiry');
  });

  it('with line breaks in its names results in a valid error body', async () => {
    const body = await expectError(await post(paths.agentEvaluations, JSON.stringify({ 'a\r\nb': 1 })), 400);
    expect(locations(body)).toEqual(['body/a\ufffd\ufffdb']);
  });

  it('cannot enlarge the response with many violations, long names or long values', async () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`${'n'.repeat(200)}${i}`, 'v'.repeat(50)]));
    const response = await post(paths.agentEvaluations, JSON.stringify({ ...many, schedule: 'x'.repeat(100_000) }));
    expect(JSON.stringify(await expectError(response, 400)).length).toBeLessThan(20_000);
  });

  it('is validated by JSON Schema 2020-12, not by draft-07', async () => {
    const small = await mockWithKey(smallContract());
    const put = (body: unknown) =>
      small.fetch('http://any/beta/v2/things/1', {
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    expect((await put([1, 'x'])).status).toBe(200);
    expect(locations(await expectError(await put(['x', 1]), 400))).toEqual(['body/0', 'body/1']);
    expect((await put([1, 'x', 2])).status).toBe(400);
  });
});

describe('Accept', () => {
  it.each(['text/html', 'application/xml;q=0.5, text/*', 'application/json;q=0'])(
    'of another media type results in 406 with the available ones: %s',
    async (accept) => {
      const body = await expectError(await send(paths.rules, { headers: { accept } }), 406);
      expect(body.message).toContain('application/json');
    },
  );

  it.each([
    '*/*',
    'application/*',
    'application/json; charset=utf-8',
    'text/html, application/json;q=0.1',
    'foo',
    ';;,',
  ])('results in JSON when it permits JSON or is malformed: %s', async (accept) => {
    const response = await send(paths.rules, { headers: { accept } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  });

  it('of an earlier request does not affect a later one', async () => {
    await send(paths.rules, { headers: { accept: 'text/html' } });
    expect((await send(paths.rules, { headers: { accept: 'application/json' } })).status).toBe(200);
  });

  it('does not affect errors', async () => {
    await expectError(await send(paths.rules, { headers: { accept: 'text/html', prefer: 'code=403' } }), 403);
  });
});
