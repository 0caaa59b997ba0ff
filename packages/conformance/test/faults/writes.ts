/** Faults in writes: sizes, preconditions, repeated and deleted records. */
import { expect } from 'vitest';
import type { Interceptor } from '../exchange.ts';
import {
  changeRequests,
  changeResponses,
  hasQuery,
  type InjectedFault,
  leaveRecords,
  STORAGE,
  startsWith,
  withoutHeaders,
  write,
} from './interceptors.ts';

/** Returns whether a request changes the settings of a rule. */
const isRuleUpdate = ({ method, path }: { method: string; path: string }) =>
  method === 'PATCH' && path.startsWith('/rules/');
const NOT_FOUND = { code: 404, message: 'There is no such record.', reason: 'not_found' };
const NAMESPACES = /^GET \/client-storage\/users\/[^/]+$/;

/** Returns every item that a list has ever contained. */
const keepItems = (selected: RegExp, idField: string) => {
  const kept = new Map<unknown, object>();
  return changeResponses(selected, ({ body }) => {
    for (const item of body.items) kept.set(item[idField], item);
    body.items = [...kept.values()];
  });
};

export const writeFaults: InjectedFault[] = [
  {
    name: 'keeps the entity tag of a view that it changes',
    check: 'response',
    operation: 'updateView',
    interceptor: changeResponses(/^PATCH \/views\//, ({ status, headers }, request) => {
      const version = request.headers['if-match'];
      if (status === 200 && version !== undefined) headers.etag = version;
    }),
    violation: { part: 'header', pointer: 'ETag', expected: 'another one after a change' },
    options: write,
  },
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
    name: 'ignores If-Match of a change of a view',
    check: 'preconditions',
    operation: 'updateView',
    interceptor: changeRequests(
      ({ method, path }) => method === 'PATCH' && path.startsWith('/views/'),
      (request) => withoutHeaders(request, 'if-match'),
    ),
    violation: { part: 'status', expected: '412', got: expect.stringContaining('200 ') },
    options: write,
  },
  {
    name: 'ignores If-Match of the deletion of a view',
    check: 'preconditions',
    operation: 'deleteView',
    interceptor: changeRequests(
      ({ method, path }) => method === 'DELETE' && path.startsWith('/views/'),
      (request) => withoutHeaders(request, 'if-match'),
    ),
    violation: { part: 'status', expected: '412', got: expect.stringContaining('204') },
    options: write,
  },
  {
    name: 'counts an entry twice in its namespace',
    check: 'response',
    operation: 'listClientStorageNamespaces',
    interceptor: changeResponses(NAMESPACES, ({ body }) => {
      for (const item of body.items) item.key_count += 1;
    }),
    violation: { part: 'body', pointer: '/items', expected: expect.stringMatching(/^the namespace .*"key_count":1/) },
    options: write,
  },
  {
    name: 'lists a namespace after its last entry was deleted',
    check: 'response',
    operation: 'listClientStorageNamespaces',
    interceptor: keepItems(NAMESPACES, 'namespace'),
    violation: { part: 'body', pointer: '/items', expected: expect.stringMatching(/^no empty namespace /) },
    options: write,
  },
  {
    name: 'ignores If-Match of a change of an evaluation',
    check: 'preconditions',
    operation: 'updateEvaluation',
    interceptor: changeRequests(
      ({ method, path }) => method === 'PATCH' && path.startsWith('/eval/evaluations/'),
      (request) => withoutHeaders(request, 'if-match'),
    ),
    violation: { part: 'status', expected: '412', got: expect.stringContaining('200 ') },
    options: write,
  },
  {
    name: 'changes a built-in evaluation',
    check: 'response',
    operation: 'updateEvaluation',
    interceptor: changeResponses(
      ({ method, path }) => method === 'PATCH' && path.startsWith('/eval/evaluations/'),
      (response) => Object.assign(response, response.status === 403 && { status: 404, body: NOT_FOUND }),
    ),
    violation: { part: 'status', expected: '403', got: expect.stringContaining('404 ') },
    options: write,
  },
  {
    name: 'deletes an attached evaluation',
    check: 'states',
    operation: 'deleteEvaluation',
    interceptor: changeResponses(
      ({ method, path }) => method === 'DELETE' && path.startsWith('/eval/evaluations/'),
      (response) => Object.assign(response, response.status === 409 && { status: 404, body: NOT_FOUND }),
    ),
    violation: { part: 'status', expected: '409', got: expect.stringContaining('404 ') },
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
    name: 'ignores If-Match of an update of an occurrence',
    check: 'preconditions',
    operation: 'updateFineGrainedIssue',
    interceptor: changeRequests(startsWith('/fine-grained-issues/'), (request) => withoutHeaders(request, 'if-match')),
    violation: { part: 'status', expected: '412', got: expect.stringContaining('200 ') },
    options: leaveRecords,
  },
  {
    name: 'does not add the triage of an occurrence to the history',
    check: 'response',
    operation: 'listIssueHistory',
    interceptor: changeResponses(hasQuery('/issues/', 'fine_grained_issue_id'), ({ body }) => {
      (body as { items: unknown[] }).items = [];
    }),
    violation: { part: 'body', expected: expect.stringContaining('conformance') },
    options: leaveRecords,
  },
  {
    name: 'lists the oldest change first in the history',
    check: 'response',
    operation: 'listIssueHistory',
    interceptor: changeResponses(/^GET .*\/history$/, ({ body }) => {
      (body as { items: unknown[] }).items.reverse();
    }),
    violation: { part: 'body', expected: expect.stringContaining('conformance') },
    options: leaveRecords,
  },
  {
    name: 'ignores If-Match of a change of a rule',
    check: 'preconditions',
    operation: 'updateRule',
    interceptor: changeRequests(isRuleUpdate, (request) => withoutHeaders(request, 'if-match')),
    violation: { part: 'status', expected: '412', got: expect.stringContaining('200 ') },
    options: leaveRecords,
  },
  {
    name: 'leaves the findings of a rule that is switched off open',
    check: 'response',
    operation: 'updateRule',
    interceptor: changeResponses(/^GET \/fine-grained-issues\//, ({ body }) => {
      for (const item of body.items ?? [])
        if (item.status_reason === 'rule_disabled') Object.assign(item, { status: 'open', status_reason: null });
    }),
    violation: { part: 'body', pointer: expect.stringMatching(/\/status$/), expected: '"resolved"', got: '"open"' },
    options: leaveRecords,
  },
  {
    name: 'lets users change the status of findings while their rule is switched off',
    check: 'response',
    operation: 'updateRule',
    interceptor: changeResponses(/^PATCH \/fine-grained-issues\//, (response) => {
      if (response.status === 422 && JSON.stringify(response.body).includes('switched off')) response.status = 200;
    }),
    violation: { part: 'status', expected: '422' },
    options: leaveRecords,
  },
  {
    name: 'keeps the severity that a rule gave its findings',
    check: 'response',
    operation: 'updateRule',
    interceptor: changeRequests(isRuleUpdate, (request) => ({
      ...withoutHeaders(request, 'content-length'),
      body: request.body.replace('"severity_override":null', '"severity_override":"info"'),
    })),
    violation: { part: 'body', pointer: '/severity_override', expected: 'null', got: '"info"' },
    options: leaveRecords,
  },
  {
    name: 'reopens the issue of a rule that is switched on again as if it had been resolved',
    check: 'response',
    operation: 'updateRule',
    interceptor: countReopened(),
    violation: { part: 'body', pointer: '/reopen_count' },
    options: leaveRecords,
  },
];

/** Counts a rule that is switched on again as a reopening of its issue. */
function countReopened(): Interceptor {
  let count = 0;
  return async (request, forward) => {
    const response = structuredClone(await forward(request));
    if (isRuleUpdate(request) && response.status === 200 && response.body.is_enabled) count += 1;
    if (/^\/issues\/[^/]+\/[^/]+\/[^/]+\/[^/]+\/[^/]+$/.test(request.path) && response.body.reopen_count !== undefined)
      response.body.reopen_count += count;
    return response;
  };
}
