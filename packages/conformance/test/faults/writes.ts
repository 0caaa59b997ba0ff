/** Faults in writes: sizes, preconditions, repeated and deleted records. */
import { expect } from 'vitest';
import {
  changeRequests,
  changeResponses,
  type InjectedFault,
  leaveRecords,
  STORAGE,
  startsWith,
  withoutHeaders,
  write,
} from './interceptors.ts';

export const writeFaults: InjectedFault[] = [
  {
    name: 'accepts a body of any size',
    check: 'limits',
    operation: 'createView',
    interceptor: changeRequests(
      ({ body }) => body.length > 1024 * 1024,
      (request) => ({ ...withoutHeaders(request, 'content-length'), body: request.body.trim() }),
    ),
    violation: { part: 'status', expected: '413', got: expect.stringContaining('201 ') },
    options: write,
  },
  {
    name: 'ignores If-Match',
    check: 'preconditions',
    operation: 'putClientStorageEntry',
    interceptor: changeRequests(startsWith(STORAGE), (request) => withoutHeaders(request, 'if-match')),
    violation: { part: 'status', expected: '412' },
    options: write,
  },
  {
    name: 'ignores If-None-Match',
    check: 'preconditions',
    operation: 'putClientStorageEntry',
    interceptor: changeRequests(startsWith(STORAGE), (request) => withoutHeaders(request, 'if-none-match')),
    violation: { part: 'status', expected: '412', got: expect.stringContaining('200 ') },
    options: write,
  },
  {
    name: 'ignores If-Match of a deletion',
    check: 'preconditions',
    operation: 'deleteClientStorageEntry',
    interceptor: changeRequests(
      ({ method }) => method === 'DELETE',
      (request) => withoutHeaders(request, 'if-match'),
    ),
    violation: { part: 'status', expected: '412', got: expect.stringContaining('204') },
    options: write,
  },
  {
    name: 'ignores the Idempotency-Key',
    check: 'idempotency',
    operation: 'createView',
    interceptor: changeRequests(startsWith('/views'), (request) => withoutHeaders(request, 'idempotency-key')),
    violation: { part: 'body', expected: expect.stringContaining('"id"') },
    options: write,
  },
  {
    name: 'replays the first response to another body',
    check: 'idempotency',
    operation: 'createView',
    interceptor: changeResponses(
      ({ path, method }) => path === '/views' && method === 'POST',
      (response) => response.status === 422 && Object.assign(response, { status: 201 }),
    ),
    violation: { part: 'status', expected: '422', got: expect.stringContaining('201 ') },
    options: write,
  },
  {
    name: 'responds with 204 and deletes nothing',
    check: 'states',
    operation: 'deleteClientStorageEntry',
    interceptor: async (request, forward) => {
      if (request.method !== 'DELETE' || request.headers['if-match'] === '"no-such-version"') return forward(request);
      const { headers } = await forward({ ...request, method: 'GET' });
      return { status: 204, headers: { 'x-request-id': headers['x-request-id'] ?? '' }, body: undefined };
    },
    violation: { part: 'status', expected: '404', got: expect.stringContaining('200 ') },
    options: write,
  },
  {
    name: 'ignores If-Match of an update of an issue',
    check: 'preconditions',
    operation: 'updateIssue',
    interceptor: changeRequests(startsWith('/issues/'), (request) => withoutHeaders(request, 'if-match')),
    violation: { part: 'status', expected: '412', got: expect.stringContaining('200 ') },
    options: leaveRecords,
  },
  {
    name: 'suppresses an issue without a reason',
    check: 'invalid',
    operation: 'updateIssue',
    interceptor: changeRequests(
      ({ method, body }) => method === 'PATCH' && body === '{"status":"suppressed"}',
      (request) => ({ ...withoutHeaders(request, 'content-length'), body: '{"status_comment":null}' }),
    ),
    violation: { part: 'status', expected: '400', got: expect.stringContaining('200 ') },
    options: leaveRecords,
  },
  {
    name: 'ignores if_match in a batch',
    check: 'response',
    operation: 'updateIssues',
    interceptor: changeRequests(
      ({ method, body }) => method === 'PATCH' && body.includes('"updates"'),
      (request) => ({
        ...withoutHeaders(request, 'content-length'),
        body: request.body.replaceAll(/"if_match":"(\\.|[^"\\])*",?/g, ''),
      }),
    ),
    violation: { part: 'body', expected: expect.stringContaining('[412]') },
    options: leaveRecords,
  },
  {
    name: 'keeps the oldest change first in the history',
    check: 'response',
    operation: 'listIssueHistory',
    interceptor: changeResponses(/^GET .*\/history$/, ({ body }) => {
      (body as { items: unknown[] }).items.reverse();
    }),
    violation: { part: 'body', expected: expect.stringContaining('conformance') },
    options: leaveRecords,
  },
];
