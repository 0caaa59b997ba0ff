import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from './databases/databases.ts';
import { startService, type TestService } from './service.ts';

const WORKSPACE = { tenantId: 't1', workspaceId: 'w1' };

describeOnDatabases('client storage', (kind) => {
  let service: TestService;
  let ann: string;
  let ben: string;

  const send = (method: string, path: string, token: string, value?: unknown, headers: Record<string, string> = {}) =>
    service.send(`/client-storage/users/console/${path}`, {
      method,
      token,
      headers: { ...headers, ...(value !== undefined && { 'content-type': 'application/json' }) },
      ...(value !== undefined && { body: JSON.stringify({ value }) }),
    });
  const put = (path: string, token: string, value: unknown, headers?: Record<string, string>) =>
    send('PUT', path, token, value, headers);

  beforeAll(async () => {
    service = await startService(kind);
    ann = await service.key([WORKSPACE], 'ann');
    ben = await service.key([WORKSPACE], 'ben');
  });
  afterAll(() => service.close());

  it('creates, returns unchanged, replaces and deletes an entry', async () => {
    const value = { z: 1, a: { list: [1, 'two', null] }, ключ: '✓' };
    const created = await put('ns/entry', ann, value);
    expect([created.status, created.headers.get('location')]).toEqual([
      201,
      '/api/v1/client-storage/users/console/ns/entry',
    ]);
    const read = await send('GET', 'ns/entry', ann);
    const body = (await read.json()) as { value: object; created_at: string };
    expect(JSON.stringify(body.value)).toBe(JSON.stringify(value));
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
    const replaced = await put('ns/entry', ann, value);
    expect(replaced.status).toBe(200);
    expect(replaced.headers.get('etag')).not.toBe(created.headers.get('etag'));
    expect(((await replaced.json()) as typeof body).created_at).toBe(body.created_at);
    expect((await send('DELETE', 'ns/entry', ann)).status).toBe(204);
    expect((await send('DELETE', 'ns/entry', ann)).status).toBe(404);
    expect((await send('GET', 'ns/entry', ann)).status).toBe(404);
  });

  it('accepts several entity tags, and those that a proxy has weakened', async () => {
    const change = async (toHeaders: (etag: string) => Record<string, string>) => {
      const { headers } = await put('ns/tags', ann, { a: 1 });
      return (await put('ns/tags', ann, { a: 2 }, toHeaders(headers.get('etag') ?? ''))).status;
    };
    expect(await change((etag) => ({ 'if-match': `W/${etag}` }))).toBe(200);
    expect(await change((etag) => ({ 'if-match': `"other", ${etag}` }))).toBe(200);
    expect(await change((etag) => ({ 'if-match': `,W/"a,b" , ,W/${etag},` }))).toBe(200);
    expect(await change(() => ({ 'if-match': 'W/"other", "another"' }))).toBe(412);
    expect(await change(() => ({ 'if-none-match': '"other", W/"another"' }))).toBe(200);
    expect(await change((etag) => ({ 'if-none-match': `"other",${etag}` }))).toBe(412);
    expect((await put('ns/new', ann, {}, { 'if-none-match': '"other"' })).status).toBe(201);
  });

  it('enforces preconditions', async () => {
    expect((await put('ns/cond', ann, {}, { 'if-match': '*' })).status).toBe(412);
    expect((await put('ns/cond', ann, { a: 1 }, { 'if-none-match': '*' })).status).toBe(201);
    expect((await put('ns/cond', ann, { a: 2 }, { 'if-none-match': '*' })).status).toBe(412);
    const { headers } = await send('GET', 'ns/cond', ann);
    const etag = headers.get('etag') ?? '';
    expect((await put('ns/cond', ann, { a: 3 }, { 'if-match': '"other"' })).status).toBe(412);
    expect((await put('ns/cond', ann, { a: 3 }, { 'if-match': etag.slice(1, -1) })).status).toBe(400);
    expect((await put('ns/cond', ann, { a: 3 }, { 'if-none-match': `"other", W/${etag}` })).status).toBe(412);
    const both = { 'if-match': '*', 'if-none-match': etag };
    expect((await put('ns/cond', ann, { a: 3 }, both)).status).toBe(412);
    expect((await put('ns/cond', ann, { a: 3 }, { 'if-match': etag })).status).toBe(200);
    expect((await send('DELETE', 'ns/cond', ann, undefined, { 'if-match': etag })).status).toBe(412);
    expect((await send('DELETE', 'ns/none', ann, undefined, { 'if-match': etag })).status).toBe(404);
    expect(await (await send('GET', 'ns/cond', ann)).json()).toMatchObject({ value: { a: 3 } });
    expect((await send('DELETE', 'ns/cond', ann, undefined, { 'if-match': '*' })).status).toBe(204);
  });

  it('accepts one of many concurrent requests with the same precondition', async () => {
    const race = (headers: Record<string, string>) =>
      Promise.all(Array.from({ length: 20 }, (_, index) => put('ns/race', ann, { index }, headers)));
    const statuses = (responses: Response[]) => responses.map(({ status }) => status).sort();
    expect(statuses(await race({ 'if-none-match': '*' }))).toEqual([201, ...Array(19).fill(412)]);
    const etag = (await send('GET', 'ns/race', ann)).headers.get('etag') ?? '';
    expect(statuses(await race({ 'if-match': etag }))).toEqual([200, ...Array(19).fill(412)]);
  });

  it('isolates the users of an application', async () => {
    await put('own/secret', ann, { of: 'ann' });
    expect((await send('GET', 'own/secret', ben)).status).toBe(404);
    expect((await send('DELETE', 'own/secret', ben)).status).toBe(404);
    expect((await put('own/secret', ben, { of: 'ben' })).status).toBe(201);
    expect(await (await send('GET', 'own/secret', ann)).json()).toMatchObject({ value: { of: 'ann' } });
    expect(await (await send('GET', 'own', ben)).json()).toMatchObject({ items: [{ key: 'secret' }] });
  });

  it('accepts values of up to 32 KiB', async () => {
    const sized = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
    expect((await put('ns/large', ann, sized(32_768))).status).toBe(201);
    expect((await put('ns/large', ann, sized(32_769))).status).toBe(413);
    expect((await put('ns/large', ann, { a: 'ä'.repeat(16_384) })).status).toBe(413);
  });

  it('lists the namespaces of an application that have entries', async () => {
    const carl = await service.key([WORKSPACE], 'carl');
    const list = async (token: string, query = '') => {
      const response = await service.send(`/client-storage/users/console${query}`, { token });
      return (await response.json()) as { items: Record<string, unknown>[]; cursor: string };
    };
    expect((await list(carl)).items).toEqual([]);
    for (const path of ['b/1', 'b/2', 'a/1', 'B/1']) await put(path, carl, { path });
    const { updated_at } = (await (await put('b/1', carl, { changed: true })).json()) as { updated_at: string };
    await service.send('/client-storage/users/other/c/1', {
      method: 'PUT',
      token: carl,
      headers: { 'content-type': 'application/json' },
      body: '{"value":{}}',
    });
    const { items } = await list(carl);
    expect(items.map(({ namespace, key_count }) => [namespace, key_count])).toEqual([
      ['B', 1],
      ['a', 1],
      ['b', 2],
    ]);
    expect(items[2]).toEqual({
      namespace: 'b',
      key_count: 2,
      size_bytes: JSON.stringify({ changed: true }).length + JSON.stringify({ path: 'b/2' }).length,
      updated_at,
    });
    const first = await list(carl, '?page_size=2');
    expect([...first.items, ...(await list(carl, `?page_size=2&cursor=${first.cursor}`)).items]).toEqual(items);
    await send('DELETE', 'a/1', carl);
    expect((await list(carl)).items.map(({ namespace }) => namespace)).toEqual(['B', 'b']);
    expect((await list(ben)).items.map(({ namespace }) => namespace)).not.toContain('B');
  });

  it('lists keys by code point, page by page', async () => {
    const keys = ['b', 'B', 'a', 'é', '~', 'a b', '%', 'a/b'];
    for (const key of keys) expect((await put(`sorted/${encodeURIComponent(key)}`, ann, {})).status).toBe(201);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = (await (
        await send('GET', `sorted?page_size=3&include_total=true${cursor && `&cursor=${cursor}`}`, ann)
      ).json()) as { items: { key: string; size_bytes: number }[]; cursor: string; total: number };
      expect(page.total).toBe(keys.length);
      seen.push(...page.items.map(({ key }) => key));
      cursor = page.cursor;
      // A cursor belongs to the list of one user.
      if (cursor) expect((await send('GET', `sorted?cursor=${cursor}`, ben)).status).toBe(400);
    } while (cursor);
    expect(seen).toEqual(keys.toSorted());
  });
});
