import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listItems, listPages, listRows } from '../generated/fixture/operations.ts';
import { maxPageSize } from '../src/generated/paging.ts';
import { createClient, type Hooks, paginate } from '../src/index.ts';
import { always, hang, inTurn, withServer } from './test-server.ts';

const item = (id: string) => ({ id, title: id.toUpperCase() });
const params = { page_size: 2, tag: ['x'] };

/** Returns a listener for a list of three pages, in each style. */
function threePages(): RequestListener {
  const lists = [[item('a'), item('b')], [item('c')], [item('d'), item('e')]];
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://h');
    const cursor = Number(searchParams.get('cursor') ?? 0);
    const next = cursor < 2 ? `${cursor + 1}` : '';
    const page = Number(searchParams.get('page') ?? 1);
    const bodies: Record<string, unknown> = {
      '/api/items': { items: lists[cursor], cursor: next },
      '/api/pages': { items: lists[page - 1], page, total_pages: 3 },
      '/api/table': { header: ['size', 'id'], rows: lists[cursor]?.map(({ id }) => [7, id]), cursor: next },
    };
    always(200, JSON.stringify(bodies[pathname]))(request, response);
  };
}

async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of iterable) values.push(value);
  return values;
}

describe('paginate', () => {
  it('iterates over a list with cursors, and sends the filters for every page', async () => {
    await withServer(threePages(), async (baseUrl, received) => {
      const items = await collect(paginate(createClient({ baseUrl }), listItems, params));
      expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
      const query = '/api/items?tag=x';
      expect(received.map(({ url }) => url)).toEqual([
        `${query}&page_size=2`,
        `${query}&cursor=1&page_size=2`,
        `${query}&cursor=2&page_size=2`,
      ]);
    });
  });

  it('iterates over a list with page numbers, also from a later page on', async () => {
    await withServer(threePages(), async (baseUrl, received) => {
      const client = createClient({ baseUrl });
      expect((await collect(paginate(client, listPages, {}))).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect((await collect(paginate(client, listPages, { page: 2 }))).map(({ id }) => id)).toEqual(['c', 'd', 'e']);
      expect(received.map(({ url }) => url)).toEqual(
        ['', '?page=2', '?page=3', '?page=2', '?page=3'].map((query) => `/api/pages${query}`),
      );
    });
  });

  it('iterates over the rows of a table by column name', async () => {
    await withServer(threePages(), async (baseUrl) => {
      const rows = await collect(paginate(createClient({ baseUrl }), listRows, {}));
      expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(rows[0]).toEqual({ id: 'a', size: 7 });
    });
  });

  it('iterates over pages as the service returns them', async () => {
    await withServer(threePages(), async (baseUrl) => {
      const pages = await collect(paginate(createClient({ baseUrl }), listItems, params).pages());
      expect(pages.map(({ items }) => items.length)).toEqual([2, 1, 2]);
      expect(pages.map(({ cursor }) => cursor)).toEqual(['1', '2', '']);
    });
  });

  it.each([
    [0, '', 0],
    [1, 'a', 1],
    [2, 'ab', 1],
    [3, 'abc', 2],
    [9, 'abcde', 3],
  ])('with a limit of %i returns the items "%s" of %i pages', async (limit, ids, requests) => {
    for (const prefetch of [false, true]) {
      await withServer(threePages(), async (baseUrl, received) => {
        const items = await collect(paginate(createClient({ baseUrl }), listItems, params, { limit, prefetch }));
        expect(items.map(({ id }) => id).join('')).toBe(ids);
        expect(received).toHaveLength(requests);
      });
    }
  });

  it('requests no page before it is used', async () => {
    await withServer(threePages(), async (baseUrl, received) => {
      for await (const { id } of paginate(createClient({ baseUrl }), listItems, params)) if (id === 'b') break;
      expect(received).toHaveLength(1);
    });
  });

  it('with prefetch requests the next page while the current one is used', async () => {
    await withServer(threePages(), async (baseUrl, received) => {
      const pages = paginate(createClient({ baseUrl }), listItems, params, { prefetch: true }).pages();
      const iterator = pages[Symbol.asyncIterator]();
      await iterator.next();
      await expect.poll(() => received.length).toBe(2);
      await iterator.return?.();
    });
  });

  it('aborts a prefetched page when the program leaves the loop', async () => {
    await withServer(inTurn(threePages(), hang), async (baseUrl) => {
      const signals: (AbortSignal | null | undefined)[] = [];
      const fetch = (url: string, init: RequestInit) => {
        signals.push(init.signal);
        return globalThis.fetch(url, init);
      };
      for await (const _ of paginate(createClient({ baseUrl, fetch }), listItems, params, { prefetch: true })) break;
      expect(signals.map((signal) => signal?.aborted)).toEqual([false, true]);
    });
  });

  it('throws the error of a prefetched page where the page would be used', async () => {
    const firstPage = always(200, JSON.stringify({ items: [item('a')], cursor: '1' }));
    const failure = always(400, '{"code":400,"message":"Old cursor."}');
    await withServer(inTurn(firstPage, failure), async (baseUrl) => {
      const ids: string[] = [];
      const statuses: number[] = [];
      const hooks: Hooks = { response: (_, { status }) => void statuses.push(status) };
      const iterate = async () => {
        for await (const { id } of paginate(createClient({ baseUrl, hooks }), listItems, params, { prefetch: true })) {
          ids.push(id);
          await expect.poll(() => statuses).toContain(400);
        }
      };
      await expect(iterate()).rejects.toMatchObject({ name: 'ApiError', message: 'Old cursor.' });
      expect(ids).toEqual(['a']);
    });
  });

  it('returns all items as an array, up to the limit', async () => {
    await withServer(threePages(), async (baseUrl) => {
      const client = createClient({ baseUrl });
      const all = await paginate(client, listItems, params).toArray();
      expect(all.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(await paginate(client, listItems, params, { limit: 3 }).toArray()).toHaveLength(3);
    });
  });

  it('starts over with every loop', async () => {
    await withServer(threePages(), async (baseUrl) => {
      const all = paginate(createClient({ baseUrl }), listItems, params);
      expect(await collect(all)).toEqual(await collect(all));
    });
  });

  it.each([
    ['cursor "1"', listItems, { items: [item('a')], cursor: '1' }],
    ['page 2', listPages, { items: [item('a')], page: 1, total_pages: 9 }],
    ['cursor "1"', listRows, { header: ['id'], rows: [['a']], cursor: '1' }],
  ])('throws an error for a list that would never end: %s', async (position, operation, body) => {
    await withServer(always(200, JSON.stringify(body)), async (baseUrl, received) => {
      const iteration = collect(paginate(createClient({ baseUrl }), operation as typeof listItems, { page_size: 2 }));
      await expect(iteration).rejects.toThrow(`${operation.metadata.id}: the service returned ${position} twice`);
      expect(received).toHaveLength(2);
    });
  });

  it('yields the items of a prefetched loop before the error of a repeated cursor', async () => {
    await withServer(always(200, JSON.stringify({ items: [item('a')], cursor: '1' })), async (baseUrl) => {
      const items: string[] = [];
      const iterate = async () => {
        const options = { prefetch: true };
        for await (const { id } of paginate(createClient({ baseUrl }), listItems, params, options)) items.push(id);
      };
      await expect(iterate()).rejects.toThrow('twice');
      expect(items).toEqual(['a', 'a']);
    });
  });

  it('throws an error for a list with endless pages without items', async () => {
    let cursor = 0;
    const fetch = async () => {
      cursor += 1;
      return Response.json({ items: [], cursor: cursor < 200 ? String(cursor) : '' });
    };
    const iteration = collect(paginate(createClient({ baseUrl: 'http://test.invalid', fetch }), listItems, params));
    await expect(iteration).rejects.toThrow('listItems: the service returned 101 empty pages in sequence');
    expect(cursor).toBe(101);
  });

  it.each([Number.NaN, -1])('rejects the limit %d', (limit) => {
    const client = createClient({ baseUrl: 'http://test.invalid' });
    expect(() => paginate(client, listItems, params, { limit })).toThrow(TypeError);
  });

  it.each([
    ['no more items than the limit', {}, { limit: 3 }, 'page_size=3'],
    ['no more items than the service allows', {}, { limit: 5000 }, `page_size=${maxPageSize}`],
    ['what the caller selects', { page_size: 7 }, { limit: 3 }, 'page_size=7'],
    ['pages of the default size after a given position', { cursor: 'c' }, { limit: 3 }, 'cursor=c'],
    ['pages of the default size without a limit', {}, {}, ''],
  ])('requests %s', async (_, selected, options, query) => {
    const urls: string[] = [];
    const fetch = async (url: string) => {
      urls.push(url);
      return Response.json({ items: [], cursor: '' });
    };
    const client = createClient({ baseUrl: 'http://test.invalid', fetch });
    await collect(paginate(client, listItems, selected, options));
    expect(urls.map((url) => new URL(url).search.slice(1))).toEqual([query]);
  });

  it('ends the loop when its signal aborts, and removes its listener', async () => {
    await withServer(threePages(), async (baseUrl) => {
      const controller = new AbortController();
      const options = { signal: controller.signal };
      await collect(paginate(createClient({ baseUrl }), listItems, params, options));
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
      const reason = new Error('aborted by the test');
      const iterate = async () => {
        for await (const _ of paginate(createClient({ baseUrl }), listItems, params, options)) controller.abort(reason);
      };
      await expect(iterate()).rejects.toBe(reason);
    });
  });
});
