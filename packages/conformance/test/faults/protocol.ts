/** Faults in what every operation rejects: methods, media types, unknown parameters, preconditions; and in error bodies. */
import { expect } from 'vitest';
import type { Handler, Interceptor, ServerRequest, ServerResponse } from '../exchange.ts';
import {
  changeRequests,
  changeResponses,
  type InjectedFault,
  LIST,
  RULES,
  startsWith,
  withoutHeaders,
  withoutQuery,
  write,
} from './interceptors.ts';

const onRules = startsWith(RULES);
const createsView = ({ method, path }: ServerRequest) => method === 'POST' && path === '/views';

const withoutUnknown = (request: ServerRequest, ...names: string[]): ServerRequest =>
  names.reduce((changed, name) => withoutQuery(changed, name), request);

const editErrors = (status: number, edit: (response: ServerResponse) => void) =>
  changeResponses(
    ({ path }) => path.startsWith(RULES) || path === '/views',
    (response) => response.status === status && edit(response),
  );

/** Responds to the second of two simultaneous requests that create a view as if the first were in progress. */
const conflictWith = (edit: (response: ServerResponse) => void): Interceptor => {
  let count = 0;
  return async (request, forward) => {
    if (!createsView(request) || ++count !== 2) return forward(request);
    const response = await forwardAs(request, forward, 'code=409, example=idempotency_key_in_progress');
    edit(response);
    return response;
  };
};

/** Forwards a request with a preference, such as for an example of an error. */
export const forwardAs = async (request: ServerRequest, forward: Handler, prefer: string) =>
  structuredClone(await forward({ ...request, headers: { ...request.headers, prefer } }));

export const protocolFaults: InjectedFault[] = [
  {
    name: 'responds with 404 to an unsupported method',
    check: 'method',
    operation: 'listRules',
    interceptor: editErrors(405, (response) =>
      Object.assign(response, { status: 404, body: { ...response.body, code: 404, reason: 'not_found' } }),
    ),
    violation: { part: 'status', expected: '405', got: expect.stringContaining('404 ') },
    options: write,
  },
  {
    name: 'omits Allow',
    check: 'method',
    operation: 'listRules',
    interceptor: editErrors(405, ({ headers }) => delete headers.allow),
    violation: { part: 'header', pointer: 'Allow', expected: 'present' },
    options: write,
  },
  {
    name: 'lists the rejected method in Allow',
    check: 'method',
    operation: 'listRules',
    interceptor: editErrors(405, ({ headers }) => Object.assign(headers, { allow: 'GET, PUT' })),
    violation: { part: 'header', pointer: 'Allow', expected: 'GET', got: '"GET, PUT"' },
    options: write,
  },
  {
    name: 'ignores Accept',
    check: 'media-type',
    operation: 'listRules',
    interceptor: changeRequests(onRules, (request) => withoutHeaders(request, 'accept')),
    violation: { part: 'status', expected: '406', got: expect.stringContaining('200 ') },
  },
  {
    name: 'reads a body of any media type',
    check: 'media-type',
    operation: 'createView',
    interceptor: changeRequests(createsView, (request) => ({
      ...request,
      headers: { ...request.headers, 'content-type': 'application/json' },
    })),
    violation: { part: 'status', expected: '415', got: expect.stringContaining('201 ') },
    options: write,
  },
  {
    name: 'ignores misspelled parameters',
    check: 'unknown-parameter',
    operation: 'listRules',
    interceptor: changeRequests(onRules, (request) => withoutUnknown(request, 'rule_nam')),
    violation: { part: 'status', expected: '400', got: expect.stringContaining('200 ') },
  },
  {
    name: 'ignores parameters with names that objects inherit',
    check: 'unknown-parameter',
    operation: 'getRule',
    interceptor: changeRequests(onRules, (request) => withoutUnknown(request, 'constructor', '__proto__', 'toString')),
    violation: { part: 'status', expected: '400', got: expect.stringContaining('200 ') },
  },
  {
    name: 'does not suggest a parameter',
    check: 'unknown-parameter',
    operation: 'listRules',
    interceptor: editErrors(400, ({ body }) => {
      for (const location of Object.keys(body.details ?? {})) body.details[location] = 'is unknown';
    }),
    violation: { part: 'body', pointer: '/details', expected: 'query/rule_nam, with rule_name' },
  },
  {
    name: 'reports unknown parameters as invalid ones',
    check: 'unknown-parameter',
    operation: 'listRules',
    interceptor: editErrors(400, ({ body }) => Object.assign(body, { reason: 'invalid_parameter' })),
    violation: { part: 'body', pointer: '/reason', expected: 'unknown_parameter', got: '"invalid_parameter"' },
  },
  {
    name: 'ignores preconditions that it does not support',
    check: 'preconditions',
    operation: 'createView',
    interceptor: changeRequests(createsView, (request) =>
      withoutHeaders(request, 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'),
    ),
    violation: { part: 'status', expected: '400', got: expect.stringContaining('201 ') },
    options: write,
  },
  {
    name: 'returns an error without a reason',
    check: 'invalid',
    operation: 'listRules',
    interceptor: editErrors(400, ({ body }) => delete body.reason),
    violation: { part: 'body', pointer: '/reason', expected: 'present', got: 'missing' },
  },
  {
    name: 'returns an error with an undeclared field, in a strict run',
    check: 'method',
    operation: 'listRules',
    interceptor: editErrors(405, ({ body }) => Object.assign(body, { allow: 'GET' })),
    violation: { part: 'body', pointer: '/allow', expected: 'no such field' },
    options: { ...write, strict: true },
  },
  {
    name: 'reports an overload with undocumented fields',
    check: 'response',
    operation: 'listRules',
    interceptor: createOverload(),
    violation: { part: 'body', pointer: '/code', expected: 'present' },
  },
  {
    name: 'executes simultaneous requests with the same Idempotency-Key',
    check: 'idempotency',
    operation: 'createView',
    interceptor: changeRequests(createsView, (request) =>
      request.headers['idempotency-key'] ? withoutHeaders(request, 'idempotency-key') : request,
    ),
    violation: { part: 'body', expected: expect.stringContaining('"id"') },
    options: write,
  },
  {
    name: 'omits Retry-After while the first request with a key is in progress',
    check: 'idempotency',
    operation: 'createView',
    interceptor: conflictWith(({ headers }) => delete headers['retry-after']),
    violation: { part: 'header', pointer: 'Retry-After', expected: 'present' },
    options: write,
  },
  {
    name: 'returns the wrong reason while the first request with a key is in progress',
    check: 'idempotency',
    operation: 'createView',
    interceptor: conflictWith(({ body }) => Object.assign(body, { reason: 'run_active' })),
    violation: { part: 'body', pointer: '/reason', expected: 'idempotency_key_in_progress' },
    options: write,
  },
  {
    name: 'returns the wrong reason for a reused key',
    check: 'idempotency',
    operation: 'createView',
    interceptor: editErrors(422, ({ body }) => Object.assign(body, { reason: 'unknown_column' })),
    violation: { part: 'body', pointer: '/reason', expected: 'idempotency_key_reused' },
    options: write,
  },
];

/** Responds with 429 to the first request for a list, with a body that the contract doesn't document. */
function createOverload(): Interceptor {
  let isOverloaded = true;
  return async (request, forward) => {
    if (!isOverloaded || !LIST.test(`${request.method} ${request.path}`)) return forward(request);
    isOverloaded = false;
    const response = await forwardAs(request, forward, 'code=429');
    return { ...response, headers: { ...response.headers, 'retry-after': '1' }, body: { error: 'busy' } };
  };
}
