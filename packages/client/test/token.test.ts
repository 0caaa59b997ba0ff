import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { listItems, updateItem } from '../generated/fixture/operations.ts';
import { createClient } from '../src/index.ts';
import { always, inTurn, withServer } from './test-server.ts';

const page = '{"items":[],"cursor":""}';

describe('the token', () => {
  it('is sent as a bearer token', async () => {
    await withServer(always(200, page), async (baseUrl, received) => {
      await listItems(createClient({ baseUrl, token: 's3cret' }), {});
      expect(received[0]?.headers.authorization).toBe('Bearer s3cret');
    });
  });

  it('is optional: without one there is no Authorization header', async () => {
    await withServer(always(200, page), async (baseUrl, received) => {
      await listItems(createClient({ baseUrl }), {});
      expect(received[0]?.headers).not.toHaveProperty('authorization');
    });
  });

  it.each([
    ['a function', (n: number) => `t${n}`],
    ['an async function', async (n: number) => `t${n}`],
  ])('is requested from %s before every request', async (_, createToken) => {
    await withServer(always(200, page), async (baseUrl, received) => {
      let calls = 0;
      const client = createClient({
        baseUrl,
        token: () => {
          calls += 1;
          return createToken(calls);
        },
      });
      await listItems(client, {});
      await listItems(client, {});
      expect(received.map((request) => request.headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
    });
  });

  it.each([
    ['timeout', { timeout: 50, retry: false as const }, 'TimeoutError'],
    ['total timeout', { totalTimeout: 50 }, 'TimeoutError'],
    ['signal', {}, 'aborted by the test'],
  ])('that never arrives is ended by the %s', async (_, options, expected) => {
    const controller = new AbortController();
    const token = () => {
      if (Object.keys(options).length === 0) setImmediate(() => controller.abort(new Error('aborted by the test')));
      return new Promise<string>(() => undefined);
    };
    const client = createClient({ baseUrl: 'http://test.invalid', token, ...options });
    const call = listItems(client, {}, { signal: controller.signal });
    await expect(call).rejects.toSatisfy((error: Error) => [error.name, error.message].includes(expected));
  });

  it('rejects the call with the error of a token function', async () => {
    const error = new Error('no session');
    const client = createClient({ baseUrl: 'http://test.invalid', token: () => Promise.reject(error) });
    await expect(listItems(client, {})).rejects.toBe(error);
  });

  it.each(['s3cret\n', 's3cret\r\nx-admin: 1', 'schlüssel→'])(
    'is not shown by the error when it is the invalid %j',
    async (token) => {
      expect(() => createClient({ baseUrl: 'http://test.invalid', token })).toThrow(
        new TypeError('createClient: invalid header "authorization"'),
      );
      const error = new TypeError('listItems: invalid header "authorization"');
      await expect(listItems(createClient({ baseUrl: 'http://test.invalid', token: () => token }), {})).rejects.toThrow(
        error,
      );
    },
  );

  it('is neither in an inspected client nor in its JSON', () => {
    const client = createClient({ baseUrl: 'http://test.invalid', token: 's3cret', headers: { 'x-key': 's3cret' } });
    expect(inspect(client, { depth: 9, showHidden: true, getters: true })).not.toContain('s3cret');
    expect(JSON.stringify(client)).toBe('{"baseUrl":"http://test.invalid"}');
  });

  it('is not in any error', async () => {
    const errors: unknown[] = [];
    const collect = (error: unknown) => errors.push(error);
    await withServer(always(401, '{"code":401,"message":"No."}'), async (baseUrl) => {
      await listItems(createClient({ baseUrl, token: 's3cret' }), {}).catch(collect);
    });
    await withServer(always(200, '{"items":'), async (baseUrl) => {
      await listItems(createClient({ baseUrl, token: 's3cret' }), {}).catch(collect);
    });
    await listItems(createClient({ baseUrl: 'http://127.0.0.1:1', token: 's3cret', retry: false }), {}).catch(collect);
    expect(errors.map((error) => (error as Error).name)).toEqual(['ApiError', 'DecodeError', 'ConnectionError']);
    expect(inspect(errors, { depth: 9, showHidden: true })).not.toContain('s3cret');
  });

  it('is renewed once after a 401, and any request is repeated with it, even a PATCH', async () => {
    await withServer(inTurn(always(401), always(200, '{"id":"i","title":"t"}')), async (baseUrl, received) => {
      const rejected: unknown[] = [];
      const token = async (rejectedToken?: string) => {
        rejected.push(rejectedToken);
        return rejectedToken ? 'fresh' : 'stale';
      };
      const params = { folder_id: 'f', item_id: 'i', body: { title: 't' } };
      await updateItem(createClient({ baseUrl, token, retry: false }), params);
      expect(rejected).toEqual([undefined, 'stale']);
      expect(received.map((request) => request.headers.authorization)).toEqual(['Bearer stale', 'Bearer fresh']);
      expect(received.map(({ body }) => body)).toEqual(['{"title":"t"}', '{"title":"t"}']);
    });
  });

  it('is not renewed a second time', async () => {
    await withServer(always(401, '{"code":401,"message":"No."}'), async (baseUrl, received) => {
      const call = listItems(createClient({ baseUrl, token: () => 't' }), { page_size: 1 });
      await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 401 });
      expect(received).toHaveLength(2);
    });
  });

  it('is not renewed when it is a string', async () => {
    await withServer(always(401), async (baseUrl, received) => {
      await listItems(createClient({ baseUrl, token: 't' }), { page_size: 1 }).catch(() => undefined);
      expect(received).toHaveLength(1);
    });
  });

  it('is renewed without reducing the number of retries', async () => {
    await withServer(inTurn(always(401), always(503), always(503), always(200, page)), async (baseUrl, received) => {
      await listItems(createClient({ baseUrl, token: () => 't', retry: { baseDelay: 1 } }), { page_size: 1 });
      expect(received).toHaveLength(4);
    });
  });
});
