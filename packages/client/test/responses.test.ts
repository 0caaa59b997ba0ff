import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createItem,
  deleteItem,
  exportItems,
  getItem,
  listItems,
  updateItem,
} from '../generated/fixture/operations.ts';
import {
  ApiError,
  ConnectionError,
  createClient,
  DecodeError,
  download,
  isApiError,
  isConnectionError,
  isDecodeError,
} from '../src/index.ts';
import { rejection } from './rejection.ts';
import { always, breakOff, hang, withServer } from './test-server.ts';

const item = { id: 'i1', title: 'One' };
const errorBody = { code: 404, message: 'No such item.', reason: 'not_found' };
const ids = { folder_id: 'f', item_id: 'i1' };
const CSV = { 'content-type': 'text/csv' };
const html = '<html><body>Bad Gateway</body></html>';

describe('a call', () => {
  it('resolves to the data', async () => {
    await withServer(always(200, JSON.stringify(item)), async (baseUrl) => {
      expect(await getItem(createClient({ baseUrl, retry: false }), ids)).toEqual(item);
    });
  });

  it.each([
    '{"code":500,"message":""}',
    '{"code":"500","message":{}}',
    '{"message":7,"reason":{}}',
    '[]',
    '"text"',
    'null',
  ])('rejects with an error whose message is a string for any body: %s', async (body) => {
    await withServer(always(500, body), async (baseUrl) => {
      const error = await rejection(getItem(createClient({ baseUrl, retry: false }), ids));
      expect(error).toMatchObject({ message: 'getItem: status 500', reason: undefined, body: JSON.parse(body) });
      expect([undefined, 500]).toContain((error as ApiError).code);
    });
  });

  it('resolves to undefined on 204', async () => {
    await withServer(always(204), async (baseUrl) => {
      expect(await deleteItem(createClient({ baseUrl, retry: false }), ids)).toBeUndefined();
    });
  });

  it('resolves to undefined on a success that is declared without a body', async () => {
    await withServer(always(202, '{"queued":true}'), async (baseUrl) => {
      expect(await updateItem(createClient({ baseUrl, retry: false }), ids)).toBeUndefined();
    });
  });

  it('resolves to the string of a response that is declared as CSV or JSON lines', async () => {
    await withServer(always(200, 'id,title\n', { 'content-type': 'text/csv' }), async (baseUrl) => {
      expect(await exportItems(createClient({ baseUrl, retry: false }))).toBe('id,title\n');
    });
  });

  it('resolves to the unchanged content of a file, even with a byte order mark', async () => {
    const csv = '\ufeffid,title\n1,"é"\n';
    await withServer(always(200, csv, { 'content-type': 'text/csv' }), async (baseUrl) => {
      const client = createClient({ baseUrl });
      expect(await exportItems(client)).toBe(csv);
      expect(await exportItems(client, {}, { fetch: async () => new Response(csv, { headers: CSV }) })).toBe(csv);
      expect(await exportItems.result(client)).toMatchObject({ status: 200, text: csv, data: csv });
    });
  });

  it.each([
    ['text/html; charset=utf-8', html],
    ['application/json', '{}'],
    ['application/x-ndjson+html', 'x'],
  ])('rejects with a DecodeError when text has the undeclared media type %s', async (type, text) => {
    await withServer(always(200, text, { 'content-type': type }), async (baseUrl) => {
      const client = createClient({ baseUrl });
      for (const call of [exportItems(client), exportItems.result(client)]) {
        const error = await rejection(call);
        expect(error).toMatchObject({ name: 'DecodeError', operation: 'exportItems', status: 200, text });
        expect((error as Error).message).toContain('but not text: ');
      }
      await expect(download(client, exportItems, {})).rejects.toMatchObject({ name: 'DecodeError', status: 200 });
    });
  });

  it.each(['TEXT/CSV', 'text/csv;header=present', 'application/x-ndjson', undefined])(
    'resolves to text with the media type %s',
    async (type) => {
      const headers = type === undefined ? {} : { 'content-type': type };
      const fetch = async () => new Response(new Blob(['id']).stream(), { headers });
      expect(await exportItems(createClient({ baseUrl: 'http://test.invalid', fetch }))).toBe('id');
    },
  );

  it('resolves to JSON that starts with a byte order mark', async () => {
    await withServer(always(200, `\ufeff${JSON.stringify(item)}`), async (baseUrl) => {
      expect(await getItem(createClient({ baseUrl }), ids)).toEqual(item);
    });
  });

  it.each(['', '{"id":"i1"}'])('does not decode the declared text %j, even when it is JSON', async (text) => {
    await withServer(always(200, text, CSV), async (baseUrl) => {
      expect(await exportItems(createClient({ baseUrl, retry: false }))).toBe(text);
    });
  });

  it('rejects with an ApiError that contains the response', async () => {
    const headers = { 'x-request-id': 'req-7', 'retry-after': '30' };
    await withServer(always(404, JSON.stringify(errorBody), headers), async (baseUrl) => {
      const error = await rejection(getItem(createClient({ baseUrl, retry: false }), ids));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toBeInstanceOf(Error);
      expect(isApiError(error)).toBe(true);
      expect(error).toMatchObject({
        name: 'ApiError',
        operation: 'getItem',
        status: 404,
        code: 404,
        message: 'No such item.',
        reason: 'not_found',
        body: errorBody,
        text: JSON.stringify(errorBody),
        requestId: 'req-7',
        retryAfter: 30,
      });
      expect((error as ApiError).headers.get('x-request-id')).toBe('req-7');
    });
  });

  it('rejects with an ApiError on a success that the contract does not declare', async () => {
    await withServer(always(206, JSON.stringify(item)), async (baseUrl) => {
      expect(await rejection(getItem(createClient({ baseUrl, retry: false }), ids))).toMatchObject({
        name: 'ApiError',
        status: 206,
        body: item,
      });
    });
  });

  it('rejects with an ApiError of status 502 on the HTML of a gateway', async () => {
    await withServer(always(502, html, { 'content-type': 'text/html' }), async (baseUrl) => {
      const error = await rejection(getItem(createClient({ baseUrl, retry: false }), ids));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        status: 502,
        message: 'getItem: status 502',
        body: undefined,
        text: html,
        code: undefined,
        reason: undefined,
      });
    });
  });

  it.each([
    ['HTML', html, 'text/html'],
    ['nothing', '', 'application/json'],
    ['truncated JSON', '{"code":', 'application/json'],
  ])('keeps a declared error status when its body is %s', async (_, text, type) => {
    await withServer(always(500, text, { 'content-type': type }), async (baseUrl) => {
      const error = await rejection(getItem(createClient({ baseUrl, retry: false }), ids));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ status: 500, body: undefined, text });
    });
  });

  it.each([
    ['truncated', '{"id":"i1', '"{\\"id\\":\\"i1"'],
    ['HTML', html, `"${html}"`],
    ['empty', '', '""'],
  ])('rejects with a DecodeError when a success body is %s', async (_, text, shown) => {
    await withServer(always(200, text, { 'x-request-id': 'req-7' }), async (baseUrl) => {
      const error = await rejection(getItem(createClient({ baseUrl, retry: false }), ids));
      expect(error).toBeInstanceOf(DecodeError);
      expect(isDecodeError(error)).toBe(true);
      expect(error).toMatchObject({
        operation: 'getItem',
        status: 200,
        text,
        requestId: 'req-7',
        message: `getItem: status 200, but not JSON: ${shown}`,
      });
    });
  });

  it('shows up to 200 characters of a body that it cannot decode', async () => {
    await withServer(always(200, 'x'.repeat(5000)), async (baseUrl) => {
      const error = (await rejection(getItem(createClient({ baseUrl, retry: false }), ids))) as DecodeError;
      expect(error.message).toHaveLength('getItem: status 200, but not JSON: ""'.length + 200);
      expect(error.text).toHaveLength(5000);
    });
  });

  it('rejects with a ConnectionError when no server listens', async () => {
    const error = await rejection(getItem(createClient({ baseUrl: 'http://127.0.0.1:1', retry: false }), ids));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(isConnectionError(error)).toBe(true);
    expect(error).toMatchObject({ operation: 'getItem', cause: expect.any(TypeError) });
    expect((error as Error).message).toMatch(
      /^getItem: no response from http:\/\/127\.0\.0\.1:1\/folders\/f\/items\/i1 \(.+\)$/,
    );
  });

  it('rejects with a ConnectionError when the response is incomplete', async () => {
    await withServer(breakOff, async (baseUrl) => {
      const error = await rejection(getItem(createClient({ baseUrl, retry: false }), ids));
      expect(error).toBeInstanceOf(ConnectionError);
      expect((error as Error).message).toMatch(/^getItem: incomplete response from .+ \(.+\)$/);
    });
  });

  it('rejects with the reason of the signal when it is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('aborted by the test');
    await withServer(hang, async (baseUrl, received) => {
      const call = rejection(getItem(createClient({ baseUrl }), ids, { signal: controller.signal }));
      await expect.poll(() => received.length).toBe(1);
      controller.abort(reason);
      expect(await call).toBe(reason);
    });
  });

  it('sends nothing when the signal is already aborted', async () => {
    await withServer(hang, async (baseUrl, received) => {
      const call = getItem(createClient({ baseUrl }), ids, { signal: AbortSignal.abort() });
      expect(await rejection(call)).toMatchObject({ name: 'AbortError' });
      expect(received).toEqual([]);
    });
  });
});

