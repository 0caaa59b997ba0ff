import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { listItems, updateItem } from '../generated/fixture/operations.js';
import { createClient } from '../src/index.js';
import { always, inTurn, withServer } from './server.js';

const page = '{"items":[],"cursor":""}';

test('the token is sent as a bearer token', async () => {
  await withServer(always(200, page), async (baseUrl, seen) => {
    await listItems(createClient({ baseUrl, token: 's3cret' }), {});
    expect(seen[0]?.headers.authorization).toBe('Bearer s3cret');
  });
});

test('without a token there is no Authorization header', async () => {
  await withServer(always(200, page), async (baseUrl, seen) => {
    await listItems(createClient({ baseUrl }), {});
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });
});

test.each([
  ['a function', (n: number) => `t${n}`],
  ['an async function', async (n: number) => `t${n}`],
])('%s gives the token for every request anew', async (_, make) => {
  await withServer(always(200, page), async (baseUrl, seen) => {
    let calls = 0;
    const client = createClient({
      baseUrl,
      token: () => {
        calls += 1;
        return make(calls);
      },
    });
    await listItems(client, {});
    await listItems(client, {});
    expect(seen.map((it) => it.headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  });
});

test('the error of a token function comes through as it is', async () => {
  const problem = new Error('no session');
  const client = createClient({ baseUrl: 'http://test.invalid', token: () => Promise.reject(problem) });
  await expect(listItems(client, {})).rejects.toBe(problem);
});

test.each(['s3cret\n', 's3cret\r\nx-admin: 1', 'schlüssel→'])(
  'the token %j is refused without being shown',
  async (token) => {
    const problem = new TypeError('listItems: header "authorization" must be valid HTTP');
    await expect(listItems(createClient({ baseUrl: 'http://test.invalid', token }), {})).rejects.toThrow(problem);
    await expect(listItems(createClient({ baseUrl: 'http://test.invalid', token: () => token }), {})).rejects.toThrow(
      problem,
    );
  },
);

test('the token is neither in an inspected client nor in its JSON', () => {
  const client = createClient({ baseUrl: 'http://test.invalid', token: 's3cret', headers: { 'x-key': 's3cret' } });
  expect(inspect(client, { depth: 9, showHidden: true, getters: true })).not.toContain('s3cret');
  expect(JSON.stringify(client)).toBe('{"baseUrl":"http://test.invalid"}');
});

test('the token is in no error', async () => {
  const errors: unknown[] = [];
  const collect = (error: unknown) => errors.push(error);
  await withServer(always(401, '{"code":401,"message":"No."}'), async (baseUrl) => {
    await listItems(createClient({ baseUrl, token: 's3cret' }), {}).catch(collect);
  });
  await withServer(always(200, '{"items":'), async (baseUrl) => {
    await listItems(createClient({ baseUrl, token: 's3cret' }), {}).catch(collect);
  });
  await listItems(createClient({ baseUrl: 'http://127.0.0.1:1', token: 's3cret', retry: false }), {}).catch(collect);
  expect(errors.map((it) => (it as Error).name)).toEqual(['ApiError', 'DecodeError', 'ConnectionError']);
  expect(inspect(errors, { depth: 9, showHidden: true })).not.toContain('s3cret');
});

test('after a 401 the function gives a new token, once, and the request is repeated with it, also a PATCH', async () => {
  await withServer(inTurn(always(401), always(200, '{"id":"i","title":"t"}')), async (baseUrl, seen) => {
    const refused: unknown[] = [];
    const token = async (old?: string) => {
      refused.push(old);
      return old ? 'fresh' : 'stale';
    };
    const params = { folder_id: 'f', item_id: 'i', body: { title: 't' } };
    await updateItem(createClient({ baseUrl, token, retry: false }), params);
    expect(refused).toEqual([undefined, 'stale']);
    expect(seen.map((it) => it.headers.authorization)).toEqual(['Bearer stale', 'Bearer fresh']);
    expect(seen.map((it) => it.body)).toEqual(['{"title":"t"}', '{"title":"t"}']);
  });
});

test('a second 401 is the answer', async () => {
  await withServer(always(401, '{"code":401,"message":"No."}'), async (baseUrl, seen) => {
    const call = listItems(createClient({ baseUrl, token: () => 't' }), { page_size: 1 });
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 401 });
    expect(seen).toHaveLength(2);
  });
});

test('a 401 with a token that is text is the answer', async () => {
  await withServer(always(401), async (baseUrl, seen) => {
    await listItems(createClient({ baseUrl, token: 't' }), { page_size: 1 }).catch(() => undefined);
    expect(seen).toHaveLength(1);
  });
});

test('a new token takes no try away from the retries', async () => {
  await withServer(inTurn(always(401), always(503), always(503), always(200, page)), async (baseUrl, seen) => {
    await listItems(createClient({ baseUrl, token: () => 't', retry: { base: 1 } }), { page_size: 1 });
    expect(seen).toHaveLength(4);
  });
});
