/** Filters, sort keys and orders with state. */
import { rankSeverity } from '@aispm/domain';
import { createMock, type Mock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSampleRequest } from '../dist/operations/sample-request.js';
import { listIgnoredParameters } from '../dist/state/selection.js';
import { BASE, operations, mock as plain, samplePath, TOKEN } from './support.ts';

type Row = Record<string, unknown>;

// With state, active runs and scans progress over time.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const mock = await createMock({ stateful: true });
const T = '/tenants/t1/workspaces/w1';

/** Returns the rows of all pages. */
async function getRows(path: string, query = ''): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = ''; ; ) {
    const response = await mock.fetch(`${BASE}${path}${path.includes('?') ? '' : '?'}page_size=100&${query}${page}`, {
      headers: TOKEN,
    });
    const body = await response.json();
    expect(response.status, JSON.stringify(body)).toBe(200);
    rows.push(...body.items);
    if (body.cursor) page = `&cursor=${encodeURIComponent(body.cursor)}`;
    else if (body.page < body.total_pages) page = `&page=${body.page + 1}`;
    else return rows;
  }
}

const lists = operations
  .filter(({ method, responses }) => {
    const example = responses.find(({ code }) => code === '200')?.contents?.[0]?.examples?.[0];
    return method === 'get' && Array.isArray((example as { value?: { items?: unknown } })?.value?.items);
  })
  .map((operation) => ({
    operation,
    name: operation.iid,
    path: samplePath(operation),
  }));

describe('a filter', () => {
  it.each([
    ['/issues', 'severity=critical', (row: Row) => row.definitive_severity === 'critical'],
    ['/issues', 'severity=high&severity=critical', (row: Row) => /high|critical/.test(String(row.definitive_severity))],
    ['/issues', 'rule_name=MCP%20SERVER', (row: Row) => /mcp server/i.test(String(row.rule_name))],
    ['/issues', 'object_type=mcp_server', (row: Row) => (row.object_types as string[]).includes('mcp_server')],
    ['/issues', 'status=open&severity=high', (row: Row) => row.status === 'open' && row.definitive_severity === 'high'],
    ['/scans', 'is_current=false', (row: Row) => row.is_current === false],
    ['/scans', 'status=failed', (row: Row) => row.status === 'failed'],
    ['/scans', 'target=CUSTOMER', (row: Row) => String(row.target).includes('customer')],
    ['/aispm-models', 'has_issues=true', (row: Row) => Number(row.total_issues_count) > 0],
    ['/aispm-models', 'has_issues=false', (row: Row) => row.total_issues_count === 0],
    ['/rules', 'rule_name=WITHOUT%20auth', (row: Row) => /without auth/i.test(String(row.rule_name))],
    ['/rules', 'rule_name=mcp%25auth', (row: Row) => /mcp.*auth/i.test(String(row.rule_name))],
    ['/rules', 'rule_name=with__t%20auth', (row: Row) => /with..t auth/i.test(String(row.rule_name))],
    ['/rules', 'source=external', (row: Row) => row.source === 'external'],
    ['/eval/evaluation-runs', 'status=completed', (row: Row) => row.status === 'completed'],
    [
      '/audit-entries',
      'start_time=2026-11-18T06:00:00Z',
      (row: Row) => String(row.occurred_at) >= '2026-11-18T06:00:00Z',
    ],
    [
      '/audit-entries',
      'end_time=2026-11-18T09:00:00%2B03:00',
      (row: Row) => String(row.occurred_at) <= '2026-11-18T06:00:00Z',
    ],
  ])('%s?%s selects the matching rows', async (path, query, isSelected) => {
    const all = await getRows(`${path}${T}`);
    const expected = all.filter(isSelected);
    expect(await getRows(`${path}${T}`, query)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
  });

  it.each(['%5C%25', '%5C_', '%5C%5C', '%5C', 'authentication%5C'])(
    'by a pattern with the literal %s selects no rows without it',
    async (pattern) => {
      expect(await getRows(`/rules${T}`, `rule_name=${pattern}`)).toEqual([]);
    },
  );

  it('by time selects rows of this time or later', async () => {
    const all = await getRows(`/issues${T}`);
    const [middle] = all
      .map((row) => String(row.updated_at))
      .sort()
      .slice(1);
    const expected = all.filter((row) => String(row.updated_at) >= String(middle));
    expect(await getRows(`/issues${T}`, `updated_since=${middle}`)).toEqual(expected);
    expect(expected.length).toBeLessThan(all.length);
  });

  it('applies to changed records', async () => {
    const path = `/issues${T}`;
    const [first] = await getRows(path, 'status=open');
    await mock.fetch(`${BASE}${path}/${first?.issue_id}`, {
      method: 'PATCH',
      body: '{"status":"in_progress"}',
      headers: { ...TOKEN, 'content-type': 'application/json' },
    });
    const ids = async (query: string) => (await getRows(path, query)).map((row) => row.issue_id);
    expect(await ids('status=open')).not.toContain(first?.issue_id);
    expect(await ids('status=in_progress')).toContain(first?.issue_id);
  });

  const listed = operations.flatMap((operation) =>
    (operation.request?.query ?? []).flatMap(({ name, schema }) => {
      const { enum: values = [], items = {} } = (schema ?? {}) as { enum?: string[]; items?: { enum?: string[] } };
      return values.length > 0 || items.enum ? [{ operation, id: operation.iid, name }] : [];
    }),
  );
  it.each(listed)('of $id is rejected if $name is empty and has an enumeration', async ({ operation, name }) => {
    const path = createSampleRequest(operation)?.path.split('?')[0];
    const response = await mock.fetch(`${BASE}${path}?${name}=`, { method: operation.method, headers: TOKEN });
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 400,
      body: { details: { [`query/${name}`]: 'must not be empty' } },
    });
  });

  it('has an effect in every list', () => {
    const ignored = lists
      // It selects its rows itself.
      .filter(({ name }) => name !== 'listSearchResults')
      .flatMap(({ operation }) => listIgnoredParameters(operation).map((name) => [operation.iid, name]));
    expect(ignored).toEqual([]);
  });

  it.each(
    lists
      .flatMap(({ operation, name, path }) =>
        (operation.request?.query ?? [])
          .filter(({ schema }) => schema?.type === 'array')
          .map((parameter) => ({
            name,
            path,
            parameter,
            values: (parameter.schema?.items as { enum?: string[] } | undefined)?.enum,
          })),
      )
      .filter(({ values }) => values),
  )(
    '$name $parameter.name: several values select the rows that each of them selects',
    async ({ path, parameter, values = [] }) => {
      const all = await getRows(path);
      const parts = await Promise.all(values.map((value) => getRows(path, `${parameter.name}=${value}`)));
      for (const part of parts) expect(all).toEqual(expect.arrayContaining(part));
      const together = await getRows(path, values.map((value) => `${parameter.name}=${value}`).join('&'));
      expect(new Set(parts.flat().map((row) => JSON.stringify(row)))).toEqual(
        new Set(together.map((row) => JSON.stringify(row))),
      );
    },
  );
});

