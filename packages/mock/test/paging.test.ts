import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import { describe, expect, it } from 'vitest';
import { sampleRequest } from '../dist/sample.js';
import { BASE, examplesOf, expectError, mock, operations, paths, send, TOKEN } from './support.ts';

type Page = Record<string, unknown> & { cursor: string };
type Operation = (typeof operations)[number];

const lists = operations.filter(({ request }) => request?.query?.some(({ name }) => name === 'page_size'));
const takes = ({ request }: Operation, name: string) => Boolean(request?.query?.some((one) => one.name === name));
const cursorLists = lists.filter((operation) => takes(operation, 'cursor')).map(named);
const numberedLists = lists.filter((operation) => takes(operation, 'page')).map(named);

function named(operation: Operation) {
  return { operation, name: operation.iid };
}

const rowsOf = (page: Page) => (page.items ?? page.rows) as unknown[];

async function get(operation: Operation, query: Record<string, string> = {}): Promise<Response> {
  const { path = '', headers } = sampleRequest(operation) ?? {};
  const url = new URL(`${BASE}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return mock.fetch(url, { headers: { ...TOKEN, ...headers } });
}

/** The page, after Prism found nothing wrong with it. */
async function page(operation: Operation, query: Record<string, string> = {}): Promise<Page> {
  const response = await get(operation, query);
  const body = await response.json();
  const element = { statusCode: response.status, headers: Object.fromEntries(response.headers), body };
  expect(validateOutput({ resource: operation, element })).toMatchObject({ _tag: 'Right' });
  return body as Page;
}

it('every list of the contract is paged', () => {
  expect(lists.length).toBeGreaterThan(15);
  expect(cursorLists.length + numberedLists.length).toBe(lists.length);
  expect([cursorLists, numberedLists].every(({ length }) => length > 0)).toBe(true);
});

describe('a list with a cursor', () => {
  it.each(cursorLists)('$name: a walk gives every row exactly once, in order', async ({ operation }) => {
    const all = rowsOf(await page(operation));
    for (const page_size of ['1', '2', '100']) {
      const walked: unknown[] = [];
      let cursor: string | undefined;
      do {
        const current: Page = await page(operation, { page_size, ...(cursor && { cursor }) });
        expect(rowsOf(current).length).toBeLessThanOrEqual(Number(page_size));
        walked.push(...rowsOf(current));
        cursor = current.cursor;
      } while (cursor && walked.length < 1_000);
      expect(walked).toEqual(all);
    }
  });

  it('goes on with another page size', async () => {
    const first = (await (await send(`${paths.rules}?page_size=1`)).json()) as Page;
    const rest = (await (await send(`${paths.rules}?page_size=100&cursor=${first.cursor}`)).json()) as Page;
    const all = (await (await send(paths.rules)).json()) as Page;
    expect([...rowsOf(first), ...rowsOf(rest)]).toEqual(rowsOf(all));
    expect([first.page_size, rest.page_size, all.page_size]).toEqual([1, 100, 50]);
  });

  it('counts when it is asked to, and only then', async () => {
    const all = rowsOf((await (await send(paths.rules)).json()) as Page).length;
    const total = async (query: string) =>
      ((await (await send(`${paths.rules}?page_size=1${query}`)).json()) as Page).total;
    expect([await total(''), await total('&include_total=false'), await total('&include_total=true')]).toEqual([
      undefined,
      undefined,
      all,
    ]);
  });

  it('without a word about pages is its first example', async () => {
    expect(await (await send(paths.rules)).json()).toEqual(Object.values(examplesOf(paths.rules, 'get', '200'))[0]);
  });

  it('shows an example that is asked for by name as it stands', async () => {
    const response = await send(`${paths.rules}?page_size=1`, { headers: { prefer: 'example=all_rules' } });
    expect(await response.json()).toEqual(examplesOf(paths.rules, 'get', '200').all_rules);
  });
});

describe('a cursor', () => {
  const cursorOf = async (path: string) => ((await (await send(`${path}page_size=1`)).json()) as Page).cursor;

  it.each([
    ['of another list', `${paths.rules.replace('rules', 'issues')}?`, `${paths.rules}?`],
    ['of another workspace', `${paths.rules}?`, `${paths.rules.replace('w1', 'w2')}?`],
    ['of another tenant', `${paths.rules}?`, `${paths.rules.replace('t1', 't2')}?`],
    ['of another filter', `${paths.rules}?source=static&`, `${paths.rules}?source=external&`],
    ['of no filter', `${paths.rules}?`, `${paths.rules}?source=static&`],
  ])('%s gets 400', async (_, from, to) => {
    const cursor = await cursorOf(from);
    expect(cursor).toBeTruthy();
    expect((await send(`${from}cursor=${cursor}`)).status).toBe(200);
    const { details } = await expectError(await send(`${to}cursor=${cursor}`), 400);
    expect(Object.keys(details ?? {})).toEqual(['query/cursor']);
  });

  it.each(['x', '2', 'MC5hYWFh', '%00', '%C3%A9', 'x'.repeat(2048)])('that is none gets 400: %s', async (cursor) => {
    await expectError(await send(`${paths.rules}?cursor=${cursor}`), 400);
  });

  it('with something added to it gets 400', async () => {
    const cursor = await cursorOf(`${paths.rules}?`);
    for (const wrong of [`${cursor}A`, `${cursor}=`, `.${cursor}`]) {
      await expectError(await send(`${paths.rules}?cursor=${encodeURIComponent(wrong)}`), 400);
    }
  });
});

describe('a list with numbered pages', () => {
  it.each(numberedLists)('$name: the pages together are the list, and one more is empty', async ({ operation }) => {
    const all = await page(operation);
    const rows = rowsOf(all);
    expect(all).toMatchObject({ page: 1, page_size: 50, total_count: rows.length });
    for (const size of [1, 2, 100]) {
      const pages = Math.ceil(rows.length / size);
      const walked: unknown[] = [];
      for (let number = 1; number <= pages; number++) {
        const current = await page(operation, { page: String(number), page_size: String(size) });
        expect(current).toMatchObject({ page: number, page_size: size, total_count: rows.length, total_pages: pages });
        walked.push(...rowsOf(current));
      }
      expect(walked).toEqual(rows);
      expect(rowsOf(await page(operation, { page: String(pages + 1), page_size: String(size) }))).toEqual([]);
    }
  });
});
