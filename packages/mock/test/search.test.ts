/** The search over all types of records. */
import { createMock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';
import { BASE, operations, TOKEN } from './support.ts';

const SCOPE = '/tenants/halden-freight/workspaces/production';
const SEARCH = `${BASE}/search-results${SCOPE}`;

/** The examples of the contract, whose summaries have their queries. */
const examples = operations
  .find(({ iid }) => iid === 'listSearchResults')
  ?.responses.find(({ code }) => code === '200')
  ?.contents?.[0]?.examples?.map((example) => ({
    value: 'value' in example ? (example.value as Record<string, unknown>) : {},
    query: /query=[^)]+/.exec(example.summary ?? '')?.[0] ?? '',
  }));

describe('the search', () => {
  it.each(examples ?? [])('finds what the example of $query has', async ({ query, value }) => {
    const mock = await createMock();
    const { items, cursor } = await (await mock.fetch(`${SEARCH}?${query}`, { headers: TOKEN })).json();
    expect(items).toEqual(value.items);
    expect(cursor === '').toBe(value.cursor === '');
  });

  it('has an example of each kind', () => {
    expect(examples?.length).toBeGreaterThan(4);
  });

  it('finds views that requests create', async () => {
    const mock = await createMock({ stateful: true });
    const send = async (url: string, init: object = {}) => {
      const response = await mock.fetch(url, { ...init, headers: { ...TOKEN, 'content-type': 'application/json' } });
      return response.json();
    };
    const scope = 'tenant_id=halden-freight&workspace_id=production';
    const body = JSON.stringify({ name: 'Zebra crossing', entity: 'agents' });
    const { id } = await send(`${BASE}/views?${scope}`, { method: 'POST', body });
    expect(await send(`${SEARCH}?query=CROSSING%20zeb`)).toMatchObject({
      items: [{ result_type: 'view', id, name: 'Zebra crossing', context: 'agents', match: 'contains' }],
    });
  });

  it('follows cursors to the end', async () => {
    const mock = await createMock();
    const ids: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await (await mock.fetch(`${SEARCH}?query=customs&page_size=4${cursor}`, { headers: TOKEN })).json();
      ids.push(...page.items.map((item: { id: string }) => item.id));
      if (page.cursor === '') break;
      cursor = `&cursor=${page.cursor}`;
    }
    expect(ids.length).toBeGreaterThan(4);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
