/** What HTTP requires of any server, and Node.js or Fastify would do without the error body of the contract. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATIONS, type Operation } from '../../src/platform/contract/contract.ts';
import { exchange } from '../attacks/wire.ts';
import { startService, type TestService } from '../service.ts';

const WORKSPACE = { tenantId: 't1', workspaceId: 'w1' };
const RULES = '/rules/tenants/t1/workspaces/w1';
const ENTRY = '/client-storage/users/protocol/ns/entry';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startService('postgres');
  token = await service.key([WORKSPACE]);
});
afterAll(() => service.close());

it.each([
  ['no Host', 'HTTP/1.1', [], 400],
  ['no Host on an unknown path', 'HTTP/1.1', [], 400, '/nothing'],
  ['an expectation other than 100-continue', 'HTTP/1.1', ['Host: localhost', 'Expect: 200-maybe'], 417],
  ['no Host in HTTP/1.0', 'HTTP/1.0', [], 200],
  ['a path that is not encoded', 'HTTP/1.1', ['Host: localhost'], 400, '/api/v1/rules/%zz'],
  ['a long segment', 'HTTP/1.1', ['Host: localhost'], 414, `/api/v1/rules/tenants/${'a'.repeat(5_000)}/workspaces/w1`],
  ['long headers', 'HTTP/1.1', ['Host: localhost', `X-Long: ${'a'.repeat(20_000)}`], 431],
  ['another protocol', 'SMTP', ['Host: localhost'], 400],
  ['two hosts', 'HTTP/1.1', ['Host: localhost', 'host: example.com'], 400],
  ['two keys', 'HTTP/1.1', ['Host: localhost', 'authorization: Bearer other'], 400],
  ['two media types', 'HTTP/1.1', ['Host: localhost', 'Content-Type: application/json', 'Content-Type: text/xml'], 400],
])('a request with %s', async (_, version, headers, status, path = `/api/v1${RULES}`) => {
  const lines = [`GET ${path} ${version}`, `Authorization: Bearer ${token}`, 'Connection: close', ...headers, '', ''];
  const reason = status > 413 && status !== 417 ? 'request_head_too_large' : 'malformed_request';
  const { statuses, text, body } = await exchange(service.baseUrl, lines.join('\r\n'));
  expect(statuses).toEqual([status]);
  expect(text).toMatch(/^x-request-id: \S+/im);
  expect(text).toMatch(/^cache-control: no-store/im);
  expect(text).toMatch(/^x-content-type-options: nosniff/im);
  if (status === 200) return;
  expect(text).toMatch(/^content-type: application\/json/im);
  expect(body).toEqual({ code: status, message: expect.any(String), reason });
});

it.each(['%ff', '%', '%zz', 'a%c3', '%ed%a0%80', '%f5%80%80%80', '%ff%zz'])(
  'a query that is not percent-encoded UTF-8 is rejected: %s',
  async (text) => {
    const response = await service.send(`${RULES}?page_size=1&name=${text}`, { token });
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: 400,
        reason: 'invalid_parameter',
        message: expect.any(String),
        details: { 'query/name': 'must be percent-encoded UTF-8' },
      },
    ]);
  },
);

it('responses of a deprecated operation have its dates, including errors', async () => {
  const rules = OPERATIONS.get('listRules') as Operation;
  const dates = { Deprecation: '@1796083200', Sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' };
  rules.deprecation = dates;
  try {
    for (const [path, options, status] of [
      [RULES, { token }, 200],
      [`${RULES}?page_size=none`, { token }, 400],
      [RULES, { token: 'unknown' }, 401],
    ] as const) {
      const { status: received, headers } = await service.send(path, options);
      expect([received, headers.get('deprecation'), headers.get('sunset')]).toEqual([
        status,
        dates.Deprecation,
        dates.Sunset,
      ]);
    }
    const { headers } = await service.send('/aispm-agents/tenants/t1/workspaces/w1', { token });
    expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([null, null]);
  } finally {
    rules.deprecation = {};
  }
});

it.each(['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'Token abc', 'Bearer a b', 'Bearer,a', 'key'])(
  'the key is missing from the header Authorization: %j',
  async (authorization) => {
    const response = await service.send(RULES, { headers: { authorization } });
    expect([response.status, response.headers.get('www-authenticate'), await response.json()]).toEqual([
      401,
      'Bearer',
      { code: 401, reason: 'missing_api_key', message: expect.any(String) },
    ]);
  },
);

it('a preflight without configured origins gets neither CORS headers nor an error, and other OPTIONS requests get 405', async () => {
  const send = (headers: Record<string, string>) => service.send(RULES, { method: 'OPTIONS', headers });
  const preflight = await send({ origin: 'https://app.example.com', 'access-control-request-method': 'GET' });
  expect([preflight.status, await preflight.text()]).toEqual([204, '']);
  expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  for (const headers of [{}, { origin: 'https://app.example.com' }]) {
    const response = await send(headers);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
});

it.each([
  ['{"value":1e400}', 'body/value'],
  ['{"value":{"list":[1,-1E+400]}}', 'body/value/list/1'],
  [`{"value":{"digits":${'9'.repeat(400)}}}`, 'body/value/digits'],
])('a number that would be stored as null is rejected with its location', async (body, location) => {
  const response = await service.send(ENTRY, {
    method: 'PUT',
    token,
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      code: 400,
      reason: 'invalid_body',
      message: expect.any(String),
      details: { [location]: 'must be between -1.7976931348623157e+308 and 1.7976931348623157e+308' },
    },
  ]);
});

it('numbers at the ends of the range, and strings that look like others, are stored', async () => {
  const value = { largest: Number.MAX_VALUE, smallest: 5e-324, hash: '9e400', zero: 0 };
  const body = `{"value":{"largest":${Number.MAX_VALUE},"smallest":5e-324,"hash":"9e400","zero":1e-400}}`;
  const headers = { 'content-type': 'application/json' };
  expect((await service.send(ENTRY, { method: 'PUT', token, body, headers })).status).toBe(201);
  expect(await (await service.send(ENTRY, { token })).json()).toMatchObject({ value });
});
