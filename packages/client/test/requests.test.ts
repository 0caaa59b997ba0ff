import { expect, test } from 'vitest';
import { createItem, deleteItem, getItem, listItems, updateItem } from '../generated/fixture/operations.js';
import { createClient } from '../src/index.js';
import { always, withServer } from './server.js';

const item = '{"id":"i1","title":"One"}';
const page = '{"items":[],"cursor":""}';

/** A client whose requests only go to a list of addresses. */
function recordingClient(baseUrl: string | URL = 'http://test.invalid/api') {
  const sent: string[] = [];
  const fetch = async (url: string) => {
    sent.push(url);
    return new Response(page);
  };
  return { client: createClient({ baseUrl, fetch }), sent };
}

test.each(['http://test.invalid/api', 'http://test.invalid/api/', new URL('http://test.invalid/api')])(
  'a base URL with or without a slash at the end gives the same address: %s',
  async (baseUrl) => {
    const { client, sent } = recordingClient(baseUrl);
    await listItems(client, {});
    expect(sent).toEqual(['http://test.invalid/api/items']);
  },
);

test.each([
  '',
  '/api',
  'api.example.com',
  'ftp://h/api',
  'http://user:secret@h/api',
  'http://h/api?x=1',
  'http://h/api#x',
])('the base URL "%s" is refused without being shown', (baseUrl) => {
  expect(() => createClient({ baseUrl })).toThrow(new TypeError('createClient: baseUrl must be http(s)://host/path'));
});

test('path parameters are percent-encoded and arrive as they were given', async () => {
  await withServer(always(200, item), async (baseUrl, seen) => {
    const value = 'a/b?c#d%2e é\\;=&+ ...';
    await getItem(createClient({ baseUrl }), { folder_id: value, item_id: '../x' });
    const [, , folder, , id] = seen[0]?.url?.split('/').slice(1) ?? [];
    expect(seen[0]?.url).not.toContain(' ');
    expect(decodeURIComponent(folder ?? '')).toBe(value);
    expect(id).toBe('..%2Fx');
  });
});

test.each([
  ['', '""'],
  ['.', '"."'],
  ['..', '".."'],
  [undefined as unknown as string, '""'],
])('a path parameter that is %j is refused before anything is sent', async (value, shown) => {
  const { client, sent } = recordingClient();
  await expect(getItem(client, { folder_id: 'f', item_id: value })).rejects.toThrow(
    new TypeError(`getItem: parameter item_id must not be ${shown}`),
  );
  expect(sent).toEqual([]);
});

test('text that is not well-formed Unicode is refused before anything is sent', async () => {
  const { client, sent } = recordingClient();
  await expect(listItems(client, { tag: ['\ud800'] })).rejects.toThrow(URIError);
  expect(sent).toEqual([]);
});

test.each([
  ['an exploded array repeats its name', { tag: ['a b', 'c,d'] }, '?tag=a%20b&tag=c%2Cd'],
  ['form without explode joins with commas that stay', { state: ['open', 'closed'] }, '?state=open,closed'],
  ['a pipe-delimited array joins with pipes', { size: [1, 2] }, '?size=1%7C2'],
  ['a space-delimited array joins with spaces', { word: ['x', 'y'] }, '?word=x%20y'],
  ['false and 0 are sent', { archived: false, page_size: 0 }, '?archived=false&page_size=0'],
  ['empty text is sent', { tag: [''] }, '?tag='],
  ['undefined and empty arrays are left out', { tag: [], archived: undefined }, ''],
  ['the name is encoded too', { 'with[dots]': '&' }, '?with%5Bdots%5D=%26'],
  ['what the contract does not name is left out', { surprise: 'x' } as object, ''],
] as const)('query: %s', async (_, params, query) => {
  const { client, sent } = recordingClient();
  await listItems(client, params as Parameters<typeof listItems>[1]);
  expect(sent).toEqual([`http://test.invalid/api/items${query}`]);
});

test('a JSON body is sent with its media type, and a header parameter as a header', async () => {
  await withServer(always(201, item), async (baseUrl, seen) => {
    const created = await createItem(createClient({ baseUrl }), { 'Idempotency-Key': 'k1', body: { title: 'One' } });
    expect(created).toEqual({ id: 'i1', title: 'One' });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/api/items',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
      body: '{"title":"One"}',
    });
  });
});

test('a header parameter that is undefined is not sent', async () => {
  await withServer(always(200, item), async (baseUrl, seen) => {
    await updateItem(createClient({ baseUrl }), { folder_id: 'f', item_id: 'i', 'If-Match': undefined });
    expect(seen[0]?.headers).not.toHaveProperty('if-match');
  });
});

test('a body that is left out is not sent, and has no content type', async () => {
  await withServer(always(200, item), async (baseUrl, seen) => {
    const client = createClient({ baseUrl });
    await updateItem(client, { folder_id: 'f', item_id: 'i', body: { title: 'Two' } });
    await updateItem(client, { folder_id: 'f', item_id: 'i' });
    expect(seen[0]?.headers['content-type']).toBe('application/merge-patch+json');
    expect(seen[1]?.headers['content-type']).toBeUndefined();
    expect(seen[1]?.body).toBe('');
  });
});

test('headers of the call come before those of the client, in any spelling', async () => {
  await withServer(always(204), async (baseUrl, seen) => {
    const client = createClient({ baseUrl, token: 't', headers: { 'X-A': 'client', 'X-B': 'client' } });
    await deleteItem(client, { folder_id: 'f', item_id: 'i' }, { headers: { 'x-a': 'call', 'x-c': undefined } });
    expect(seen[0]?.headers).toMatchObject({ 'x-a': 'call', 'x-b': 'client', authorization: 'Bearer t' });
    expect(seen[0]?.headers).not.toHaveProperty('x-c');
  });
});

test('headers of the call come before those that the operation and the token give', async () => {
  await withServer(always(201, item), async (baseUrl, seen) => {
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      Authorization: 'Basic dTpw',
      'idempotency-key': 'k2',
    };
    const params = { 'Idempotency-Key': 'k1', body: { title: 'One' } };
    await createItem(createClient({ baseUrl, token: 't' }), params, { headers });
    expect(seen[0]?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      authorization: 'Basic dTpw',
      'idempotency-key': 'k2',
    });
  });
});

test.each([
  ['X-A', 'line\nbreak'],
  ['X A', 'value'],
])('the header %j with the value %j is refused without showing the value', async (name, value) => {
  const { client, sent } = recordingClient();
  const problem = new TypeError(`listItems: header "${name}" must be valid HTTP`);
  await expect(listItems(client, {}, { headers: { [name]: value } })).rejects.toThrow(problem);
  expect(sent).toEqual([]);
});

test('two clients side by side keep their address and token', async () => {
  await withServer(always(200, page), async (first, seenByFirst) => {
    await withServer(always(200, page), async (second, seenBySecond) => {
      const one = createClient({ baseUrl: first, token: 'one' });
      const two = createClient({ baseUrl: second, token: 'two' });
      await Promise.all([listItems(one, {}), listItems(two, {}), listItems(one, {})]);
      expect(seenByFirst.map((it) => it.headers.authorization)).toEqual(['Bearer one', 'Bearer one']);
      expect(seenBySecond.map((it) => it.headers.authorization)).toEqual(['Bearer two']);
    });
  });
});
