import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STORY_WORKSPACE } from '../../src/demo/story.ts';
import type { Handler } from '../../src/http/operation.ts';
import { newId } from '../../src/identifiers.ts';
import { DATABASES } from '../databases/databases.ts';
import { startService, type TestService } from '../service.ts';

const T = `/tenants/${STORY_WORKSPACE.tenantId}/workspaces/${STORY_WORKSPACE.workspaceId}`;

/** Gives back what it was asked to make. */
const createView: Handler<'createView'> = async ({ body: { filters = {}, columns = [], ...body }, url }) => {
  const now = new Date().toISOString();
  const id = newId();
  const view = { id, ...body, filters, columns, created_at: now, updated_at: now };
  return { status: 201, headers: { location: `${url}/${id}` }, body: view };
};

describe.each(DATABASES)('the HTTP shell on %s', (kind) => {
  let service: TestService;
  let token: string;

  const send = (path: string, init: RequestInit = {}) => service.send(path, { token, ...init });
  const post = (body: string | Uint8Array<ArrayBuffer>, type: string | null = 'application/json') =>
    send('/views', { method: 'POST', body, headers: type === null ? {} : { 'content-type': type } });
  /** Every error is `{code, message}`, with the headers that every answer has. */
  const expectError = async (answer: Response, status: number, details?: object) => {
    const body = await answer.json();
    expect([answer.status, body]).toEqual([
      status,
      { code: status, message: expect.stringMatching(/\.$/), ...(details && { details }) },
    ]);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  };

  beforeAll(async () => {
    service = await startService(kind, { rateLimit: 0 }, { createView });
    token = await service.key([STORY_WORKSPACE, { tenantId: 't2', workspaceId: 'w2' }]);
  });
  afterAll(() => service.close());

  test('a request identifier is taken over when it is one, and made up otherwise', async () => {
    const sent = await send('/aispm-dashboard', { headers: { 'x-request-id': 'my.own-1' } });
    expect(sent.headers.get('x-request-id')).toBe('my.own-1');
    const made = await send('/aispm-dashboard', { headers: { 'x-request-id': 'not one' } });
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
    expect(made.headers.get('ratelimit-policy')).toMatch(/^"default";q=\d+;w=60$/);
  });

  test('a header that the contract declares is held to it, however it is spelled', async () => {
    for (const name of ['Idempotency-Key', 'idempotency-key']) {
      const headers = { 'content-type': 'application/json', [name]: 'k'.repeat(256) };
      const answer = await send('/views', { method: 'POST', body: '{"name":"n","entity":"issues"}', headers });
      await expectError(answer, 400, { 'header/idempotency-key': expect.stringContaining('255') });
    }
  });

  test.each([
    [undefined, 'Send your API key'],
    ['Basic YTpi', 'does not have the form'],
    ['Bearer', 'does not have the form'],
    ['Bearer nonsense', 'is not valid'],
  ])('without a key (%s) the answer is 401, whatever else is wrong', async (authorization, text) => {
    const answer = await service.send(`/rules${T}?page_size=nonsense`, {
      headers: authorization ? { authorization } : {},
    });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answer.clone().text()).toContain(text);
    await expectError(answer, 401);
  });

  test('a workspace that the key does not reach is answered with 403, also when it does not exist', async () => {
    const paths = ['tenants/t2/workspaces/production', 'tenants/none/workspaces/none'];
    const answers = await Promise.all(paths.map((path) => send(`/rules/${path}`)));
    expect(await answers[0]?.clone().text()).toBe(await answers[1]?.clone().text());
    for (const answer of answers) await expectError(answer, 403);
    expect((await send('/rules/tenants/t2/workspaces/w2')).status).toBe(200);
  });

  test('a path that is none is answered with 404, another method with 405 and those that there are', async () => {
    await expectError(await send('/nothing'), 404);
    const answer = await send('/aispm-dashboard', { method: 'DELETE' });
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    await expectError(answer, 405);
    expect((await send('/views', { method: 'PUT', body: 'x'.repeat(100) })).headers.get('allow')).toBe(
      'GET, POST, HEAD',
    );
    const head = await send(`/rules${T}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test.each([
    ['page_size=0', 'page_size', 'must be >= 1, got 0'],
    ['page_size=101', 'page_size', 'must be <= 100, got 101'],
    ['page_size=ten', 'page_size', 'must be integer, got "ten"'],
    ['page_size=1&page_size=2', 'page_size', expect.any(String)],
    ['include_total=1', 'include_total', 'must be boolean, got "1"'],
    ['source=', 'source', expect.stringContaining('must be one of')],
    ['rule_name=', 'rule_name', expect.any(String)],
    ['object_type=agent&object_type=car', 'object_type', expect.stringContaining('got "car"')],
  ])('a parameter that is wrong (%s) is answered with 400 and its place', async (query, name, text) => {
    await expectError(await send(`/rules${T}?${query}`), 400, { [`query/${name}`]: text });
  });

  test('a parameter that nobody knows is passed over', async () => {
    expect((await send(`/rules${T}?nobody=knows`)).status).toBe(200);
  });

  test('bodies that are no JSON, too deep, too large or of another type are refused', async () => {
    await expectError(await post('{"name": '), 400, { body: expect.stringContaining('must be valid JSON') });
    await expectError(await post(new Uint8Array([0x22, 0xff, 0x22])), 400, { body: expect.stringContaining('UTF-8') });
    const deep = `${'['.repeat(101)}${']'.repeat(101)}`;
    await expectError(await post(deep), 400, { body: expect.stringContaining('nested') });
    await expectError(await post('{}', 'text/plain'), 415);
    await expectError(await post(new Uint8Array([0x7b, 0x7d]), null), 415);
    await expectError(await post(''), 400, { body: 'is required' });
    await expectError(await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024) })), 413);
  });

  test('a body that does not fit is answered with 400 and the places in it', async () => {
    await expectError(await post('[]'), 400, { body: expect.stringContaining('must be object') });
    await expectError(await post('{"entity":"issues"}'), 400, { 'body/name': 'is required' });
    const body = { name: 'n', entity: 'issues', filters: {}, columns: ['issue_id'] };
    await expectError(await post(JSON.stringify({ ...body, more: 1 })), 400, {
      'body/more': 'is not a field that is known here',
    });
    // In a body nothing is taken for what it is not.
    await expectError(await post(JSON.stringify({ ...body, name: 1 })), 400, { 'body/name': 'must be string, got 1' });
    const made = await post(JSON.stringify(body));
    expect(made.status).toBe(201);
  });

  test('an answer that the client does not take is answered with 406', async () => {
    await expectError(await send(`/rules${T}`, { headers: { accept: 'text/html' } }), 406);
    await expectError(await send(`/rules${T}`, { headers: { accept: 'application/json;q=0, */*' } }), 406);
    for (const accept of ['application/json', 'text/html, application/*;q=0.1', '*/*']) {
      expect((await send(`/rules${T}`, { headers: { accept } })).status).toBe(200);
    }
  });

  test('what the database cannot hold is the fault of the request', async () => {
    await expectError(await send('/client-storage/users/c/n/a%00b'), 400);
    await expectError(await send(`/aispm-agents${T}?updated_since=0000-01-01T00:00:00Z`), 400);
    expect((await send(`/aispm-agents${T}/${'x'.repeat(129)}`)).status).toBe(400);
    expect((await send(`/aispm-agents${T}/%ff`)).status).toBe(400);
  });

  test('SQL in any text is text', async () => {
    for (const text of ["'; DROP TABLE objects; --", '%', '\\', '"', '$1', "' OR '1'='1"]) {
      const { items } = (await (await send(`/aispm-agents${T}?name=${encodeURIComponent(text)}`)).json()) as {
        items: unknown[];
      };
      expect(items).toEqual([]);
    }
  });

  test('what is not HTTP, or has far too many headers, is told so', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const speak = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => socket.write(text));
        let answer = '';
        socket.on('data', (chunk) => {
          answer += chunk;
        });
        socket.on('close', () => resolve(answer));
        socket.on('error', reject);
      });
    expect(await speak('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*\{"code":400,/s);
    expect(await speak(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 .*"code":431/s,
    );
  });

  test('the process answers, and says whether it can work', async () => {
    const origin = service.baseUrl.replace('/api/v1', '');
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ status: 'ready' });
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    expect(metrics).toMatch(
      /aispm_http_request_duration_seconds_count\{operation="listRules",method="GET",status="200"\} \d/,
    );
    // No name of a tenant, and no key.
    expect(metrics).not.toContain(STORY_WORKSPACE.tenantId);
    expect(metrics).not.toContain('aispm_0');
  });
});

test('a quota that is used up is answered with 429 until its window is over', async () => {
  const service = await startService('postgres', { rateLimit: 3 });
  const token = await service.key([STORY_WORKSPACE]);
  const other = await service.key([STORY_WORKSPACE]);
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await service.send('/aispm-dashboard', { token })).status);
  const refused = await service.send('/aispm-dashboard', { token });
  const { status } = await service.send('/aispm-dashboard', { token: other });
  await service.close();
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit')).toMatch(/r=0;/);
  expect(status).toBe(200);
});

test('pages of other origins may call only where that is set', async () => {
  const service = await startService('postgres', { corsOrigins: ['https://app.example.com'] });
  const preflight = (origin: string) =>
    fetch(`${service.baseUrl}/aispm-dashboard`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });
  const allowed = await preflight('https://app.example.com');
  const other = await preflight('https://evil.example.com');
  await service.close();
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  expect(other.headers.get('access-control-allow-origin')).not.toBe('https://evil.example.com');
});
