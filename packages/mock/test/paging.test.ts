import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import { describe, expect, it } from 'vitest';
import { createSampleRequest } from '../dist/operations/sample-request.js';
import { BASE, expectError, listExamples, mock, operations, paths, send, TOKEN } from './support.ts';

type Page = Record<string, unknown> & { cursor: string };
type Operation = (typeof operations)[number];

const lists = operations.filter(({ request }) => request?.query?.some(({ name }) => name === 'page_size'));
const hasParameter = ({ request }: Operation, name: string) =>
  Boolean(request?.query?.some((parameter) => parameter.name === name));
const cursorLists = lists.filter((operation) => hasParameter(operation, 'cursor')).map(withName);
const numberedLists = lists.filter((operation) => hasParameter(operation, 'page')).map(withName);

function withName(operation: Operation) {
  return { operation, name: operation.iid };
}

const getRows = (page: Page) => (page.items ?? page.rows) as unknown[];

async function get(operation: Operation, query: Record<string, string> = {}): Promise<Response> {
  const { path = '', headers } = createSampleRequest(operation) ?? {};
  const url = new URL(`${BASE}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return mock.fetch(url, { headers: { ...TOKEN, ...headers } });
}

/** Returns a page after checking that it is valid. */
async function getPage(operation: Operation, query: Record<string, string> = {}): Promise<Page> {
  const response = await get(operation, query);
  const body = await response.json();
  const element = { statusCode: response.status, headers: Object.fromEntries(response.headers), body };
  expect(validateOutput({ resource: operation, element })).toMatchObject({ _tag: 'Right' });
  return body as Page;
}

describe('the contract', () => {
  it('has only lists with pages', () => {
    expect(lists.length).toBeGreaterThan(15);
    expect(cursorLists.length + numberedLists.length).toBe(lists.length);
    expect([cursorLists, numberedLists].every(({ length }) => length > 0)).toBe(true);
  });
});

describe('a list with a cursor', () => {
  it.each(cursorLists)('$name: following the cursors returns every row once, in order', async ({ operation }) => {
    const all = getRows(await getPage(operation));
    for (const page_size of ['1', '2', '100']) {
      const walked: unknown[] = [];
      let cursor: string | undefined;
      do {
        const current: Page = await getPage(operation, { page_size, ...(cursor && { cursor }) });
        expect(getRows(current).length).toBeLessThanOrEqual(Number(page_size));
        walked.push(...getRows(current));
        cursor = current.cursor;
      } while (cursor && walked.length < 1_000);
      expect(walked).toEqual(all);
    }
  });

  it('continues with another page size', async () => {
    const first = (await (await send(`${paths.rules}?page_size=1`)).json()) as Page;
    const rest = (await (await send(`${paths.rules}?page_size=100&cursor=${first.cursor}`)).json()) as Page;
    const all = (await (await send(paths.rules)).json()) as Page;
    expect([...getRows(first), ...getRows(rest)]).toEqual(getRows(all));
    expect([first.page_size, rest.page_size, all.page_size]).toEqual([1, 100, 50]);
  });

  it('has a total only when the request includes it', async () => {
    const all = getRows((await (await send(paths.rules)).json()) as Page).length;
    const total = async (query: string) =>
      ((await (await send(`${paths.rules}?page_size=1${query}`)).json()) as Page).total;
    expect([await total(''), await total('&include_total=false'), await total('&include_total=true')]).toEqual([
      undefined,
      undefined,
      all,
    ]);
  });

  it('returns its first example without paging parameters', async () => {
    expect(await (await send(paths.agents)).json()).toEqual(Object.values(listExamples(paths.agents, 'get', '200'))[0]);
  });

  it('returns a named example unchanged', async () => {
    const response = await send(`${paths.rules}?page_size=1`, { headers: { prefer: 'example=all_rules' } });
    expect(await response.json()).toEqual(listExamples(paths.rules, 'get', '200').all_rules);
  });
});

describe('a cursor', () => {
  const getCursor = async (path: string) => ((await (await send(`${path}page_size=1`)).json()) as Page).cursor;

  it.each([
    ['of another list', `${paths.rules.replace('rules', 'issues')}?`, `${paths.rules}?`],
    ['of another workspace', `${paths.rules}?`, `${paths.rules.replace('w1', 'w2')}?`],
    ['of another tenant', `${paths.rules}?`, `${paths.rules.replace('t1', 't2')}?`],
    ['of another filter', `${paths.rules}?source=static&`, `${paths.rules}?source=external&`],
    ['of no filter', `${paths.rules}?`, `${paths.rules}?source=static&`],
  ])('%s results in 400', async (_, from, to) => {
    const cursor = await getCursor(from);
    expect(cursor).toBeTruthy();
    expect((await send(`${from}cursor=${cursor}`)).status).toBe(200);
    const { details } = await expectError(await send(`${to}cursor=${cursor}`), 400);
    expect(Object.keys(details ?? {})).toEqual(['query/cursor']);
  });

  it.each(['x', '2', 'MC5hYWFh', '%00', '%C3%A9', 'x'.repeat(2048)])(
    'that is not valid results in 400: %s',
    async (cursor) => {
      await expectError(await send(`${paths.rules}?cursor=${cursor}`), 400);
    },
  );

  it.each(cursorLists)('of the examples of $name returns the second page, with any filters', async ({ operation }) => {
    const [first, second] = [await getPage(operation, { page_size: '1' }), await getPage(operation)];
    const cursors = operation.responses
      .flatMap(({ contents = [] }) => contents)
      .flatMap(({ examples = [] }) => examples)
      .map((example) => ('value' in example ? (example.value as Page).cursor : ''));
    const parameter = operation.request?.query?.find(({ name }) => name === 'cursor')?.examples?.[0];
    const shown = [...cursors, parameter && 'value' in parameter ? String(parameter.value) : ''].filter(Boolean);
    expect(shown).not.toEqual([]);
    for (const cursor of shown) {
      expect(getRows(await getPage(operation, { page_size: '1', cursor }))).toEqual(getRows(second).slice(1, 2));
    }
    expect(getRows(first)).toEqual(getRows(second).slice(0, 1));
  });

  it('with additional characters results in 400', async () => {
    const cursor = await getCursor(`${paths.rules}?`);
    for (const wrong of [`${cursor}A`, `${cursor}=`, `.${cursor}`]) {
      await expectError(await send(`${paths.rules}?cursor=${encodeURIComponent(wrong)}`), 400);
    }
  });
});

describe('a list with numbered pages', () => {
  it.each(numberedLists)(
    '$name: the pages together are the list, and the next page is empty',
    async ({ operation }) => {
      const all = await getPage(operation);
      const rows = [...getRows(all)];
      for (let page = 2; rows.length < Number(all.total_count); page++) {
        const next = getRows(await getPage(operation, { page: String(page) }));
        expect(next.length).toBeGreaterThan(0);
        rows.push(...next);
      }
      expect(all).toMatchObject({ page: 1, page_size: 50, total_count: rows.length });
      for (const size of [1, 2, 100]) {
        const pages = Math.ceil(rows.length / size);
        const walked: unknown[] = [];
        for (let number = 1; number <= pages; number++) {
          const current = await getPage(operation, { page: String(number), page_size: String(size) });
          expect(current).toMatchObject({
            page: number,
            page_size: size,
            total_count: rows.length,
            total_pages: pages,
          });
          walked.push(...getRows(current));
        }
        expect(walked).toEqual(rows);
        expect(getRows(await getPage(operation, { page: String(pages + 1), page_size: String(size) }))).toEqual([]);
      }
    },
  );
});
