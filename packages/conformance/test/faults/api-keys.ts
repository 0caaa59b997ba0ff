/** Faults in API keys, their access, and the selected workspace. */
import { expect } from 'vitest';
import { type ServerRequest, TOKEN } from '../exchange.ts';
import {
  changeRequests,
  changeResponses,
  hasQuery,
  type InjectedFault,
  withFirstToken,
  withoutQuery,
  write,
} from './interceptors.ts';

/** Whether a request has a different API key than the run. */
const hasOtherKey = ({ headers }: ServerRequest) => headers.authorization !== `Bearer ${TOKEN}`;

const withoutSelection = (request: ServerRequest) => withoutQuery(withoutQuery(request, 'tenant_id'), 'workspace_id');

export const apiKeyFaults: InjectedFault[] = [
  {
    name: 'lets a read-only API key create views',
    check: 'access',
    operation: 'createView',
    interceptor: changeRequests((request) => request.path === '/views' && hasOtherKey(request), withFirstToken),
    violation: { part: 'status', expected: '403', got: expect.stringContaining('201 ') },
    options: write,
  },
  {
    name: 'lets an API key with write access list API keys',
    check: 'access',
    operation: 'listApiKeys',
    interceptor: changeRequests((request) => request.path === '/api-keys' && hasOtherKey(request), withFirstToken),
    violation: { part: 'status', expected: '403', got: expect.stringContaining('200 ') },
    options: write,
  },
  {
    name: 'rejects insufficient access with the wrong reason',
    check: 'access',
    operation: 'deleteView',
    interceptor: changeResponses(
      hasOtherKey,
      ({ status, body }) => status === 403 && Object.assign(body, { reason: 'workspace_access_denied' }),
    ),
    violation: { part: 'body', pointer: '/reason' },
    options: write,
  },
  {
    name: 'rejects the previous secret at once after a rotation',
    check: 'response',
    operation: 'rotateApiKey',
    interceptor: (() => {
      let isRotated = false;
      const used = new Set<unknown>();
      return (request, forward) => {
        const { authorization } = request.headers;
        if (request.path.endsWith('/rotate')) isRotated = true;
        if (isRotated && used.has(authorization) && hasOtherKey(request))
          return forward({ ...request, headers: { ...request.headers, authorization: 'Bearer' } });
        used.add(authorization);
        return forward(request);
      };
    })(),
    violation: { part: 'status', expected: '200', got: expect.stringContaining('401 ') },
    options: write,
  },
  {
    name: 'does not change the name of an API key',
    check: 'response',
    operation: 'updateApiKey',
    interceptor: changeResponses(
      ({ method, path }) => method === 'PATCH' && path.startsWith('/api-keys/'),
      ({ status, body }) => status === 200 && Object.assign(body, { name: 'The old name' }),
    ),
    violation: { part: 'body', pointer: '/name' },
    options: write,
  },
  {
    name: 'returns the secret of an API key again',
    check: 'response',
    operation: 'getApiKey',
    interceptor: (() => {
      const secrets = new Map<string, string>();
      return changeResponses(
        ({ path }) => path.startsWith('/api-keys'),
        ({ body }) => {
          if (body?.secret) secrets.set(body.id, body.secret);
          else if (secrets.has(body?.id)) body.secret = secrets.get(body.id);
        },
      );
    })(),
    violation: { part: 'body', expected: 'no secret of an API key' },
    options: write,
  },
  {
    name: 'creates an API key with more access',
    check: 'response',
    operation: 'createApiKey',
    interceptor: changeRequests(
      ({ method, path }) => method === 'POST' && path === '/api-keys',
      (request) => {
        const { 'content-length': _, ...headers } = request.headers;
        return { ...request, headers, body: request.body.replace('"read"', '"admin"') };
      },
    ),
    violation: { part: 'body', pointer: '/access', expected: 'read' },
    options: write,
  },
  {
    name: 'describes a user without a default workspace',
    check: 'response',
    operation: 'getCurrentUser',
    interceptor: changeResponses(/^GET \/me$/, ({ body }) => {
      for (const workspace of body?.workspaces ?? []) workspace.is_default = false;
    }),
    violation: { part: 'body', pointer: '/workspaces', expected: 'exactly one default' },
    options: write,
  },
  {
    name: 'responds with 204 and keeps the API key',
    check: 'states',
    operation: 'deleteApiKey',
    interceptor: async (request, forward) => {
      if (request.method !== 'DELETE') return forward(request);
      const { status, headers } = await forward({ ...request, method: 'GET' });
      if (status !== 200) return forward(request);
      return { status: 204, headers: { 'x-request-id': headers['x-request-id'] ?? '' }, body: undefined };
    },
    violation: { part: 'status', expected: '404', got: expect.stringContaining('200 ') },
    options: write,
  },
  {
    name: 'ignores the selected workspace',
    check: 'selection',
    operation: 'getAispmDashboard',
    interceptor: changeRequests(hasQuery('/aispm-dashboard', 'tenant_id'), withoutSelection),
    violation: { part: 'status', got: expect.stringContaining('200 ') },
  },
  {
    name: 'accepts a tenant without a workspace',
    check: 'selection',
    operation: 'listViews',
    interceptor: changeRequests(({ query }) => query.has('tenant_id') !== query.has('workspace_id'), withoutSelection),
    violation: { part: 'status', expected: '400', got: expect.stringContaining('200 ') },
  },
];