describe('the order', () => {
  let unchanged: Mock;
  beforeAll(async () => {
    unchanged = await createMock({ stateful: true });
  });

  it.each(lists)('of $name is by default the order of the contract’s example', async ({ path }) => {
    const response = await plain.fetch(`${BASE}${path}page_size=100`, { headers: TOKEN });
    const stateful = await unchanged.fetch(`${BASE}${path}page_size=100`, { headers: TOKEN });
    const readIds = async (received: Response) =>
      ((await received.json()).items as Row[]).map((row) =>
        Object.entries(row).find(([key]) => /(^|_)(id|key)$/.test(key)),
      );
    const [stored, shown] = [await readIds(stateful), await readIds(response)];
    // A row without a complete record in the examples is not stored.
    expect(stored).toEqual(shown.filter((id) => stored.some((storedId) => String(storedId) === String(id))));
    expect(stored.length).toBeGreaterThan(0);
  });

  it('follows the sort key in both directions, and severities by rank', async () => {
    const getRanks = async (query: string) =>
      (await getRows(`/issues${T}`, query)).map((row) => rankSeverity(String(row.definitive_severity)));
    const rising = await getRanks('sort=definitive_severity&order=ASC');
    expect(rising).toEqual([...rising].sort());
    expect(new Set(rising).size).toBeGreaterThan(1);
    expect(await getRanks('sort=definitive_severity&order=DESC')).toEqual(rising.toReversed());
    const names = (await getRows(`/issues${T}`, 'sort=rule_name&order=ASC')).map((row) => String(row.rule_name));
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  });

  it('puts rows without a value last, in both directions', async () => {
    for (const order of ['ASC', 'DESC']) {
      const ends = (await getRows(`/scans${T}`, `sort=finished_at&order=${order}`)).map((row) => row.finished_at);
      expect(ends.at(-1)).toBeNull();
      expect(ends[0]).not.toBeNull();
    }
  });

  it('is reversed by `order` if a list has no sort key', async () => {
    const path = `/eval/evaluation-runs${T}`;
    const ids = async (query: string) => (await getRows(path, query)).map((row) => row.id);
    const [rising, falling] = [await ids('order=ASC'), await ids('order=DESC')];
    expect(falling).toEqual(rising.toReversed());
  });

  it('applies across pages', async () => {
    const walked: unknown[] = [];
    let cursor = '';
    do {
      const path = `/issues${T}?page_size=2&sort=rule_name&order=ASC&${cursor && `cursor=${cursor}`}`;
      const page = await (await mock.fetch(`${BASE}${path}`, { headers: TOKEN })).json();
      walked.push(...page.items.map((row: Row) => row.rule_name));
      ({ cursor } = page);
    } while (cursor);
    expect(walked).toEqual((await getRows(`/issues${T}`, 'sort=rule_name&order=ASC')).map((row) => row.rule_name));
  });
});
