/** Faults in what a server rejects: API keys, invalid requests, unknown identifiers, other tenants. */
import { expect } from 'vitest';
import { SCOPE, SECOND_TOKEN, type ServerRequest, type ServerResponse, TOKEN } from '../exchange.ts';
import {
  AGENTS,
  changeRequests,
  changeResponses,
  hasQuery,
  type InjectedFault,
  LIST,
  RULES,
  STORAGE,
  secondTenant,
  startsWith,
  withFirstToken,
  withoutQuery,
  write,
} from './interceptors.ts';

const isInSecondTenant = ({ path, headers }: ServerRequest) =>
  path.includes('/another-tenant/') && headers.authorization === `Bearer ${SECOND_TOKEN}`;

const toFirstTenant = (request: ServerRequest): ServerRequest =>
  withFirstToken({ ...request, path: request.path.replace('/tenants/another-tenant/workspaces/main', SCOPE) });

const toProblem = (response: ServerResponse) => {
  response.headers['content-type'] = 'application/problem+json';
  response.body = { type: 'about:blank', title: 'Wrong', status: response.status };
};

export const rejectionFaults: InjectedFault[] = [
  {
    name: 'accepts any API key',
    check: 'authentication',
    operation: 'listRules',
    interceptor: changeRequests(startsWith(RULES), withFirstToken),
    violation: { part: 'status', expected: '401', got: expect.stringContaining('200 ') },
  },
  {
    name: 'reports a missing API key as problem+json',
    check: 'authentication',
    operation: 'listRules',
    interceptor: changeResponses(({ headers }) => !headers.authorization, toProblem),
    violation: { part: 'header', pointer: 'Content-Type', got: 'application/problem+json' },
  },
  {
    name: 'accepts a page size that is too large',
    check: 'invalid',
    operation: 'listRules',
    interceptor: changeRequests(hasQuery(RULES, 'page_size', '101'), (request) => withoutQuery(request, 'page_size')),
    violation: { part: 'status', expected: '400', got: expect.stringContaining('200 ') },
  },
  {
    name: 'returns an error with undocumented fields',
    check: 'invalid',
    operation: 'listRules',
    interceptor: changeResponses(
      LIST,
      (response) => response.status === 400 && Object.assign(response, { body: { error: 'Wrong' } }),
    ),
    violation: { part: 'body', pointer: '/code', expected: 'present' },
  },
  {
    name: 'returns an error whose code is not its status',
    check: 'invalid',
    operation: 'listRules',
    interceptor: changeResponses(LIST, ({ status, body }) => status === 400 && Object.assign(body, { code: 422 })),
    violation: { part: 'body', pointer: '/code', got: '422' },
  },
  {
    name: 'accepts a body without a required field',
    check: 'invalid',
    operation: 'createView',
    interceptor: changeRequests(
      ({ method, path, body }) =>
        method === 'POST' && path === '/views' && !body.includes('"entity"') && body.endsWith('}'),
      (request) => ({ ...request, body: JSON.stringify({ ...JSON.parse(request.body), entity: 'agents' }) }),
    ),
    violation: { part: 'status', expected: '400', got: expect.stringContaining('201 ') },
    options: write,
  },
  {
    name: 'returns a record for an unknown identifier',
    check: 'unknown-id',
    operation: 'getAgent',
    interceptor: async (request, forward) => {
      const response = await forward(request);
      return response.status === 404 ? { ...response, status: 200 } : response;
    },
    violation: { part: 'status', expected: '404', got: expect.stringContaining('200 ') },
  },
  {
    name: 'returns the rows of another tenant',
    check: 'tenancy',
    operation: 'listAgents',
    interceptor: changeRequests(startsWith('/aispm-agents/'), (request) => ({
      ...request,
      path: AGENTS,
      headers: request.headers.authorization
        ? { ...request.headers, authorization: `Bearer ${TOKEN}` }
        : request.headers,
    })),
    violation: { part: 'status', expected: '403', got: expect.stringContaining('200 ') },
  },
  {
    name: 'returns the client storage of another user',
    check: 'tenancy',
    operation: 'getClientStorageEntry',
    interceptor: changeRequests(startsWith(STORAGE), withFirstToken),
    violation: { part: 'status', expected: '404', got: expect.stringContaining('200 ') },
    options: { ...write, secondToken: SECOND_TOKEN },
  },
  {
    name: 'gives the second key access to the first tenant',
    check: 'tenancy',
    operation: 'getRule',
    interceptor: changeRequests(({ headers }) => headers.authorization === `Bearer ${SECOND_TOKEN}`, withFirstToken),
    violation: { part: 'status', expected: '403', got: expect.stringContaining('200 ') },
    options: { secondToken: SECOND_TOKEN },
  },
  {
    name: 'returns the same rows to both tenants',
    check: 'tenancy',
    operation: 'listRules',
    interceptor: changeRequests(isInSecondTenant, toFirstTenant),
    violation: {
      part: 'body',
      expected: 'no row of the first tenant',
      // Both tenants may have the built-in ones.
      got: expect.stringContaining('"rule_id":"semgrep.'),
    },
    options: secondTenant,
  },
  {
    name: 'reveals that a record exists in another tenant',
    check: 'tenancy',
    operation: 'getAgent',
    interceptor: async (request, forward) => {
      const response = structuredClone(await forward(request));
      if (!isInSecondTenant(request) || response.status !== 404) return response;
      const { status } = await forward(toFirstTenant(request));
      if (status === 200) response.body.message = 'The agent belongs to another workspace.';
      return response;
    },
    violation: { part: 'body', pointer: '', got: expect.stringContaining('belongs to another workspace') },
    options: secondTenant,
  },
  {
    name: 'returns another reason for a tenant that exists',
    check: 'tenancy',
    operation: 'getRule',
    interceptor: changeResponses(
      ({ path, headers }) => path.includes('/another-tenant/') && headers.authorization === `Bearer ${TOKEN}`,
      ({ status, body }) => status === 403 && Object.assign(body, { reason: 'insufficient_access' }),
    ),
    violation: { part: 'body', pointer: '', got: expect.stringContaining('insufficient_access') },
    options: secondTenant,
  },
  {
    name: 'returns a record of the first tenant in the second',
    check: 'tenancy',
    operation: 'getRule',
    interceptor: changeRequests(isInSecondTenant, toFirstTenant),
    violation: { part: 'status', expected: '404', got: expect.stringContaining('200 ') },
    options: secondTenant,
  },
];
