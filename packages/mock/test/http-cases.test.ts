/**
 * One request for each behavior that Prism gets wrong or must preserve, over a real socket. Every error has the contract's
 * body, and no request hangs.
 */
import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, paths } from './support.ts';

/** How a request differs from a GET with a token. */
interface Variation {
  method?: string;
  headers?: Record<string, string | undefined>;
  body?: string;
}
type Case = [name: string, status: number, path: string, variation?: Variation];

const T = '/tenants/t1/workspaces/w1';
const EVALUATIONS = paths.agentEvaluations;
const ENTRY = '/client-storage/users/portal/preferences/issue-table';
const IDS = { agent_id: 'a1', evaluation_id: 'e1' };
/** The export of a view of the examples, which has no body. */
const EXPORT = '/views/01a0f6e8-15e2-7287-8b3b-3a3a4b2d2d31/export';
const TIMES = 'start_time=2026-11-18T08:00:00Z&end_time=2026-11-18T09:00:00Z';

const prefer = (value: string): Variation => ({ headers: { prefer: value } });
const accept = (value: string): Variation => ({ headers: { accept: value } });
const token = (authorization?: string): Variation => ({ headers: { authorization } });
const send = (method: string, body: string, type = 'application/json', more: Variation['headers'] = {}): Variation => ({
  method,
  body,
  headers: { 'content-type': type, ...more },
});
const post = (body: unknown) => send('POST', JSON.stringify(body));