describe('retryAfter of an ApiError', () => {
  it.each([
    ['seconds', '120', 120],
    ['a date', 'Thu, 22 Oct 2015 07:29:00 GMT', 60],
    ['a date in the past', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ])('reads %s', async (_, value, expected) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    // The service's clock is an hour ahead of the client's.
    vi.setSystemTime(Date.UTC(2015, 9, 22, 6, 28));
    const headers = { 'retry-after': value, date: 'Thu, 22 Oct 2015 07:28:00 GMT' };
    await withServer(always(429, '{}', headers), async (baseUrl) => {
      const { retryAfter } = (await rejection(listItems(createClient({ baseUrl, retry: false }), {}))) as ApiError;
      expect(retryAfter).toBe(expected);
    });
  });

  it('is undefined when the header is not valid', async () => {
    await withServer(always(429, '{}', { 'retry-after': 'soon' }), async (baseUrl) => {
      expect(await rejection(listItems(createClient({ baseUrl, retry: false }), {}))).toMatchObject({
        retryAfter: undefined,
      });
    });
  });
});

describe('result', () => {
  it.each([
    ['a success', 200, JSON.stringify(item), 'application/json', item],
    ['a declared error', 404, JSON.stringify(errorBody), 'application/json', errorBody],
    ['an error with another JSON type', 409, '{"holder":"me"}', 'application/errorBody+json', { holder: 'me' }],
    ['a declared error with HTML', 500, html, 'text/html', undefined],
    ['a declared error without a body', 404, '', 'application/json', undefined],
    ['an undeclared error with JSON', 503, '{"why":"x"}', 'application/json; charset=utf-8', { why: 'x' }],
    ['an undeclared error with HTML', 502, html, 'text/html', undefined],
    ['an undeclared error with broken JSON', 503, '{"why":', 'application/json', undefined],
    ['a protocol response', 429, JSON.stringify(errorBody), 'application/json', errorBody],
    ['a protocol response with HTML', 429, html, 'text/html', undefined],
    ['an undeclared error without a body', 503, '', 'application/json', undefined],
    ['an undeclared success', 206, 'part', 'text/plain', undefined],
    ['an undeclared error with JSON and the media type of text', 503, '{"why":"x"}', 'text/plain', { why: 'x' }],
  ])('resolves to the status and the data of %s', async (_, status, text, type, data) => {
    await withServer(always(status, text, { 'content-type': type }), async (baseUrl) => {
      const result = await getItem.result(createClient({ baseUrl, retry: false }), ids);
      expect(result).toEqual({ status, data, text, headers: expect.any(Headers) });
      expect(result.headers.get('content-type')).toBe(type);
    });
  });

  it('resolves to a declared status without a body', async () => {
    await withServer(always(304), async (baseUrl) => {
      expect(await getItem.result(createClient({ baseUrl, retry: false }), ids)).toMatchObject({
        status: 304,
        data: undefined,
      });
    });
  });

  it('rejects when there is no valid response', async () => {
    await withServer(always(200, html), async (baseUrl) => {
      expect(await rejection(getItem.result(createClient({ baseUrl, retry: false }), ids))).toBeInstanceOf(DecodeError);
    });
    expect(
      await rejection(getItem.result(createClient({ baseUrl: 'http://127.0.0.1:1', retry: false }), ids)),
    ).toBeInstanceOf(ConnectionError);
  });
});

describe('isError', () => {
  it('is only true for errors of the same operation', async () => {
    await withServer(always(422, '{"code":422,"message":"No."}'), async (baseUrl) => {
      const error = await rejection(createItem(createClient({ baseUrl, retry: false }), { body: { title: '' } }));
      expect(createItem.isError(error)).toBe(true);
      expect(getItem.isError(error)).toBe(false);
      expect(createItem.isError(new Error('other'))).toBe(false);
    });
  });
});
