import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_WORKSPACE } from '../../src/demo/sample-data.ts';
import { getSchema } from '../../src/platform/contract/contract.ts';
import { newId } from '../../src/platform/core/identifiers.ts';
import type { Handler } from '../../src/platform/http/operation.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { readMetrics, startService, type TestService } from '../service.ts';

/** The reasons of the contract. */
const REASONS = new RegExp(`^(${getSchema('ErrorReason').enum?.join('|')})$`);

const T = `/tenants/${SAMPLE_WORKSPACE.tenantId}/workspaces/${SAMPLE_WORKSPACE.workspaceId}`;

/** Returns the view that the request describes, without storing it. */
const createView: Handler<'createView'> = async ({ body: { filters = {}, columns = [], ...body }, url }) => {
  const now = new Date().toISOString();
  const id = newId();
  const view = { id, ...body, filters, columns, created_at: now, updated_at: now };
  return { status: 201, headers: { location: `${url}/${id}` }, body: view };
};

describeOnDatabases('the HTTP server', (kind) => {
  let service: TestService;
  let token: string;

  const send = (path: string, init: RequestInit = {}) => service.send(path, { token, ...init });
  const post = (body: string | Uint8Array<ArrayBuffer>, type: string | null = 'application/json') =>
    send('/views', { method: 'POST', body, headers: type === null ? {} : { 'content-type': type } });
  /** Expects an error of the contract, `{code, message, reason}`, with the headers of every response. */
  const expectError = async (response: Response, status: number, details?: object) => {
    const body = await response.json();
    expect([response.status, body]).toEqual([
      status,
      {
        code: status,
        message: expect.stringMatching(/[.?]$/),
        reason: expect.stringMatching(REASONS),
        ...(details && { details }),
      },
    ]);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('x-request-id')).toBeTruthy();
  };

  beforeAll(async () => {
    service = await startService(kind, { rateLimit: 0 }, { createView });
    token = await service.key([SAMPLE_WORKSPACE, { tenantId: 't2', workspaceId: 'w2' }]);
  });
  afterAll(() => service.close());

  it('returns the request identifier that was sent when it is valid, and a new one otherwise', async () => {
    const sent = await send('/aispm-dashboard', { headers: { 'x-request-id': 'my.own-1' } });
    expect(sent.headers.get('x-request-id')).toBe('my.own-1');
    const created = await send('/aispm-dashboard', { headers: { 'x-request-id': 'not valid' } });
    expect(created.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('describes its quota in numbers that fit a structured field, even without a limit', async () => {
    const { headers } = await send('/aispm-dashboard');
    // RFC 9651: up to 15 digits.
    expect(headers.get('ratelimit')).toMatch(/^"default";r=\d{1,15};t=\d{1,15}$/);
    expect(headers.get('ratelimit-policy')).toMatch(/^"default";q=\d{1,15};w=60$/);
  });

  it('validates declared headers in upper and lower case', async () => {
    for (const name of ['Idempotency-Key', 'idempotency-key']) {
      const headers = { 'content-type': 'application/json', [name]: 'k'.repeat(256) };
      const response = await send('/views', { method: 'POST', body: '{"name":"n","entity":"issues"}', headers });
      await expectError(response, 400, { 'header/Idempotency-Key': expect.stringContaining('255') });
    }
  });

  it.each(['0x10', '1e1', '1.0', '%2B1', '%201', 'Infinity', 'NaN'])(
    'only accepts integers in decimal digits (%s)',
    async (text) => {
      const details = { 'query/page_size': expect.stringContaining('must be integer, got "') };
      await expectError(await send(`/rules${T}?page_size=${text}`), 400, details);
    },
  );

  it.each([
    [undefined, 'Send your API key'],
    ['Basic YTpi', 'is malformed'],
    ['Bearer', 'is malformed'],
    ['Bearer nonsense', 'is unknown, revoked or expired'],
  ])('returns 401 without a valid key (%s), before any other error', async (authorization, text) => {
    const response = await service.send(`/rules${T}?page_size=nonsense`, {
      headers: authorization ? { authorization } : {},
    });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.clone().text()).toContain(text);
    await expectError(response, 401);
  });

  it('returns 403 for a workspace without a grant, whether or not it exists', async () => {
    const paths = ['tenants/t2/workspaces/production', 'tenants/none/workspaces/none'];
    const responses = await Promise.all(paths.map((path) => send(`/rules/${path}`)));
    expect(await responses[0]?.clone().text()).toBe(await responses[1]?.clone().text());
    for (const response of responses) await expectError(response, 403);
    expect((await send('/rules/tenants/t2/workspaces/w2')).status).toBe(200);
  });

  it('returns 404 for an unknown path, and 405 with the allowed methods for another method', async () => {
    await expectError(await send('/nothing'), 404);
    const response = await send('/aispm-dashboard', { method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    await expectError(response, 405);
    expect(response.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
    expect(response.headers.get('ratelimit-policy')).toMatch(/^"default";q=\d+;w=60$/);
    expect((await send('/views', { method: 'PUT', body: 'x'.repeat(100) })).headers.get('allow')).toBe(
      'GET, POST, HEAD',
    );
    const head = await send(`/rules${T}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.each([
    ['page_size=0', 'page_size', 'must be >= 1, got 0'],
    ['page_size=101', 'page_size', 'must be <= 100, got 101'],
    ['page_size=ten', 'page_size', 'must be integer, got "ten"'],
    ['page_size=1&page_size=2', 'page_size', expect.any(String)],
    ['include_total=1', 'include_total', 'must be boolean, got "1"'],
    ['page_size=', 'page_size', 'must not be empty'],
    ['source=', 'source', 'must not be empty'],
    ['rule_name=', 'rule_name', expect.any(String)],
    ['object_type=agent&object_type=car', 'object_type', expect.stringContaining('got "car"')],
  ])('returns 400 with the location of an invalid parameter (%s)', async (query, name, text) => {
    await expectError(await send(`/rules${T}?${query}`), 400, { [`query/${name}`]: text });
  });

  it('rejects bodies that are not JSON, nested too deep, too large or of another media type', async () => {
    await expectError(await post('{"name": '), 400, { body: expect.stringContaining('must be valid JSON') });
    await expectError(await post(new Uint8Array([0x22, 0xff, 0x22])), 400, { body: expect.stringContaining('UTF-8') });
    const deep = `${'['.repeat(101)}${']'.repeat(101)}`;
    await expectError(await post(deep), 400, { body: expect.stringContaining('nested') });
    await expectError(await post('{}', 'text/plain'), 415, {
      'header/Content-Type': expect.stringContaining('text/plain'),
    });
    await expectError(await post(new Uint8Array([0x7b, 0x7d]), null), 415, { 'header/Content-Type': 'is required' });
    await expectError(await post(''), 400, { body: 'is required' });
    await expectError(await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024) })), 413);
  });

  it('returns 400 with the locations in an invalid body', async () => {
    await expectError(await post('[]'), 400, { body: expect.stringContaining('must be object') });
    await expectError(await post('{"entity":"issues"}'), 400, { 'body/name': 'is required' });
    const body = { name: 'n', entity: 'issues', filters: {}, columns: ['issue_id'] };
    await expectError(await post(JSON.stringify({ ...body, more: 1 })), 400, {
      'body/more': 'is not a known field',
    });
    // Values in a body aren't coerced.
    await expectError(await post(JSON.stringify({ ...body, name: 1 })), 400, { 'body/name': 'must be string, got 1' });
    const created = await post(JSON.stringify(body));
    expect(created.status).toBe(201);
  });

  it('returns 406 when the client accepts no available media type', async () => {
    for (const accept of ['text/html', 'application/json;q=0, */*']) {
      const details = { 'header/Accept': `must allow application/json, got "${accept}"` };
      await expectError(await send(`/rules${T}`, { headers: { accept } }), 406, details);
    }
    for (const accept of [
      'application/json',
      'APPLICATION/JSON',
      'application/json; charset=utf-8',
      'text/html, application/*;q=0.1',
      '*/*',
    ]) {
      expect((await send(`/rules${T}`, { headers: { accept } })).status).toBe(200);
    }
  });

  it('returns 400 for values that the database cannot store', async () => {
    await expectError(await send('/client-storage/users/c/n/a%00b'), 400, {
      'path/key': expect.stringContaining('U+0000'),
    });
    await expectError(await send(`/aispm-agents${T}?updated_since=0000-01-01T00:00:00Z`), 400, {
      'query/updated_since': expect.stringContaining('years 1 to 9999'),
    });
    expect((await send(`/aispm-agents${T}/${'x'.repeat(129)}`)).status).toBe(400);
    expect((await send(`/aispm-agents${T}/%ff`)).status).toBe(400);
  });

  it('treats SQL in a parameter as a string', async () => {
    for (const text of ["'; DROP TABLE objects; --", '%', '\\', '"', '$1', "' OR '1'='1"]) {
      const { items } = (await (await send(`/aispm-agents${T}?name=${encodeURIComponent(text)}`)).json()) as {
        items: unknown[];
      };
      expect(items).toEqual([]);
    }
  });

  it('returns 400 for input that is not HTTP, and 431 for headers that are too long', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const sendText = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => socket.write(text));
        let response = '';
        socket.on('data', (chunk) => {
          response += chunk;
        });
        socket.on('close', () => resolve(response));
        socket.on('error', reject);
      });
    expect(await sendText('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*\{"code":400,/s);
    expect(await sendText(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 .*"code":431/s,
    );
  });

  it('reports liveness, readiness and metrics', async () => {
    const origin = service.baseUrl.replace('/api/v1', '');
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ status: 'ready' });
    const metrics = await readMetrics(service);
    expect(metrics).toMatch(
      /aispm_http_request_duration_seconds_count\{operation="listRules",method="GET",status="200"\} \d/,
    );
    // Metrics contain no tenant and no key.
    expect(metrics).not.toContain(SAMPLE_WORKSPACE.tenantId);
    expect(metrics).not.toContain('aispm_0');
  });

  it('does not serve metrics on the port of the API', async () => {
    const response = await fetch(`${service.baseUrl.replace('/api/v1', '')}/metrics`);
    expect(await response.text()).not.toContain('aispm_http_request_duration_seconds');
  });
});

it('the service returns 429 for the rest of the window once the quota of a key is used up', async () => {
  const service = await startService('postgres', { rateLimit: 3 });
  const token = await service.key([SAMPLE_WORKSPACE]);
  const other = await service.key([SAMPLE_WORKSPACE]);
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await service.send('/aispm-dashboard', { token })).status);
  const rejected = await service.send('/aispm-dashboard', { token });
  const { status } = await service.send('/aispm-dashboard', { token: other });
  await service.close();
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(rejected.headers.get('ratelimit')).toMatch(/r=0;/);
  expect(status).toBe(200);
});

it('the service only allows browser requests from configured origins', async () => {
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