const cases: Case[] = [
  // The base path and the paths.
  ['a path under the base path', 200, paths.rules],
  ['an unknown path', 404, '/nope'],
  ['the base path itself', 404, ''],
  ['a slash at the end', 404, `${paths.rules}/`],
  ['two slashes', 404, `/${paths.rules}`],
  ['an empty identifier', 404, paths.rule('')],
  ['another case of the path', 404, paths.rules.replace('rules', 'Rules')],
  ['an encoded slash in an identifier', 400, paths.rule('a%2Fb')],
  ['a comma in an identifier', 400, paths.rule('a,b')],
  ['a space in an identifier', 400, paths.rule('a%20b')],
  ['an identifier of 128 characters', 200, paths.rule('x'.repeat(128))],
  ['an identifier of 129 characters', 400, paths.rule('x'.repeat(129))],
  ['an identifier that is not ASCII', 400, paths.rule('%C3%A9')],
  ['a zero byte in an identifier', 400, paths.rule('a%00')],
  ['a known edge', 200, paths.agentEdge('a1', 'models')],
  ['an unknown edge', 400, paths.agentEdge('a1', 'friends')],
  ['an edge of another entity', 400, `/locations${T}/l1/locations`],
  // Methods.
  ['HEAD of a list', 200, paths.rules, { method: 'HEAD' }],
  ['OPTIONS that is not a preflight', 405, paths.rules, { method: 'OPTIONS' }],
  ['an undeclared POST', 405, paths.rules, { method: 'POST' }],
  ['an undeclared PUT', 405, paths.rules, { method: 'PUT' }],
  ['an undeclared PATCH', 405, paths.rules, { method: 'PATCH' }],
  ['an undeclared DELETE', 405, paths.rules, { method: 'DELETE' }],
  ['an unknown method', 405, paths.rules, { method: 'PURGE' }],
  ['a method of an unknown path', 404, '/nope', { method: 'DELETE' }],
  // The token.
  ['no token', 401, paths.rules, token()],
  ['another authentication scheme', 401, paths.rules, token('Basic dTpw')],
  ['a token without a scheme', 401, paths.rules, token('abc')],
  ['Bearer without a token', 401, paths.rules, token('Bearer')],
  ['Bearer with a token of two words', 401, paths.rules, token('Bearer a b')],
  ['bearer in lower case', 200, paths.rules, token('bearer abc')],
  ['no token and an invalid parameter', 401, `${paths.rules}?page_size=0`, token()],
  [
    'no token and an invalid body',
    401,
    EVALUATIONS,
    send('POST', '{"agent_id":3}', undefined, { authorization: undefined }),
  ],
  [
    'no token and a preferred status that the operation does not have',
    400,
    paths.rules,
    { headers: { authorization: undefined, prefer: 'code=418' } },
  ],
  [
    'no token and another preferred status',
    500,
    paths.rules,
    { headers: { authorization: undefined, prefer: 'code=500' } },
  ],
  // Query parameters.
  ['a parameter at its minimum', 200, `${paths.rules}?page_size=1`],
  ['a parameter at its maximum', 200, `${paths.rules}?page_size=100`],
  ['an integer in another notation: 1e0', 400, `${paths.rules}?page_size=1e0`],
  ['an integer in another notation: 0x1', 400, `${paths.rules}?page_size=0x1`],
  ['an integer in another notation: 1.0', 400, `${paths.rules}?page_size=1.0`],
  ['an integer in another notation: +1', 400, `${paths.rules}?page_size=%2B1`],
  ['a parameter below its minimum', 400, `${paths.rules}?page_size=0`],
  ['a parameter above its maximum', 400, `${paths.rules}?page_size=101`],
  ['a negative number', 400, `${paths.rules}?page_size=-1`],
  ['a fraction instead of an integer', 400, `${paths.rules}?page_size=1.5`],
  ['a word instead of a number', 400, `${paths.rules}?page_size=ten`],
  ['an empty parameter', 400, `${paths.rules}?page_size=`],
  ['a single parameter twice', 400, `${paths.rules}?page_size=1&page_size=2`],
  ['a value of an enumeration', 200, `${paths.rules}?source=static`],
  ['a value outside of an enumeration', 400, `${paths.rules}?source=elsewhere`],
  ['several values of an enumeration', 200, `${paths.rules}?object_type=agent&object_type=tool`],
  ['one invalid value among several', 400, `${paths.rules}?object_type=agent&object_type=robot`],
  ['the same value twice where values must be unique', 400, `/issues${T}?severity=high&severity=high`],
  ['a boolean', 200, `${paths.rules}?include_total=true`],
  ['a word instead of a boolean', 400, `${paths.rules}?include_total=yes`],
  ['an unknown parameter', 400, `${paths.rules}?unknown=1`],
  ['a misspelled parameter and a preferred error', 404, `${paths.rule('x')}?__code=404&pagesize=1`],
  ['an invalid cursor', 400, `${paths.rules}?cursor=abc`],
  ['a cursor that is too long', 400, `${paths.rules}?cursor=${'x'.repeat(2049)}`],
  ['a text that is too long', 400, `${paths.rules}?rule_name=${'x'.repeat(256)}`],
  ['required parameters', 200, `${paths.counts}?${TIMES}`],
  ['required parameters that are missing', 400, paths.counts],
  ['a date that does not exist', 400, `${paths.counts}?${TIMES.replace('11-18', '11-31')}`],
  ['a timestamp without a zone', 400, `${paths.counts}?${TIMES.replace('00Z', '00')}`],
  ['a page number of zero', 400, `${EVALUATIONS}?page=0`],
  ['a page after the last one', 200, `${EVALUATIONS}?page=9`],
  // Bodies.
  ['a valid body', 201, EVALUATIONS, post(IDS)],
  ['JSON that is cut off', 400, EVALUATIONS, send('POST', '{"name":')],
  ['a body that is not JSON', 400, EVALUATIONS, send('POST', 'nope')],
  ['an open bracket', 400, EVALUATIONS, send('POST', '[')],
  ['JSON with additional characters', 400, EVALUATIONS, send('POST', '{} {}')],
  ['a missing body', 400, EVALUATIONS, { method: 'POST' }],
  ['null instead of an object', 400, EVALUATIONS, post(null)],
  ['a list instead of an object', 400, EVALUATIONS, post([])],
  ['a text instead of an object', 400, EVALUATIONS, post('x')],
  ['a property of another type', 400, EVALUATIONS, post({ agent_id: 3 })],
  ['an unknown property', 400, EVALUATIONS, post({ agent: 'a1' })],
  ['__proto__ as a property', 400, EVALUATIONS, send('POST', '{"__proto__":{"agent_id":"a1"}}')],
  ['a value outside of an enumeration, in a body', 400, EVALUATIONS, post({ schedule: 'hourly' })],
  [
    'a number above its maximum, in a body',
    400,
    `/eval/evaluations${T}`,
    post({ name: 'x', config: { threshold: 2 } }),
  ],
  ['a weight that the service does not support', 422, EVALUATIONS, post({ ...IDS, weight: 2 })],
  ['a setting that the service does not support', 422, EVALUATIONS, post({ ...IDS, config: { max_turns: 'many' } })],
  ['a setting that the service does not know', 201, EVALUATIONS, post({ ...IDS, config: { mood: ['any'] } })],
  ['a body without any property', 400, `${EVALUATIONS}/x`, send('PATCH', '{}')],
  ['a body without a required property', 400, ENTRY, send('PUT', '{}')],
  ['a body that is nested too deep', 400, ENTRY, send('PUT', `{"value":{"a":${'['.repeat(200)}${']'.repeat(200)}}}`)],
  ['a body of XML', 415, EVALUATIONS, send('POST', '<a/>', 'application/xml')],
  ['a body of text', 415, EVALUATIONS, send('POST', '{}', 'text/plain')],
  ['a malformed media type', 415, EVALUATIONS, send('POST', '{}', 'json')],
  [
    'JSON with a charset',
    201,
    EVALUATIONS,
    send('POST', '{"agent_id":"a1","evaluation_id":"e1"}', 'application/json; charset=utf-8'),
  ],
  ['a merge patch where JSON is expected', 415, EVALUATIONS, send('POST', '{}', 'application/merge-patch+json')],
  ['a field that a rule beside the schema wants', 422, EVALUATIONS, post({ agent_id: 'a1' })],
  ['a body that the operation does not declare', 200, EXPORT, post({ a: 1 })],
  ['a body of 1.5 MiB', 413, EVALUATIONS, send('POST', JSON.stringify({ name: 'x'.repeat(1.5 * 1024 * 1024) }))],
  ['an Idempotency-Key that is empty', 400, EVALUATIONS, send('POST', '{}', undefined, { 'idempotency-key': '' })],
  ['a 204', 204, ENTRY, { method: 'DELETE' }],
  // Negotiation.
  ['Accept of anything', 200, paths.rules, accept('*/*')],
  ['Accept of JSON', 200, paths.rules, accept('application/json')],
  ['Accept of JSON with the lowest weight', 200, paths.rules, accept('text/html;q=0.9, application/json;q=0.1')],
  ['Accept of HTML', 406, paths.rules, accept('text/html')],
  ['Accept of XML', 406, paths.rules, accept('application/xml')],
  ['a malformed Accept', 200, paths.rules, accept('///')],
  ['Accept of HTML and an error', 404, '/nope', accept('text/html')],
  // Preferences.
  ['a declared status', 404, paths.rule('x'), prefer('code=404')],
  ['a status with an example', 401, paths.rules, prefer('code=401, example=expired_token')],
  ['an undeclared status', 400, paths.rules, prefer('code=418')],
  ['an invalid status', 400, paths.rules, prefer('code=abc')],
  ['a declared example', 200, paths.rules, prefer('example=first_page')],
  ['an undeclared example', 400, paths.rules, prefer('example=zzz')],
  ['an error for an invalid request', 500, `${paths.rules}?page_size=0`, prefer('code=500')],
  ['a success for an invalid request', 400, `${paths.rules}?page_size=0`, prefer('code=200')],
  ['a generated body', 200, paths.rules, prefer('dynamic=true')],
  ['a generated body from a seed', 200, paths.rules, prefer('dynamic=true, seed=x')],
  ['dynamic that is neither true nor false', 400, paths.rules, prefer('dynamic=maybe')],
  ['a delay', 200, paths.rules, prefer('wait=10')],
  ['a delay that is too long', 400, paths.rules, prefer('wait=99999')],
  ['an unknown preference', 200, paths.rules, prefer('return=minimal')],
  ['every error of a list: 403', 403, paths.rules, prefer('code=403')],
  ['every error of a list: 429', 429, paths.rules, prefer('code=429')],
  ['every error of a write: 409', 409, EVALUATIONS, send('POST', '{}', undefined, { prefer: 'code=409' })],
  ['every error of a write: 422', 422, EVALUATIONS, send('POST', '{}', undefined, { prefer: 'code=422' })],
];

