/** Cases that other generated clients handle incorrectly. */
import type { RequestListener } from 'node:http';
import { createMock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';
import { deleteItem, exportItems, getItem, listItems, updateItem } from '../generated/fixture/operations.ts';
import { type Client, createClient, getRule } from '../src/index.ts';
import { withValidation } from '../src/validate.ts';
import { always, inTurn, reset, withServer } from './test-server.ts';

const ids = { folder_id: 'f', item_id: 'i1' };
const item = '{"id":"i1","title":"One"}';
const html = '<html><body>Bad Gateway</body></html>';
const csv = 'id,title\n1,"é"\n';

const get = (client: Client) => getItem(client, ids);
const CASES: [
  title: string,
  respond: RequestListener,
  call: (client: Client) => Promise<unknown>,
  expected: unknown,
][] = [
  [
    'rejects with a typed error on 404',
    always(404, '{"code":404,"message":"No such item."}'),
    get,
    { name: 'ApiError', status: 404, code: 404, message: 'No such item.', body: { code: 404 } },
  ],
  [
    'resolves result() to a typed error on 404',
    always(404, '{"code":404,"message":"No."}'),
    (client) => getItem.result(client, ids),
    { status: 404, data: { code: 404, message: 'No.' } },
  ],
  [
    'rejects with status and text on HTML of a gateway',
    always(502, html, { 'content-type': 'text/html' }),
    get,
    { name: 'ApiError', status: 502, text: html, body: undefined },
  ],
  [
    'rejects with status and text on HTML with the media type of JSON',
    always(502, html),
    get,
    { name: 'ApiError', status: 502, text: html, body: undefined },
  ],
  [
    'rejects with a ConnectionError when the network fails',
    reset,
    get,
    { name: 'ConnectionError', operation: 'getItem' },
  ],
  [
    'rejects with a DecodeError on a success with an empty body',
    always(200),
    get,
    { name: 'DecodeError', status: 200, text: '' },
  ],
  [
    'retries after 429 with Retry-After: 0',
    inTurn(always(429, '{}', { 'retry-after': '0' }), always(200, item)),
    get,
    { id: 'i1', title: 'One' },
  ],
  ['resolves to undefined on 204', always(204), (client) => deleteItem(client, ids), undefined],
  ['resolves to undefined on 204 if 200 is also declared', always(204), (client) => updateItem(client, ids), undefined],
  [
    'resolves result() to undefined data on 204 if 200 is also declared',
    always(204),
    (client) => updateItem.result(client, ids),
    { status: 204, data: undefined },
  ],
  [
    'resolves to the text of CSV',
    always(200, csv, { 'content-type': 'text/csv' }),
    (client) => exportItems(client),
    csv,
  ],
  [
    'rejects with a typed error on 401 of an operation that returns CSV',
    always(401, '{"code":401,"message":"No."}'),
    (client) => exportItems(client),
    { name: 'ApiError', status: 401, body: { code: 401 } },
  ],
];

describe('a call', () => {
  it.each(CASES)('%s', async (_, respond, call, expected) => {
    await withServer(respond, async (baseUrl) => {
      const outcome = await call(createClient({ baseUrl, retry: { baseDelay: 1 } })).catch((error) => error);
      if (typeof expected === 'object') expect(outcome).toMatchObject(expected as object);
      else expect(outcome).toBe(expected);
    });
  });

  it('rejects data that violates the contract only when the client validates', async () => {
    const { fetch } = await createMock();
    const invalid = async () => new Response('{"rule_id":7}');
    const rule = { tenant_id: 't1', workspace_id: 'w1', rule_id: 'r1' };
    const baseUrl = 'http://mock/api/v1';
    const call = getRule(withValidation(createClient({ baseUrl, fetch: invalid })), rule);
    await expect(call).rejects.toMatchObject({ name: 'ValidationError', status: 200 });
    await getRule(withValidation(createClient({ baseUrl, fetch, token: 't' })), rule);
  });

  it.each([
    [
      'with commas for explode: false',
      { state: ['open', 'closed'] as ('open' | 'closed')[] },
      '/api/items?state=open,closed&page_size=1',
    ],
    ['with repeated names for explode: true', { tag: ['a', 'b'] }, '/api/items?tag=a&tag=b&page_size=1'],
  ])('sends an array %s', async (_, params, url) => {
    await withServer(always(200, '{"items":[],"cursor":""}'), async (baseUrl, received) => {
      await listItems(createClient({ baseUrl }), { page_size: 1, ...params });
      expect(received[0]?.url).toBe(url);
    });
  });

  it('encodes the path parameter ../users/me?x= as one segment', async () => {
    await withServer(always(200, item), async (baseUrl, received) => {
      await getItem(createClient({ baseUrl }), { folder_id: 'f', item_id: '../users/me?x=' });
      expect(received[0]?.url).toBe('/api/folders/f/items/..%2Fusers%2Fme%3Fx%3D');
    });
  });

  it('rejects the path parameter ..', async () => {
    await withServer(always(200, item), async (baseUrl, received) => {
      await expect(getItem(createClient({ baseUrl }), { folder_id: '..', item_id: 'i' })).rejects.toThrow(TypeError);
      expect(received).toEqual([]);
    });
  });
});
