import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { listItems, listPages, listRows } from '../generated/fixture/operations.js';
import { createClient, paginate } from '../src/index.js';
import { always, withServer } from './server.js';

const item = (id: string) => ({ id, title: id.toUpperCase() });
const params = { page_size: 2, tag: ['x'] };

/** A service with a list of three pages, in each style, that answers after some milliseconds. */
function threePages(delay = 0): Parameters<typeof withServer>[0] {
  const lists = [[item('a'), item('b')], [item('c')], [item('d'), item('e')]];
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://h');
    const cursor = Number(searchParams.get('cursor') ?? 0);
    const next = cursor < 2 ? `${cursor + 1}` : '';
    const page = Number(searchParams.get('page') ?? 1);
    const bodies: Record<string, unknown> = {
      '/api/items': { items: lists[cursor], cursor: next },
      '/api/pages': { items: lists[page - 1], page, total_pages: 3 },
      '/api/table': { header: ['size', 'id'], rows: lists[cursor]?.map((it) => [7, it.id]), cursor: next },
    };
    setTimeout(() => always(200, JSON.stringify(bodies[pathname]))(request, response), delay);
  };
}

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of all) found.push(one);
  return found;
}

test('items of a list with cursors come one by one, with the filters on every page', async () => {
  await withServer(threePages(), async (baseUrl, seen) => {
    const items = await collect(paginate(createClient({ baseUrl }), listItems, params));
    expect(items.map((it) => it.id)).toEqual(['a', 'b', 'c', 'd', 'e']);
    const query = '/api/items?tag=x';
    expect(seen.map((it) => it.url)).toEqual([
      `${query}&page_size=2`,
      `${query}&cursor=1&page_size=2`,
      `${query}&cursor=2&page_size=2`,
    ]);
  });
});

test('items of a list with page numbers come one by one, also from a later page on', async () => {
  await withServer(threePages(), async (baseUrl, seen) => {
    const client = createClient({ baseUrl });
    expect((await collect(paginate(client, listPages, {}))).map((it) => it.id)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await collect(paginate(client, listPages, { page: 2 }))).map((it) => it.id)).toEqual(['c', 'd', 'e']);
    expect(seen.map((it) => it.url)).toEqual(
      ['', '?page=2', '?page=3', '?page=2', '?page=3'].map((it) => `/api/pages${it}`),
    );
  });
});

test('rows of a table come one by one, by column name', async () => {
  await withServer(threePages(), async (baseUrl) => {
    const rows = await collect(paginate(createClient({ baseUrl }), listRows, {}));
    expect(rows.map((it) => it.id)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(rows[0]).toEqual({ id: 'a', size: 7 });
  });
});

test('pages come as they are sent', async () => {
  await withServer(threePages(), async (baseUrl) => {
    const pages = await collect(paginate(createClient({ baseUrl }), listItems, params).pages());
    expect(pages.map((it) => it.items.length)).toEqual([2, 1, 2]);
    expect(pages.map((it) => it.cursor)).toEqual(['1', '2', '']);
  });
});

test.each([
  [0, '', 0],
  [1, 'a', 1],
  [2, 'ab', 1],
  [3, 'abc', 2],
  [9, 'abcde', 3],
])('with a limit of %i the items are "%s", from %i pages', async (limit, ids, requests) => {
  for (const prefetch of [false, true]) {
    await withServer(threePages(), async (baseUrl, seen) => {
      const items = await collect(paginate(createClient({ baseUrl }), listItems, params, { limit, prefetch }));
      expect(items.map((it) => it.id).join('')).toBe(ids);
      expect(seen).toHaveLength(requests);
    });
  }
});

test('nothing is asked for before it is used', async () => {
  await withServer(threePages(), async (baseUrl, seen) => {
    for await (const one of paginate(createClient({ baseUrl }), listItems, params)) if (one.id === 'b') break;
    expect(seen).toHaveLength(1);
  });
});

test('with prefetch the next page is asked for while the current one is worked on', async () => {
  await withServer(threePages(), async (baseUrl, seen) => {
    const pages = paginate(createClient({ baseUrl }), listItems, params, { prefetch: true }).pages();
    const iterator = pages[Symbol.asyncIterator]();
    await iterator.next();
    await expect.poll(() => seen.length).toBe(2);
    await iterator.return?.();
  });
});

test('leaving the loop aborts a page that was asked for ahead', async () => {
  await withServer(threePages(100), async (baseUrl) => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch = (url: string, init: RequestInit) => {
      signals.push(init.signal);
      return globalThis.fetch(url, init);
    };
    for await (const _ of paginate(createClient({ baseUrl, fetch }), listItems, params, { prefetch: true })) break;
    expect(signals.map((it) => it?.aborted)).toEqual([false, true]);
  });
});

test('a page that was asked for ahead and fails is an error where it would be used', async () => {
  let requests = 0;
  const answer: Parameters<typeof withServer>[0] = (request, response) => {
    requests += 1;
    const body = JSON.stringify({ items: [item('a')], cursor: '1' });
    always(requests === 1 ? 200 : 400, requests === 1 ? body : '{"code":400,"message":"Old cursor."}')(
      request,
      response,
    );
  };
  await withServer(answer, async (baseUrl) => {
    const ids: string[] = [];
    const walk = async () => {
      for await (const one of paginate(createClient({ baseUrl }), listItems, params, { prefetch: true })) {
        ids.push(one.id);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    await expect(walk()).rejects.toMatchObject({ name: 'ApiError', message: 'Old cursor.' });
    expect(ids).toEqual(['a']);
  });
});

test('every loop starts again', async () => {
  await withServer(threePages(), async (baseUrl) => {
    const all = paginate(createClient({ baseUrl }), listItems, params);
    expect(await collect(all)).toEqual(await collect(all));
  });
});

test.each([
  ['cursor "1" came twice', listItems, { items: [item('a')], cursor: '1' }],
  ['page 2 came twice', listPages, { items: [item('a')], page: 1, total_pages: 9 }],
  ['cursor "1" came twice', listRows, { header: ['id'], rows: [['a']], cursor: '1' }],
])('a list that would never end stops with an error: %s', async (message, operation, body) => {
  await withServer(always(200, JSON.stringify(body)), async (baseUrl, seen) => {
    const walk = collect(paginate(createClient({ baseUrl }), operation as typeof listItems, params));
    await expect(walk).rejects.toThrow(`${operation.metadata.id}: ${message}`);
    expect(seen).toHaveLength(2);
  });
});

test('a signal ends the loop, and keeps no listener', async () => {
  await withServer(threePages(), async (baseUrl) => {
    const controller = new AbortController();
    const options = { signal: controller.signal };
    await collect(paginate(createClient({ baseUrl }), listItems, params, options));
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    const reason = new Error('enough');
    const walk = async () => {
      for await (const _ of paginate(createClient({ baseUrl }), listItems, params, options)) controller.abort(reason);
    };
    await expect(walk()).rejects.toBe(reason);
  });
});