/** Cases whose record is in no list. */
const UNKNOWN_WITH_STATE = ['an identifier of 128 characters', 'a known edge'];

describe('the cases', () => {
  it('are at least 96, with unique names', () => {
    expect(cases.length).toBeGreaterThanOrEqual(96);
    expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length);
  });
});

describe.each([
  ['without state', false],
  ['with state', true],
])('%s', (_, stateful) => {
  let server: RunningMock;
  beforeAll(async () => {
    server = await (await createMock({ stateful })).listen({ port: 0 });
  });
  afterAll(() => server.close());

  // Nonexistent records are only found without state.
  const known = cases.filter(([name]) => !(stateful && UNKNOWN_WITH_STATE.includes(name)));
  it.each(UNKNOWN_WITH_STATE.filter(() => stateful))('%s: 404', async (name) => {
    const [, , path = ''] = cases.find(([other]) => other === name) ?? [];
    await expectError(await fetch(`${server.url}${path}`, { headers: { authorization: 'Bearer t' } }), 404);
  });

  it.each(known)('%s: %i', async (_name, status, path, { headers = {}, ...init } = {}) => {
    const sent = { authorization: 'Bearer t', ...headers };
    const response = await fetch(`${server.url}${path}`, {
      ...init,
      headers: Object.entries(sent).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, value]],
      ),
      signal: AbortSignal.timeout(5_000),
    });
    if (status >= 400) await expectError(response, status);
    else expect(response.status, await response.clone().text()).toBe(status);
    expect(response.headers.get('x-request-id')).toBeTruthy();
    if (status === 405) expect(response.headers.get('allow')).toBeTruthy();
    if (status === 401) expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    if (status === 204) expect(response.headers.get('content-type')).toBeNull();
  });
});
