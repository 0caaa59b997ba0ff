import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createItem, getItem, listItems } from '../generated/fixture/operations.ts';
import { withOptions } from '../src/extend.ts';
import * as operations from '../src/generated/operations.ts';
import {
  type Client,
  type ClientOptions,
  createClient,
  download,
  type OperationMetadata,
  paginate,
} from '../src/index.ts';

const ids = { folder_id: 'f', item_id: 'i1' };

/** Any operation, as a program in JavaScript sees it. */
type AnyOperation = {
  (client?: unknown, params?: unknown, options?: unknown): Promise<unknown>;
  readonly metadata: OperationMetadata;
};
const everyOperation = Object.values(operations) as unknown as AnyOperation[];

let sent: string[];
let client: Client;
beforeEach(() => {
  sent = [];
  const fetch = async (url: string) => {
    sent.push(url);
    return Response.json({ items: [], cursor: '' });
  };
  client = createClient({ baseUrl: 'http://test.invalid', fetch });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('in development, every operation', () => {
  it.each(everyOperation)(
    'names the unknown parameter and option, and the missing client: $metadata.id',
    async (call) => {
      const { id, path } = call.metadata;
      const values = Object.fromEntries([...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => [name, 'x']));
      await expect(call(client, { ...values, sort_byy: 'x' })).rejects.toThrow(
        `${id}: unknown parameter "sort_byy"; known: `,
      );
      await expect(call(client, values, { timeOut: 5 })).rejects.toThrow(
        `${id}: unknown option "timeOut"; known: headers, `,
      );
      await expect(call(client, values, { retry: { times: 3 } })).rejects.toThrow(
        `${id}: unknown option "retry.times"`,
      );
      await expect(call(client, values, { headers: new Headers() })).rejects.toThrow(
        `${id}: the headers must be an object`,
      );
      await expect(call()).rejects.toThrow(new TypeError(`${id}: the first argument must be a client`));
      await expect(call(values)).rejects.toThrow(new TypeError(`${id}: the first argument must be a client`));
      await expect(call(client, 'x')).rejects.toThrow(`${id}: the parameters must be an object`);
      const [first] = Object.keys(values);
      if (first) await expect(call(client)).rejects.toThrow(new TypeError(`${id}: ${first} is missing`));
      expect(sent).toEqual([]);
    },
  );
});

describe('in development', () => {
  it('an unknown name whose value is undefined is accepted, and so is the workspace of an operation without one', async () => {
    await listItems(client, { surprise: undefined, tenant_id: 't', workspace_id: 'w' } as object);
    expect(sent).toEqual(['http://test.invalid/items']);
  });

  it.each([
    ['timeOut', { timeOut: 5 }, 'unknown option "timeOut"'],
    ['retries', { retries: 3 }, 'unknown option "retries"'],
    ['retry.times', { retry: { times: 3 } }, 'unknown option "retry.times"'],
    ['hooks.onRequest', { hooks: { onRequest: () => undefined } }, 'unknown hook "onRequest"'],
    ['Headers', { headers: new Headers() }, 'the headers must be an object with names and values'],
    ['an empty token', { token: '' }, 'the token must be an API key: not empty, and without "Bearer"'],
    [
      'a token with its prefix',
      { token: 'Bearer s3cret' },
      'the token must be an API key: not empty, and without "Bearer"',
    ],
    ['a token with a lowercase prefix', { token: 'bearer s3cret' }, 'the token must be an API key'],
    ['a token that is null', { token: null }, 'the token must be an API key'],
  ])('a client rejects %s', (_, options, message) => {
    const create = () => createClient({ baseUrl: 'http://test.invalid', ...options } as ClientOptions);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(`createClient: ${message}`);
    expect(create).not.toThrow('s3cret');
  });

  it.each([undefined, '', null, 'Bearer s3cret', 7])(
    'a call rejects a token function that returns %j',
    async (token) => {
      const own = createClient({ baseUrl: 'http://test.invalid', token: () => token as string });
      await expect(listItems(own, {})).rejects.toThrow(
        new TypeError('token: the token must be an API key: not empty, and without "Bearer"'),
      );
    },
  );

  it('lists, downloads and derived clients reject unknown options', async () => {
    const options = { maximum: 5 } as object;
    await expect(paginate(client, listItems, {}, options).toArray()).rejects.toThrow(
      'listItems: unknown option "maximum"',
    );
    await expect(
      download(client, operations.downloadViewExport, { id: 'v', export_workflow_id: 'x', format: 'csv' }, options),
    ).rejects.toThrow('downloadViewExport: unknown option "maximum"');
    expect(() => withOptions(client, options)).toThrow('withOptions: unknown option "maximum"');
  });
});

describe('in production', () => {
  it('unknown parameters and options are ignored, as in all versions of a bundle', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    vi.resetModules();
    const { listItems } = await import('../generated/fixture/operations.ts');
    await listItems(client, { surprise: 'x', page_size: 1 } as object, { timeOut: 5 } as object);
    expect(sent).toEqual(['http://test.invalid/items?page_size=1']);
  });
});

describe('always', () => {
  it.each([
    ['an object', {}, '[object Object]'],
    ['an array', ['a', 'b'], 'a,b'],
    ['NaN', Number.NaN, 'NaN'],
    ['Infinity', Number.POSITIVE_INFINITY, 'Infinity'],
    ['a function', String, String(String)],
  ])('a path parameter that is %s is rejected', async (_, value, shown) => {
    await expect(getItem(client, { ...ids, item_id: value as string })).rejects.toThrow(
      new TypeError(`getItem: item_id must not be ${JSON.stringify(shown)}`),
    );
    expect(sent).toEqual([]);
  });

  it.each([-1, 0, 1.5, 1e21, 7n, true])('a path parameter may be %s', async (value) => {
    await getItem(client, { ...ids, item_id: value as never });
    expect(sent).toEqual([`http://test.invalid/folders/f/items/${encodeURIComponent(String(value))}`]);
  });

  it.each([
    ['NaN', { size: Number.NaN }, 'size must not be "NaN"'],
    ['Infinity in a list', { sizes: [1, Number.NEGATIVE_INFINITY] }, '1 must not be "-Infinity"'],
    ['deep inside', { place: { shelf: { row: Number.NaN } } }, 'row must not be "NaN"'],
    ['an invalid date', { place: { at: new Date('soon') } }, 'at must not be "Invalid Date"'],
    ['undefined in a list', { labels: ['a', undefined] }, '1 must not be "undefined"'],
    ['a symbol in a list of lists', { labels: [[Symbol('a')]] }, '0 must not be "Symbol(a)"'],
    ['a function in a list', { labels: [null, Math.min] }, '1 must not be "function min() { [native code] }"'],
  ])('a body with %s is rejected, because JSON would contain null', async (_, body, message) => {
    await expect(createItem(client, { body: body as never })).rejects.toThrow(new TypeError(`createItem: ${message}`));
    expect(sent).toEqual([]);
  });

  it('a body may contain null, undefined and dates', async () => {
    const bodies: unknown[] = [];
    const fetch = async (_: string, { body }: RequestInit) => {
      bodies.push(body);
      return Response.json({ id: 'i1', title: 'null' }, { status: 201 });
    };
    const body = { title: 'null', labels: undefined, place: [null, { at: new Date(0) }], size: null };
    await createItem(createClient({ baseUrl: 'http://test.invalid', fetch }), { body: body as never });
    expect(bodies).toEqual(['{"title":"null","place":[null,{"at":"1970-01-01T00:00:00.000Z"}],"size":null}']);
  });
});
