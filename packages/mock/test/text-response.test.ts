/** The responses of `mock.fetch` behave like those of the platform for any sequence of operations. */
import fc from '@aispm/testing/properties';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createResponse } from '../src/http/text-response.ts';

const HEADERS = { 'content-type': 'application/json', 'x-request-id': 'r1' };

/** The last clone and the last reader of a response. */
interface Handles {
  response: Response;
  clone?: Response;
  reader?: ReadableStreamDefaultReader<Uint8Array> | undefined;
}

const decode = (chunk: Uint8Array | undefined) => chunk && Buffer.from(chunk).toString('hex');

/** Operations on a response, each with a comparable result. */
const STEPS: Record<string, (handles: Handles) => unknown> = {
  text: ({ response }) => response.text(),
  json: ({ response }) => response.json(),
  bytes: async ({ response }) => decode(await response.bytes()),
  arrayBuffer: async ({ response }) => decode(new Uint8Array(await response.arrayBuffer())),
  blob: async ({ response }) => {
    const blob = await response.blob();
    return [blob.type, blob.size, await blob.text()];
  },
  formData: async ({ response }) => [...(await response.formData())],
  clone: (handles) => {
    handles.clone = handles.response.clone();
    return [handles.clone.status, [...handles.clone.headers]];
  },
  readClone: ({ clone }) => clone?.text(),
  hasBody: ({ response }) => response.body !== null,
  isSameBody: ({ response }) => new Set([response.body, response.body]).size,
  lock: (handles) => {
    handles.reader = handles.response.body?.getReader();
  },
  read: async ({ reader }) => {
    const result = await reader?.read();
    return [result?.done, decode(result?.value)];
  },
  release: ({ reader }) => reader?.releaseLock(),
  // Not awaited: after a clone, it only ends when the body of the clone is also cancelled.
  cancel: ({ response }) => {
    const cancelled = response.body?.cancel();
    cancelled?.catch(() => {});
  },
  wrap: ({ response }) => new Response(response.body, response).text(),
  used: ({ response }) => response.bodyUsed,
  isLocked: ({ response }) => response.body?.locked,
  headers: ({ response }) => [...response.headers],
  setHeader: ({ response }) => response.headers.set('x-request-id', 'r2'),
  deleteHeader: ({ response }) => response.headers.delete('Content-Type'),
  invalidHeader: ({ response }) => response.headers.set('not valid', 'x'),
  attributes: ({ response: { status, statusText, ok, type, url, redirected } }) => [
    [status, statusText, ok, type, url, redirected],
  ],
  isResponse: ({ response }) => [response instanceof Response, String(response)],
  cloneStructure: ({ response }) => structuredClone(response),
};

/** Executes steps sequentially, and returns their results. */
async function takeSteps(response: Response, names: readonly string[]): Promise<unknown[]> {
  const handles: Handles = { response };
  const results: unknown[] = [];
  for (const name of names) {
    try {
      results.push([name, await STEPS[name]?.(handles)]);
    } catch (error) {
      results.push([name, (error as Error).name, (error as Error).message]);
    }
  }
  return results;
}

const steps = fc.array(fc.constantFrom(...Object.keys(STEPS)), { maxLength: 8 });
const body = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '{', '\uFEFF{}', '"\uD800"', 'a=1&b=2', '"é€😀"'),
);
const type = fc.constantFrom(
  'application/json',
  'text/csv',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
);

describe('a response with a known string', () => {
  it('has the same results and errors as a response of the platform', async () => {
    const property = fc.asyncProperty(
      body,
      type,
      fc.constantFrom(200, 201, 404),
      steps,
      async (text, media, status, names) => {
        const headers = { ...HEADERS, 'content-type': media };
        const expected = await takeSteps(new Response(text, { status, headers }), names);
        expect(await takeSteps(createResponse(status, headers, text), names)).toEqual(expected);
      },
    );
    await fc.assert(property, { numRuns: 1_500 });
  });

  it.each(Object.keys(STEPS))('can be read once, before and after %s', async (name) => {
    for (const read of ['text', 'json', 'bytes', 'arrayBuffer']) {
      for (const names of [
        [name, read, 'used'],
        [read, name, 'used', 'isLocked', read],
      ]) {
        const expected = await takeSteps(new Response('{}', { headers: HEADERS }), names);
        expect(await takeSteps(createResponse(200, HEADERS, '{}'), names)).toEqual(expected);
      }
    }
  });

  it('has no body if the standard does not allow one, or if there is none', async () => {
    for (const [status, text] of [
      [204, ''],
      [304, 'x'],
      [200, undefined],
    ] as const) {
      const response = createResponse(status, HEADERS, text);
      expect([response.status, response.body, await response.text(), response.bodyUsed]).toEqual([
        status,
        null,
        '',
        false,
      ]);
    }
  });

  it('gets the media type of a string when it has none', () => {
    expect(createResponse(200, {}, 'x').headers.get('content-type')).toBe('text/plain;charset=UTF-8');
  });
});

describe('a page with its own Response', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('gets responses of the platform’s type', () => {
    class PageResponse extends Response {}
    vi.stubGlobal('Response', PageResponse);
    expect(createResponse(200, HEADERS, '{}')).toBeInstanceOf(PageResponse);
  });
});
