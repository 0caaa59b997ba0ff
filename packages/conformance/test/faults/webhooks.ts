/** Faults in webhooks, their secrets and URLs. */
import { expect } from 'vitest';
import type { ServerRequest } from '../exchange.ts';
import { changeRequests, changeResponses, type InjectedFault, write } from './interceptors.ts';

const isWebhook = ({ path }: ServerRequest) => path.startsWith('/webhooks/');
const isCreation = (request: ServerRequest) => request.method === 'POST' && isWebhook(request) && !isRotation(request);
const isChange = (request: ServerRequest) => request.method === 'PATCH' && isWebhook(request);
const isRotation = (request: ServerRequest) => isWebhook(request) && request.path.endsWith('/rotate');
const isReplay = (request: ServerRequest) => isWebhook(request) && request.path.endsWith('/replay');

/** Returns a request with another body. */
function withBody(request: ServerRequest, change: (body: Record<string, unknown>) => object): ServerRequest {
  const { 'content-length': _, ...headers } = request.headers;
  return { ...request, headers, body: JSON.stringify(change(JSON.parse(request.body))) };
}

export const webhookFaults: InjectedFault[] = [
  {
    name: 'returns the secret of a webhook again',
    check: 'response',
    operation: 'getWebhook',
    interceptor: (() => {
      const secrets = new Map<string, string>();
      return changeResponses(isWebhook, ({ body }) => {
        if (body?.secret) secrets.set(body.id, body.secret);
        else if (secrets.has(body?.id)) body.name = secrets.get(body.id);
      });
    })(),
    violation: { part: 'body', expected: 'no secret of a webhook' },
    options: write,
  },
  {
    name: 'lists webhooks with their secrets',
    check: 'response',
    operation: 'listWebhooks',
    interceptor: (() => {
      let secret: string | undefined;
      return changeResponses(isWebhook, ({ body }) => {
        secret = body?.secret ?? secret;
        for (const item of body?.items ?? []) if (secret) item.name = secret;
      });
    })(),
    violation: { part: 'body', expected: 'no secret of a webhook' },
    options: write,
  },
  {
    name: 'does not list a new webhook',
    check: 'response',
    operation: 'listWebhooks',
    interceptor: changeResponses(isWebhook, ({ body }) => {
      if (body?.items) body.items = body.items.filter(({ name }: { name: string }) => !name.startsWith('conformance'));
    }),
    violation: { part: 'body', pointer: '/items' },
    options: write,
  },
  {
    name: 'creates a webhook for all events instead of the selected ones',
    check: 'response',
    operation: 'createWebhook',
    interceptor: changeRequests(isCreation, (request) => withBody(request, ({ kinds: _, ...body }) => body)),
    violation: { part: 'body', pointer: '/kinds', expected: '["issue.opened"]' },
    options: write,
  },
  {
    name: 'accepts a URL without encryption',
    check: 'response',
    operation: 'createWebhook',
    interceptor: changeRequests(isCreation, (request) =>
      withBody(request, (body) => ({ ...body, url: String(body.url).replace('http:', 'https:') })),
    ),
    violation: { part: 'status', expected: '422', got: expect.stringContaining('201 ') },
    options: write,
  },
  {
    name: 'accepts the address of a metadata service',
    check: 'response',
    operation: 'createWebhook',
    interceptor: changeRequests(isCreation, (request) =>
      withBody(request, (body) => ({ ...body, url: String(body.url).replace('169.254.169.254', 'host.invalid') })),
    ),
    violation: { part: 'status', expected: '422', got: expect.stringContaining('201 ') },
    options: write,
  },
  {
    name: 'does not change the name of a webhook',
    check: 'response',
    operation: 'updateWebhook',
    interceptor: changeRequests(isChange, (request) =>
      withBody(request, ({ name, ...body }) => (name === undefined ? body : { ...body, is_active: false })),
    ),
    violation: { part: 'body', pointer: '/name' },
    options: write,
  },
  {
    name: 'activates a webhook with each change',
    check: 'response',
    operation: 'updateWebhook',
    interceptor: changeRequests(isChange, (request) => withBody(request, (body) => ({ ...body, is_active: true }))),
    violation: { part: 'body', pointer: '/is_active', expected: 'false' },
    options: write,
  },
  {
    name: 'keeps the secret when a webhook is rotated',
    check: 'response',
    operation: 'rotateWebhook',
    interceptor: (() => {
      let secret: string | undefined;
      return changeResponses(isWebhook, ({ body }) => {
        secret ??= body?.secret;
        if (body?.secret) body.secret = secret;
      });
    })(),
    violation: { part: 'body', pointer: '/secret', expected: 'a new secret' },
    options: write,
  },
  {
    name: 'rotates a webhook without an overlap',
    check: 'response',
    operation: 'rotateWebhook',
    interceptor: changeRequests(isRotation, (request) => withBody(request, () => ({ overlap_seconds: 0 }))),
    violation: { part: 'body', pointer: '/previous_secret_expires_at', expected: 'a timestamp' },
    options: write,
  },
  {
    name: 'replays events to an inactive webhook',
    check: 'response',
    operation: 'replayWebhook',
    interceptor: async (request, forward) => {
      if (!isReplay(request)) return forward(request);
      return forward({ ...request, method: 'GET', path: request.path.replace(/\/replay$/, '') });
    },
    violation: { part: 'status', expected: '409', got: expect.stringContaining('200 ') },
    options: write,
  },
  {
    name: 'does not activate a webhook',
    check: 'response',
    operation: 'updateWebhook',
    interceptor: changeRequests(isChange, (request) =>
      withBody(request, (body) => (body.is_active === true ? { ...body, is_active: false } : body)),
    ),
    violation: { part: 'body', pointer: '/is_active', expected: 'true' },
    options: write,
  },
  {
    name: 'responds to a replay with another webhook',
    check: 'response',
    operation: 'replayWebhook',
    interceptor: changeResponses(isReplay, ({ body }) => {
      if (body?.id) body.id = '01a1e3c9-52d0-7f4b-9a6e-0c3d81b7e254';
    }),
    violation: { part: 'body', pointer: '/id' },
    options: write,
  },
  {
    name: 'responds with 204 and keeps the webhook',
    check: 'states',
    operation: 'deleteWebhook',
    interceptor: async (request, forward) => {
      if (request.method !== 'DELETE' || !isWebhook(request)) return forward(request);
      const { status, headers } = await forward({ ...request, method: 'GET' });
      if (status !== 200) return forward(request);
      return { status: 204, headers: { 'x-request-id': headers['x-request-id'] ?? '' }, body: undefined };
    },
    violation: { part: 'status', expected: '404', got: expect.stringContaining('200 ') },
    options: write,
  },
];
