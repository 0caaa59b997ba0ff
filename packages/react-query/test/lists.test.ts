import { createClient, listRules, paginate } from '@aispm/client';
import { createMock } from '@aispm/mock';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { infiniteQueryOptions } from '../src/index.ts';
import { reading } from './operations.ts';

const { fetch, basePath } = await createMock();
const client = createClient({ baseUrl: `http://mock.test${basePath}`, token: 't', fetch });
const lists = reading.filter(({ operation }) => operation.metadata.paging);
const pageCounts: number[] = [];

describe('the list', () => {
  it.each(lists)('of $id loads all pages, and none after the last one', async ({ operation, params }) => {
    const paged = operation as Parameters<typeof infiniteQueryOptions>[1];
    const options = infiniteQueryOptions(client, paged, { ...params, page_size: 1 } as never);
    const { pages } = await new QueryClient().fetchInfiniteQuery({ ...options, pages: 1000 });
    const parts = (pages as { items?: unknown[]; rows?: unknown[] }[]).map(({ items, rows = [] }) => items ?? rows);
    const rows = parts.flat();
    if (rows.length > 0) expect(parts).not.toContainEqual([]);
    expect(rows).toHaveLength((await paginate(client, paged, params as never).toArray()).length);
    pageCounts.push(pages.length);
  });

  it('has several pages for most operations', () => {
    expect(pageCounts.filter((count) => count > 1).length).toBeGreaterThan(lists.length / 2);
  });

  it('starts with the page that the parameters select, and ends when a cursor repeats', async () => {
    const cursors: (string | null)[] = [];
    const looping = createClient({
      baseUrl: 'http://test.invalid',
      fetch: async (url) => {
        cursors.push(new URL(url).searchParams.get('cursor'));
        return Response.json({ items: [1], cursor: 'c2' });
      },
    });
    const params = { tenant_id: 't1', workspace_id: 'w1', cursor: 'c1' };
    const options = infiniteQueryOptions(looping, listRules, params);
    await new QueryClient().fetchInfiniteQuery({ ...options, pages: 10 });
    expect(cursors).toEqual(['c1', 'c2']);
  });
});
