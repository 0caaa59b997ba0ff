/** Faults in single responses. */
import publishedContract from '@aispm/spec/openapi.json' with { type: 'json' };
import { expect } from 'vitest';
import { SCOPE } from '../exchange.ts';
import { AGENTS, changeResponses, EXPIRING, type InjectedFault, LIST, RULE, RULES } from './interceptors.ts';

/** The contract with a deprecated operation. */
const deprecating = structuredClone<object>(publishedContract) as typeof publishedContract;
Object.assign(deprecating.paths['/rules/tenants/{tenant_id}/workspaces/{workspace_id}/{rule_id}'].get, {
  deprecated: true,
  'x-deprecated-since': '2026-12-01',
  'x-sunset': '2027-06-01',
});

export const responseFaults: InjectedFault[] = [
  {
    name: 'announces the sunset of an operation that stays',
    check: 'response',
    operation: 'getRule',
    interceptor: changeResponses(RULE, ({ headers }) =>
      Object.assign(headers, { sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' }),
    ),
    violation: { part: 'header', pointer: 'Sunset', expected: 'none, because the contract has no date' },
  },
  {
    name: 'announces a deprecation only in the contract',
    check: 'response',
    operation: 'getRule',
    interceptor: changeResponses(RULE, ({ headers }) => delete headers.deprecation),
    violation: { part: 'header', pointer: 'Deprecation', expected: '@1796083200', got: 'missing' },
    options: { contract: deprecating },
  },
  {
    name: 'announces another sunset than the contract',
    check: 'response',
    operation: 'getRule',
    interceptor: changeResponses(RULE, ({ headers }) =>
      Object.assign(headers, { sunset: 'Mon, 31 May 2027 23:59:59 GMT' }),
    ),
    violation: { part: 'header', pointer: 'Sunset', expected: 'Tue, 01 Jun 2027 00:00:00 GMT' },
    options: { contract: deprecating },
  },
  {
    name: 'omits a required field',
    check: 'response',
    operation: 'listRules',
    interceptor: changeResponses(LIST, ({ body }) => delete body.items[0].rule_name),
    violation: { part: 'body', pointer: '/items/0/rule_name', expected: 'present', got: 'missing' },
  },
  {
    name: 'returns a field of another type',
    check: 'response',
    operation: 'getRule',
    interceptor: changeResponses(RULE, ({ body }) => Object.assign(body, { rule_name: 5 })),
    violation: { part: 'body', pointer: '/rule_name', expected: 'string', got: '5' },
  },
  {
    name: 'adds a field, in a strict run',
    check: 'response',
    operation: 'getRule',
    interceptor: changeResponses(RULE, ({ body }) => Object.assign(body, { added: 5 })),
    violation: { part: 'body', pointer: '/added', expected: 'no such field' },
    options: { strict: true },
  },
  {
    name: 'adds a field, in a strict run with the published contract',
    check: 'response',
    operation: 'getRule',
    interceptor: changeResponses(RULE, ({ body }) => Object.assign(body, { added: 5 })),
    violation: { part: 'body', pointer: '/added', expected: 'no such field' },
    options: { strict: true, contract: publishedContract },
  },
  {
    name: 'responds with a status that is not documented',
    check: 'response',
    operation: 'getRule',
    interceptor: changeResponses(RULE, (response) => Object.assign(response, { status: 203 })),
    violation: { part: 'status', expected: '200', got: expect.stringContaining('203 ') },
  },
  {
    name: 'fails',
    check: 'response',
    operation: 'listRules',
    interceptor: changeResponses(LIST, (response) =>
      Object.assign(response, { status: 500, body: { code: 500, message: 'Oh.' } }),
    ),
    violation: { part: 'status', expected: '200', got: expect.stringContaining('500 ') },
  },
  {
    name: 'responds with HTML',
    check: 'response',
    operation: 'listRules',
    interceptor: changeResponses(LIST, (response) =>
      Object.assign(response, { headers: { ...response.headers, 'content-type': 'text/html' }, body: '<p>' }),
    ),
    violation: { part: 'header', pointer: 'Content-Type', expected: 'application/json', got: 'text/html' },
  },
  {
    name: 'returns incomplete JSON',
    check: 'response',
    operation: 'listRules',
    interceptor: changeResponses(LIST, (response) =>
      Object.assign(response, { body: JSON.stringify(response.body).slice(0, 50) }),
    ),
    violation: { part: 'body', pointer: '', expected: 'valid JSON' },
  },
  {
    name: 'returns another record than the requested one',
    check: 'response',
    operation: 'getRule',
    interceptor: changeResponses(RULE, ({ body }) => Object.assign(body, { rule_id: 'another' })),
    violation: { part: 'body', pointer: '/rule_id', got: '"another"' },
  },
  {
    name: 'returns a record with another severity than its list',
    check: 'records',
    operation: 'getIssue',
    interceptor: changeResponses(new RegExp(`^GET /issues${SCOPE}/[^/]+$`), ({ body }) =>
      Object.assign(body, { definitive_severity: body.definitive_severity === 'low' ? 'info' : 'low' }),
    ),
    violation: {
      part: 'body',
      pointer: '/definitive_severity',
      expected: expect.stringMatching(/, as in listIssues$/),
    },
  },
  {
    name: 'lists a record that it does not return',
    check: 'records',
    operation: 'getAgent',
    interceptor: async (request, forward) =>
      request.method === 'GET' && new RegExp(`^${AGENTS}/[^/]+$`).test(request.path)
        ? forward({ ...request, path: `${AGENTS}/none` })
        : forward(request),
    violation: { part: 'status', expected: '200, because listAgents returns the record' },
  },
  {
    name: 'omits a required header',
    check: 'response',
    operation: 'getAgentEvaluation',
    interceptor: changeResponses(/^GET .*agent-evaluations.*\/.+-/, ({ headers }) => delete headers.etag),
    violation: { part: 'header', pointer: 'ETag', expected: 'present' },
  },
  {
    name: 'never responds',
    check: 'response',
    operation: 'listRules',
    interceptor: async (request, forward) => (request.path === RULES ? undefined : forward(request)),
    violation: { part: 'connection', expected: 'a response', got: 'no response within 600 seconds' },
    options: EXPIRING,
  },
  {
    name: 'omits the quota',
    check: 'quota',
    operation: 'listRules',
    interceptor: changeResponses(LIST, ({ headers }) => delete headers.ratelimit),
    violation: { part: 'header', pointer: 'RateLimit', got: 'missing' },
  },
  {
    name: 'omits the policy of the quota in errors',
    check: 'quota',
    operation: 'getAgent',
    interceptor: changeResponses(
      ({ path }) => path.startsWith(AGENTS),
      ({ status, headers }) => status === 404 && delete headers['ratelimit-policy'],
    ),
    violation: { part: 'header', pointer: 'RateLimit-Policy', got: 'missing' },
    options: { checks: ['quota', 'unknown-id'] },
  },
  {
    name: 'returns the quota in another format',
    check: 'quota',
    operation: 'listRules',
    interceptor: changeResponses(LIST, ({ headers }) =>
      Object.assign(headers, { ratelimit: 'limit=600, remaining=9' }),
    ),
    violation: { part: 'header', pointer: 'RateLimit', got: 'limit=600, remaining=9' },
  },
  {
    name: 'reports more remaining requests than the quota has',
    check: 'quota',
    operation: 'listRules',
    interceptor: changeResponses(LIST, ({ headers }) =>
      Object.assign(headers, { ratelimit: '"default";r=1000001;t=4' }),
    ),
    violation: { part: 'header', pointer: 'RateLimit', expected: 'up to 1000000, the requests of RateLimit-Policy' },
  },
  {
    name: 'never decreases the quota',
    check: 'quota',
    operation: 'listRules',
    interceptor: changeResponses(LIST, ({ headers }) =>
      Object.assign(headers, { ratelimit: '"default";r=5;t=86400', 'ratelimit-policy': '"default";q=6;w=86400' }),
    ),
    violation: { part: 'header', pointer: 'RateLimit', expected: 'fewer than the 5 requests that remained before' },
  },
  {
    name: 'replaces the request id',
    check: 'request-id',
    operation: 'listRules',
    interceptor: changeResponses(LIST, ({ headers }) => Object.assign(headers, { 'x-request-id': 'mine' })),
    violation: { part: 'header', pointer: 'X-Request-Id', got: '"mine"' },
  },
];
