import { describe, expect, it, vi } from 'vitest';
import { exportItems, getItem, listItems } from '../generated/fixture/operations.ts';
import { defineOperation, withOptions } from '../src/extend.ts';
import { createClient, download, type Fetch, isApiError, paginate, withWorkspace } from '../src/index.ts';
import { withValidation } from '../src/validate.ts';

const ids = { folder_id: 'f', item_id: 'i1' };
const baseUrl = 'http://test.invalid';
const ok: Fetch = async () => Response.json({ id: 'i1', title: 'One' });

describe('withOptions', () => {
  it('creates a client whose calls have other headers, which those of a call replace', async () => {
    const sent: unknown[] = [];
    const fetch: Fetch = async (_, { headers }) => {
      sent.push(headers);
      return Response.json({ id: 'i1' });
    };
    const client = createClient({ baseUrl, fetch, token: 't', headers: { 'x-a': 'client', 'x-b': 'client' } });
    const derived = withOptions(client, { headers: { 'X-B': 'derived', 'x-c': 'derived' } });
    await getItem(derived, ids, { headers: { 'X-C': 'call' } });
    await getItem(client, ids);
    expect(sent).toEqual([
      { 'x-a': 'client', 'x-b': 'derived', 'x-c': 'call', authorization: 'Bearer t' },
      { 'x-a': 'client', 'x-b': 'client', authorization: 'Bearer t' },
    ]);
  });

  it('applies its retries, unless the call has others; undefined changes nothing', async () => {
    const fetch = vi.fn<Fetch>(async () => new Response(null, { status: 503 }));
    const attempts = async (...args: Parameters<typeof getItem.result>) => {
      fetch.mockClear();
      await getItem.result(...args);
      return fetch.mock.calls.length;
    };
    const client = createClient({ baseUrl, fetch, retry: { maxRetries: 1, baseDelay: 0 } });
    const derived = withOptions(client, { retry: { maxRetries: 3 } });
    expect(await attempts(client, ids)).toBe(2);
    expect(await attempts(derived, ids)).toBe(4);
    expect(await attempts(derived, ids, { retry: { baseDelay: 1 }, timeout: undefined })).toBe(4);
    expect(await attempts(derived, ids, { retry: { maxRetries: 2 } })).toBe(3);
    expect(await attempts(derived, ids, { retry: false })).toBe(1);
    expect(await attempts(withOptions(derived, { retry: undefined }), ids)).toBe(4);
    expect(await attempts(withOptions(derived, { retry: false }), ids)).toBe(1);
  });

  it('applies its fetch to calls and downloads', async () => {
    const fetch: Fetch = async () => new Response('id', { headers: { 'content-type': 'text/csv' } });
    const derived = withOptions(createClient({ baseUrl, fetch: ok }), { fetch });
    expect(await exportItems(derived)).toBe('id');
    expect(await (await download(derived, exportItems, {})).text()).toBe('id');
  });

  it('keeps the workspace and the validation of the client', async () => {
    const urls: string[] = [];
    const fetch: Fetch = async (url) => {
      urls.push(url);
      return Response.json({ items: [], cursor: '', page_size: 10 });
    };
    const { listRules } = await import('../src/index.ts');
    const scoped = withWorkspace(createClient({ baseUrl, fetch }), { tenant_id: 't1', workspace_id: 'w1' });
    await listRules(withOptions(withValidation(scoped), { timeout: 5 }));
    expect(urls).toEqual(['http://test.invalid/rules/tenants/t1/workspaces/w1']);
  });

  it.each([
    ['timeout must not be "-1"', { timeout: -1 }],
    ['maxRetries must not be "NaN"', { retry: { maxRetries: Number.NaN } }],
    ['invalid header "x a"', { headers: { 'x a': '1' } }],
  ])('rejects invalid options: %s', (message, options) => {
    expect(() => withOptions(createClient({ baseUrl }), options)).toThrow(new TypeError(`withOptions: ${message}`));
  });
});

describe('an operation of defineOperation', () => {
  it('sends its parameters, retries and returns the data, like every other', async () => {
    const getShelf = defineOperation<{ shelf_id: string; wide?: boolean }, { id: string }>({
      id: 'getShelf',
      method: 'GET',
      path: '/shelves/{shelf_id}',
      query: ['wide'],
      responses: { 200: 'json' },
    });
    const urls: string[] = [];
    const fetch: Fetch = async (url) => {
      urls.push(url);
      return urls.length === 1 ? new Response(null, { status: 503 }) : Response.json({ id: 's1' });
    };
    const client = createClient({ baseUrl, fetch, retry: { baseDelay: 0 } });
    expect(await getShelf(client, { shelf_id: 'a/b', wide: true })).toEqual({ id: 's1' });
    expect(urls).toEqual(Array(2).fill('http://test.invalid/shelves/a%2Fb?wide=true'));
    await expect(getShelf(client, { shelf_id: 'a', high: true } as never)).rejects.toThrow('unknown parameter "high"');
  });

  it('sends a body once, and has typed errors', async () => {
    const addShelf = defineOperation<{ body: object }, unknown>({
      id: 'addShelf',
      method: 'POST',
      path: '/shelves',
      body: 'application/json',
      responses: { 201: 'json' },
    });
    const fetch = vi.fn<Fetch>(async () => Response.json({ code: 503, message: 'Full.' }, { status: 503 }));
    const error = await addShelf(createClient({ baseUrl, fetch }), { body: { a: 1 } }).catch((reason) => reason);
    expect(fetch).toHaveBeenCalledOnce();
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: '{"a":1}' });
    expect([isApiError(error), addShelf.isError(error), getItem.isError(error)]).toEqual([true, true, false]);
  });

  it('adds a parameter to another operation, whose pages it has', async () => {
    const listByShelf = defineOperation<{ shelf?: string }, { items: { id: string }[] }, typeof listItems.metadata>({
      ...listItems.metadata,
      query: [...(listItems.metadata.query ?? []), 'shelf'],
    });
    const urls: string[] = [];
    const fetch: Fetch = async (url) => {
      urls.push(url);
      return Response.json({ items: [{ id: 'i1' }], cursor: urls.length > 1 ? '' : 'c2' });
    };
    const items = await paginate(createClient({ baseUrl, fetch }), listByShelf, { shelf: 's1' }).toArray();
    expect(items).toEqual([{ id: 'i1' }, { id: 'i1' }]);
    expect(urls).toEqual(['http://test.invalid/items?shelf=s1', 'http://test.invalid/items?cursor=c2&shelf=s1']);
  });
});
