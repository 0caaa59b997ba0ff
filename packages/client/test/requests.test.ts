import { afterEach, describe, expect, it, vi } from 'vitest';
import { createItem, deleteItem, getItem, listItems, updateItem } from '../generated/fixture/operations.ts';
import { createClient, type Fetch } from '../src/index.ts';
import { always, withServer } from './test-server.ts';

const item = '{"id":"i1","title":"One"}';
const page = '{"items":[],"cursor":""}';

const INVALID_BASE_URL = new TypeError('createClient: baseUrl must be http(s)://host/path or /path');

/** Returns a client that only records the URLs of its requests. */
function recordingClient(baseUrl: string | URL = 'http://test.invalid/api') {
  const sent: string[] = [];
  const fetch = async (url: string) => {
    sent.push(url);
    return new Response(page);
  };
  return { client: createClient({ baseUrl, fetch }), sent };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a request', () => {
  it.each(['http://test.invalid/api', 'http://test.invalid/api/', new URL('http://test.invalid/api')])(
    'has the same URL with and without a trailing slash of the base URL: %s',
    async (baseUrl) => {
      const { client, sent } = recordingClient(baseUrl);
      await listItems(client, {});
      expect(sent).toEqual(['http://test.invalid/api/items']);
    },
  );

  it.each([
    '',
    '/api',
    'api.example.com',
    'ftp://h/api',
    'http://user:secret@h/api',
    'http://h/api?x=1',
    'http://h/api#x',
    'http://h//api',
    undefined as unknown as string,
  ])('is not possible with the base URL "%s", which the error does not show', (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(INVALID_BASE_URL);
  });

  it.each([
    ['/api/v1', 'https://page.example:8443/api/v1/items'],
    ['/api/v1/', 'https://page.example:8443/api/v1/items'],
    ['/', 'https://page.example:8443/items'],
    ['https://api.example/v1', 'https://api.example/v1/items'],
  ])('of a page with the base URL "%s" has the URL %s', async (baseUrl, address) => {
    vi.stubGlobal('origin', 'https://page.example:8443');
    const { client, sent } = recordingClient(baseUrl);
    await listItems(client, {});
    expect(sent).toEqual([address]);
  });

  it.each([
    ['https://page.example', '//other.example/api'],
    ['https://page.example', 'api/v1'],
    ['https://page.example', ''],
    ['null', '/api'],
  ])('of a page of %s is not possible with the base URL "%s"', (origin, baseUrl) => {
    vi.stubGlobal('origin', origin);
    expect(() => createClient({ baseUrl })).toThrow(INVALID_BASE_URL);
  });

  it('has percent-encoded path parameters', async () => {
    await withServer(always(200, item), async (baseUrl, received) => {
      const value = 'a/b?c#d%2e é\\;=&+ ...';
      await getItem(createClient({ baseUrl }), { folder_id: value, item_id: '../x' });
      const [, , folder, , id] = received[0]?.url?.split('/').slice(1) ?? [];
      expect(received[0]?.url).not.toContain(' ');
      expect(decodeURIComponent(folder ?? '')).toBe(value);
      expect(id).toBe('..%2Fx');
    });
  });

  it('has a slash in a path parameter percent-encoded, because it would select another path', async () => {
    const { client, sent } = recordingClient();
    await getItem(client, { folder_id: 'f', item_id: 'a/b' });
    expect(sent).toEqual(['http://test.invalid/api/folders/f/items/a%2Fb']);
  });

  it.each([
    ['', '""'],
    ['.', '"."'],
    ['..', '".."'],
  ])('is not sent with a path parameter that is %j', async (value, shown) => {
    const { client, sent } = recordingClient();
    await expect(getItem(client, { folder_id: 'f', item_id: value })).rejects.toThrow(
      new TypeError(`getItem: item_id must not be ${shown}`),
    );
    expect(sent).toEqual([]);
  });

  it('is not sent with a string that is not well-formed Unicode', async () => {
    const { client, sent } = recordingClient();
    await expect(listItems(client, { tag: ['ok', 'a\ud800b'] })).rejects.toThrow(
      new TypeError('listItems: tag must not be "a\\ud800b"'),
    );
    await expect(getItem(client, { folder_id: 'f', item_id: '\udfff' })).rejects.toThrow(
      new TypeError('getItem: item_id must not be "\\udfff"'),
    );
    expect(sent).toEqual([]);
  });

  it.each([
    ['undefined in an array', { tag: ['a', undefined] }, 'tag', 'undefined'],
    ['null in an array', { tag: [null] }, 'tag', 'null'],
    ['NaN', { page_size: Number.NaN }, 'page_size', 'NaN'],
    ['Infinity', { page_size: Number.POSITIVE_INFINITY }, 'page_size', 'Infinity'],
    ['an object', { cursor: {} }, 'cursor', '[object Object]'],
    ['a date', { cursor: new Date(0) }, 'cursor', String(new Date(0))],
  ])('is not sent with a query parameter that is %s', async (_, params, name, shown) => {
    const { client, sent } = recordingClient();
    await expect(listItems(client, params as object)).rejects.toThrow(
      new TypeError(`listItems: ${name} must not be "${shown}"`),
    );
    expect(sent).toEqual([]);
  });

  it.each([
    ['repeats the name of an exploded array', { tag: ['a b', 'c,d'] }, '?tag=a%20b&tag=c%2Cd'],
    [
      'joins an array with style form and without explode by commas',
      { state: ['open', 'closed'] },
      '?state=open,closed',
    ],
    ['joins a pipe-delimited array by pipes', { size: [1, 2] }, '?size=1%7C2'],
    ['joins a space-delimited array by spaces', { word: ['x', 'y'] }, '?word=x%20y'],
    ['contains false and 0', { archived: false, page_size: 0 }, '?archived=false&page_size=0'],
    ['contains an empty string', { tag: [''] }, '?tag='],
    ['omits undefined, null and empty arrays', { tag: [], archived: undefined, cursor: null as never }, ''],
    ['encodes names', { 'with[dots]': '&' }, '?with%5Bdots%5D=%26'],
  ] as const)('has a query that %s', async (_, params, query) => {
    const { client, sent } = recordingClient();
    await listItems(client, params as Parameters<typeof listItems>[1]);
    expect(sent).toEqual([`http://test.invalid/api/items${query}`]);
  });

  it('has a JSON body with its media type, and header parameters', async () => {
    await withServer(always(201, item), async (baseUrl, received) => {
      const created = await createItem(createClient({ baseUrl }), { 'Idempotency-Key': 'k1', body: { title: 'One' } });
      expect(created).toEqual({ id: 'i1', title: 'One' });
      expect(received[0]).toMatchObject({
        method: 'POST',
        url: '/api/items',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
        body: '{"title":"One"}',
      });
    });
  });

  it('omits a header parameter that is undefined', async () => {
    await withServer(always(200, item), async (baseUrl, received) => {
      await updateItem(createClient({ baseUrl }), { folder_id: 'f', item_id: 'i', 'If-Match': undefined });
      expect(received[0]?.headers).not.toHaveProperty('if-match');
    });
  });

  it('has no content type without a body', async () => {
    await withServer(always(200, item), async (baseUrl, received) => {
      const client = createClient({ baseUrl });
      await updateItem(client, { folder_id: 'f', item_id: 'i', body: { title: 'Two' } });
      await updateItem(client, { folder_id: 'f', item_id: 'i' });
      expect(received[0]?.headers['content-type']).toBe('application/merge-patch+json');
      expect(received[1]?.headers['content-type']).toBeUndefined();
      expect(received[1]?.body).toBe('');
    });
  });

  it('has headers of the call that override the client’s headers, case-insensitively', async () => {
    await withServer(always(204), async (baseUrl, received) => {
      const client = createClient({ baseUrl, token: 't', headers: { 'X-A': 'client', 'X-B': 'client' } });
      await deleteItem(client, { folder_id: 'f', item_id: 'i' }, { headers: { 'x-a': 'call', 'x-c': undefined } });
      expect(received[0]?.headers).toMatchObject({ 'x-a': 'call', 'x-b': 'client', authorization: 'Bearer t' });
      expect(received[0]?.headers).not.toHaveProperty('x-c');
    });
  });

  it('has headers of the call that override the headers of the operation and the token', async () => {
    await withServer(always(201, item), async (baseUrl, received) => {
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        Authorization: 'Basic dTpw',
        'idempotency-key': 'k2',
      };
      const params = { 'Idempotency-Key': 'k1', body: { title: 'One' } };
      await createItem(createClient({ baseUrl, token: 't' }), params, { headers });
      expect(received[0]?.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        authorization: 'Basic dTpw',
        'idempotency-key': 'k2',
      });
    });
  });

  it.each([
    ['X-A', 'line\nbreak'],
    ['X A', 'value'],
  ])('is not sent with the header %j and the value %j, which the error does not show', async (name, value) => {
    const { client, sent } = recordingClient();
    const error = new TypeError(`listItems: invalid header "${name}"`);
    await expect(listItems(client, {}, { headers: { [name]: value } })).rejects.toThrow(error);
    expect(sent).toEqual([]);
  });

  it('has the fetch options of the call, otherwise of the client, but not their method and headers', async () => {
    const inits: RequestInit[] = [];
    const fetch: Fetch = async (_, init) => {
      inits.push(init);
      return new Response(page);
    };
    const fetchOptions = { cache: 'no-store', dispatcher: 'd', method: 'PUT', headers: {} } as const;
    const client = createClient({ baseUrl: 'http://test.invalid', fetch, fetchOptions });
    await listItems(client, {}, { headers: { 'x-a': 'b' } });
    await listItems(client, {}, { fetchOptions: { credentials: 'include' } });
    expect(inits[0]).toMatchObject({ cache: 'no-store', dispatcher: 'd', method: 'GET', headers: { 'x-a': 'b' } });
    expect(inits[1]).toMatchObject({ credentials: 'include', method: 'GET' });
    expect(inits[1]).not.toHaveProperty('cache');
  });

  it('is sent by the fetch of the call, if it has one', async () => {
    const { client, sent } = recordingClient();
    expect(await listItems(client, {}, { fetch: async () => Response.json({ items: [], cursor: 'own' }) })).toEqual({
      items: [],
      cursor: 'own',
    });
    expect(sent).toEqual([]);
  });

  it('has the URL and token of its client when there are two', async () => {
    await withServer(always(200, page), async (firstUrl, firstReceived) => {
      await withServer(always(200, page), async (secondUrl, secondReceived) => {
        const first = createClient({ baseUrl: firstUrl, token: 'one' });
        const second = createClient({ baseUrl: secondUrl, token: 'two' });
        await Promise.all([listItems(first, {}), listItems(second, {}), listItems(first, {})]);
        expect(firstReceived.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer one']);
        expect(secondReceived.map(({ headers }) => headers.authorization)).toEqual(['Bearer two']);
      });
    });
  });
});
