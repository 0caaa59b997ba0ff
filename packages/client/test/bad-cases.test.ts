// The cases in which generated clients were seen to go wrong: a row each, with what this one does.
import { createMock } from '@aispm/mock';
import { expect, test } from 'vitest';
import { deleteItem, exportItems, getItem, listItems, updateItem } from '../generated/fixture/operations.js';
import { createClient, getRule } from '../src/index.js';
import { validated } from '../src/validate.js';
import { always, inTurn, reset, withServer } from './server.js';

const ids = { folder_id: 'f', item_id: 'i1' };
const item = '{"id":"i1","title":"One"}';
const html = '<html><body>Bad Gateway</body></html>';
const csv = 'id,title\n1,"é"\n';
type Listener = Parameters<typeof withServer>[0];
type Connected = ReturnType<typeof createClient>;

const get = (client: Connected) => getItem(client, ids);
const rows: [row: string, answer: Listener, call: (client: Connected) => Promise<unknown>, expected: unknown][] = [
  [
    '404 {code, message}',
    always(404, '{"code":404,"message":"No such item."}'),
    get,
    { name: 'ApiError', status: 404, code: 404, message: 'No such item.', body: { code: 404 } },
  ],
  [
    '404 {code, message} as a value',
    always(404, '{"code":404,"message":"No."}'),
    (it) => getItem.result(it, ids),
    { status: 404, data: { code: 404, message: 'No.' } },
  ],
  ['502 HTML', always(502, html, { 'content-type': 'text/html' }), get, { name: 'ApiError', status: 502, body: html }],
  ['502 HTML that is called JSON', always(502, html), get, { name: 'ApiError', status: 502, body: html }],
  ['network failure', reset, get, { name: 'ConnectionError', operation: 'getItem' }],
  ['200, empty body', always(200), get, { name: 'DecodeError', status: 200, text: '' }],
  [
    '429, Retry-After 0',
    inTurn(always(429, '{}', { 'retry-after': '0' }), always(200, item)),
    get,
    { id: 'i1', title: 'One' },
  ],
  ['204 only', always(204), (it) => deleteItem(it, ids), undefined],
  ['204 where 200 or 204, data', always(204), (it) => updateItem(it, ids), undefined],
  ['204 where 200 or 204, result', always(204), (it) => updateItem.result(it, ids), { status: 204, data: undefined }],
  ['CSV', always(200, csv, { 'content-type': 'text/csv' }), (it) => exportItems(it), csv],
  [
    'CSV operation, 401',
    always(401, '{"code":401,"message":"No."}'),
    (it) => exportItems(it),
    { name: 'ApiError', status: 401, body: { code: 401 } },
  ],
];

test.each(rows)('%s', async (_, answer, call, expected) => {
  await withServer(answer, async (baseUrl) => {
    const outcome = await call(createClient({ baseUrl, retry: { base: 1 } })).catch((error) => error);
    if (typeof expected === 'object') expect(outcome).toMatchObject(expected as object);
    else expect(outcome).toBe(expected);
  });
});

test('200, wrong shape: passes, unless the client validates', async () => {
  const { fetch } = await createMock();
  const wrong = async () => new Response('{"rule_id":7}');
  const rule = { tenant_id: 't1', workspace_id: 'w1', rule_id: 'r1' };
  const baseUrl = 'http://mock/api/v1';
  const call = getRule(validated(createClient({ baseUrl, fetch: wrong })), rule);
  await expect(call).rejects.toMatchObject({ name: 'ValidationError', status: 200 });
  await getRule(validated(createClient({ baseUrl, fetch, token: 't' })), rule);
});

test.each([
  [
    'explode: false',
    { state: ['open', 'closed'] as ('open' | 'closed')[] },
    '/api/items?state=open,closed&page_size=1',
  ],
  ['exploded array', { tag: ['a', 'b'] }, '/api/items?tag=a&tag=b&page_size=1'],
])('query, %s', async (_, params, url) => {
  await withServer(always(200, '{"items":[],"cursor":""}'), async (baseUrl, seen) => {
    await listItems(createClient({ baseUrl }), { page_size: 1, ...params });
    expect(seen[0]?.url).toBe(url);
  });
});

test('path parameter ../users/me?x= is one segment', async () => {
  await withServer(always(200, item), async (baseUrl, seen) => {
    await getItem(createClient({ baseUrl }), { folder_id: 'f', item_id: '../users/me?x=' });
    expect(seen[0]?.url).toBe('/api/folders/f/items/..%2Fusers%2Fme%3Fx%3D');
  });
});

test('path parameter .. is refused', async () => {
  await withServer(always(200, item), async (baseUrl, seen) => {
    await expect(getItem(createClient({ baseUrl }), { folder_id: '..', item_id: 'i' })).rejects.toThrow(TypeError);
    expect(seen).toEqual([]);
  });
});
// PDF and deepObject: the generator refuses them, see codegen.test.ts.
