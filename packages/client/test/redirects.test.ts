import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import * as operations from '../src/generated/operations.ts';
import { type Client, createClient, isConnectionError, type OperationMetadata } from '../src/index.ts';
import { rejection } from './rejection.ts';
import { always, withServer } from './test-server.ts';

type AnyOperation = {
  (client: Client, params: object): Promise<unknown>;
  readonly metadata: OperationMetadata;
};
const everyOperation = Object.values(operations) as unknown as AnyOperation[];
const changing = everyOperation.filter(({ metadata }) => metadata.method !== 'GET');

/** Returns the parameters that a call needs at least. */
function requiredParams({ path, body }: OperationMetadata): object {
  const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => [name, 'x']);
  return { ...Object.fromEntries(names), ...(body && { body: {} }) };
}

/** Redirects everything but the login page, which responds with 201 and an object. */
const toLogin: RequestListener = (request, response) => {
  const isLogin = request.url === '/login';
  response.writeHead(isLogin ? 201 : 302, { location: '/login', 'content-type': 'application/json' });
  response.end('{"id":"of-the-login"}');
};

describe('a redirect', () => {
  it.each(changing)('is an error that names it, and is not followed: $metadata.id', async (operation) => {
    await withServer(toLogin, async (baseUrl, received) => {
      const client = createClient({ baseUrl, retry: { baseDelay: 1 } });
      const error = await rejection(operation(client, requiredParams(operation.metadata)));
      expect(isConnectionError(error)).toBe(true);
      expect((error as Error).message).toMatch(/^\w+: no response from http.+ \(redirect \/login\)$/);
      expect(received).toHaveLength(1);
    });
  });

  it.each([301, 303, 307, 308])('with status %i is an error as well', async (status) => {
    await withServer(always(status, '', { location: 'https://gateway.example/api' }), async (baseUrl) => {
      const call = operations.createView(createClient({ baseUrl }), { body: {} as never });
      await expect(call).rejects.toThrow(/\(redirect https:\/\/gateway\.example\/api\)$/);
    });
  });

  it('of a POST in a browser, which hides where to, is an error', async () => {
    const opaque = { status: 0, type: 'opaqueredirect', headers: new Headers() } as Response;
    const client = createClient({ baseUrl: 'http://test.invalid', fetch: async () => opaque });
    const call = operations.createView(client, { body: {} as never });
    await expect(call).rejects.toThrow(/\(redirect null\)$/);
  });

  it('of a GET is followed, and a loop of them is not retried', async () => {
    await withServer(always(302, '', { location: '/api/me' }), async (baseUrl, received) => {
      const call = operations.getCurrentUser(createClient({ baseUrl, retry: { baseDelay: 1 } }));
      await expect(call).rejects.toThrow(/\(redirect count exceeded\)$/);
      expect(received.length).toBeLessThanOrEqual(21);
    });
  });

  it('is followed by a POST if the fetch options say so', async () => {
    await withServer(toLogin, async (baseUrl) => {
      const client = createClient({ baseUrl, fetchOptions: { redirect: 'follow' } });
      expect(await operations.createView(client, { body: {} as never })).toEqual({ id: 'of-the-login' });
    });
  });
});
