/** Faults that clients find if they ignore the contract. */
import { expect } from 'vitest';
import type { Interceptor, ServerRequest } from '../exchange.ts';
import {
  AGENTS,
  changeRequests,
  EXPIRING,
  type InjectedFault,
  RULES,
  startsWith,
  withoutQuery,
  write,
} from './interceptors.ts';

/** Fails on some requests with the documented response. */
const failOn =
  (isSelected: (request: ServerRequest) => boolean): Interceptor =>
  async (request, forward) =>
    forward(isSelected(request) ? { ...request, headers: { ...request.headers, prefer: 'code=500' } } : request);

const failed = { part: 'status', got: expect.stringMatching(/^500 /) };
const onRules = startsWith(RULES);
const onAgents = startsWith(AGENTS);

export const robustnessFaults: InjectedFault[] = [
  {
    name: 'fails on an order that it does not support',
    check: 'robustness',
    operation: 'listRules',
    interceptor: failOn((request) => onRules(request) && request.query.has('sort')),
    violation: { ...failed, expected: expect.stringContaining('400') },
  },
  {
    name: 'fails on an Idempotency-Key of a read',
    check: 'robustness',
    operation: 'listRules',
    interceptor: failOn((request) => onRules(request) && 'idempotency-key' in request.headers),
    violation: { ...failed, expected: '200' },
  },
  {
    name: 'rejects an If-Match of a read',
    check: 'robustness',
    operation: 'getRule',
    interceptor: async (request, forward) =>
      onRules(request) && 'if-match' in request.headers
        ? forward({ ...request, headers: { ...request.headers, prefer: 'code=400' } })
        : forward(request),
    violation: { part: 'status', expected: '200', got: expect.stringMatching(/^400 /) },
  },
  {
    name: 'ignores the cursor of another operation',
    check: 'robustness',
    operation: 'getAgent',
    interceptor: changeRequests(onAgents, (request) => withoutQuery(request, 'cursor')),
    violation: { part: 'status', expected: expect.stringContaining('400'), got: expect.stringMatching(/^200 /) },
  },
  {
    name: 'fails on filters of another operation',
    check: 'robustness',
    operation: 'listRules',
    interceptor: failOn((request) => onRules(request) && request.query.has('framework')),
    violation: failed,
  },
  {
    name: 'fails on parameters in another case',
    check: 'robustness',
    operation: 'listRules',
    interceptor: failOn((request) => onRules(request) && request.query.has('PAGE_SIZE')),
    violation: failed,
  },
  {
    name: 'fails on values of other parameters',
    check: 'robustness',
    operation: 'listAgents',
    interceptor: async (request, forward) => {
      const response = await forward(request);
      const isRejected = onAgents(request) && response.status === 400 && request.query.has('updated_since');
      return isRejected ? forward({ ...request, headers: { ...request.headers, prefer: 'code=500' } }) : response;
    },
    violation: failed,
  },
  {
    name: 'hangs on a repeated parameter',
    check: 'robustness',
    operation: 'listAgents',
    interceptor: async (request, forward) =>
      onAgents(request) && [...request.query.keys()].some((name) => request.query.getAll(name).length > 1)
        ? undefined
        : forward(request),
    violation: { part: 'connection', expected: 'a response', got: 'no response within 600 seconds' },
    options: EXPIRING,
  },
  {
    name: 'fails on headers with names that objects inherit',
    check: 'robustness',
    operation: 'getRule',
    interceptor: failOn((request) => onRules(request) && Object.hasOwn(request.headers, 'hasownproperty')),
    violation: { ...failed, expected: '200' },
  },
  {
    name: 'fails on a body of another operation',
    check: 'robustness',
    operation: 'createView',
    interceptor: async (request, forward) => {
      const response = await forward(request);
      const isRejected = request.path === '/views' && response.status === 400 && request.body.startsWith('{"');
      return isRejected ? forward({ ...request, headers: { ...request.headers, prefer: 'code=500' } }) : response;
    },
    violation: failed,
    options: write,
  },
];
