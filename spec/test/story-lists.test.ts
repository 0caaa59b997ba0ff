import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type JsonObject, operations } from './contract.ts';
import { answers, type Example, nameOf, recordsIn } from './examples.ts';
import { all, kind, kinds, pascalCase, recordsOf } from './story.ts';

/** The order of each list when its caller asks for none: the fields that decide, and the one that falls, if any. */
const ORDERS = parse(readFileSync(join(import.meta.dirname, 'list-orders.yaml'), 'utf8')) as Record<
  string,
  { by: string[]; falling?: string }
>;

describe('lists', () => {
  const lists = operations.filter(({ id }) => id.startsWith('list'));
  const pages = answers.filter(({ operation }) => lists.includes(operation));
  const parameter = (example: Example, name: string) =>
    example.operation.parameters.find((candidate) => candidate.name === name)?.schema as JsonObject | undefined;

  test.each(lists.map((list) => [list.id, list] as const))('the order of %s is the documented one', (id, list) => {
    expect(ORDERS).toHaveProperty(id);
    const sort = list.parameters.find(({ name }) => name === 'sort')?.schema as JsonObject | undefined;
    const described = String(list.definition.description).match(/(?:ordered )?by\s+`(\w+)`/)?.[1];
    const documented = [sort?.default, described].filter(Boolean);
    if (documented.length > 0) expect(documented).toContain(ORDERS[id]?.by[0]);
  });

  test.each(pages.map((page) => [nameOf(page), page] as const))('%s is in order', (_, page) => {
    const { by, falling } = ORDERS[page.operation.id] ?? { by: [] };
    const turned = page.name === 'newest_first' ? by[0] : falling;
    const records = recordsIn(page);
    expect(records).toEqual(records.toSorted((a, b) => compareBy(a, b, by, turned)));
  });

  test.each(pages.map((page) => [nameOf(page), page] as const))('%s fits its page', (_, page) => {
    const { cursor, page_size, total, page: number, total_count, total_pages } = page.value as Page;
    const count = recordsIn(page).length;
    if (page_size !== undefined) expect(count).toBeLessThanOrEqual(page_size);
    if (total_count !== undefined && page_size && number) {
      expect(total_pages).toBe(Math.ceil(total_count / page_size));
      expect(count).toBe(Math.max(0, Math.min(page_size, total_count - (number - 1) * page_size)));
    } else {
      const isLast = total === undefined ? count < (page_size ?? 100) : count === total;
      expect(cursor === '').toBe(isLast);
    }
  });

  test.each(
    kinds
      .filter(({ shownBy, listedBy }) => listedBy && shownBy !== listedBy)
      .map(({ name, listedBy }) => [listedBy?.id ?? '', name]),
  )('%s shows first every %s of the story', (operation, name) => {
    const { idField } = kind(name);
    const [whole, first] = pages.filter((page) => page.operation.id === operation);
    const ids = whole && recordsIn(whole).map((record) => record[idField]);
    expect(ids?.toSorted()).toEqual([...recordsOf(name).keys()].toSorted());
    if (first?.name === 'first_page') {
      const firstIds = recordsIn(first).map((record) => record[idField]);
      expect(firstIds).toEqual(ids?.slice(0, firstIds.length));
      const { total = ids?.length, total_count = ids?.length } = first.value as Page;
      expect([total, total_count]).toEqual([ids?.length, ids?.length]);
    }
  });

  const filtered = pages
    .map((page) => ({ page, filters: filtersIn(page.summary).filter(([name]) => parameter(page, name)) }))
    .filter(({ page, filters }) => filters.length > 0 && (page.value as Page).cursor === '');

  test.each(filtered.map(({ page, filters }) => [nameOf(page), page, filters] as const))(
    '%s shows exactly what passes the filters that its summary names',
    (_, page, filters) => {
      const [whole] = pages.filter(({ operation }) => operation === page.operation);
      const passing = (whole ? recordsIn(whole) : []).filter((record) =>
        filters.every(([name, value]) => passes(record, name, value)),
      );
      expect(recordsIn(page)).toEqual(passing);
    },
  );

  test('summaries name filters, so that the check above is not empty', () => {
    expect(filtered.length).toBeGreaterThan(5);
  });
});

interface Page {
  cursor?: string;
  page_size?: number;
  total?: number;
  page?: number;
  total_count?: number;
  total_pages?: number;
}

const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'];

/** Severities by how bad they are, names as people sort them. */
function sortValue(field: string, value: unknown): string | number {
  if (field === 'definitive_severity') return SEVERITIES.indexOf(value as string);
  return typeof value === 'string' ? value.toLowerCase() : (value as number);
}

function compareBy(a: JsonObject, b: JsonObject, by: string[], falling?: string): number {
  for (const field of by) {
    const [left, right] = [sortValue(field, a[field]), sortValue(field, b[field])];
    if (left !== right) return left < right === (field !== falling) ? -1 : 1;
  }
  return 0;
}

/** The filters that a summary names, as in `status=suppressed` or "With has_issues=true". */
const filtersIn = (summary: string): [string, string][] =>
  [...summary.matchAll(/(\w+)=([\w.-]+)/g)].map(([, name = '', value = '']) => [name, value]);

function passes(record: JsonObject, filter: string, value: string): boolean {
  if (filter === 'has_issues') return (record.total_issues_count as number) > 0 === (value === 'true');
  const severity = record.definitive_severity ?? record.max_definitive_severity ?? null;
  const actual = filter === 'severity' ? severity : record[filter];
  return actual !== undefined && String(actual) === value;
}

describe('views', () => {
  interface View {
    entity: string;
    filters: JsonObject;
    columns: string[];
  }
  const listOf = ({ entity }: View) => operations.find(({ id }) => id === `list${pascalCase(entity)}`);

  test.each(all<View>('View'))('the filters and columns of $name are those of its list', (view) => {
    const list = listOf(view);
    expect(list?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(view.filters)));
    const [whole] = answers.filter(({ operation }) => operation === list);
    const [first = {}] = whole ? recordsIn(whole) : [];
    expect(Object.keys(first)).toEqual(expect.arrayContaining(view.columns));
  });

  const download = operations.find(({ id }) => id === 'downloadViewExport');
  const viewId = download?.parameters.find(({ name }) => name === 'id')?.example as string;
  const view = recordsOf('View').get(viewId) as unknown as View;
  const [whole] = answers.filter(({ operation }) => operation === listOf(view));
  const { severity } = view.filters as { severity: string[] };
  const rows = (whole ? recordsIn(whole) : [])
    .filter(({ definitive_severity }) => severity.includes(definitive_severity as string))
    .map((record) => view.columns.map((column) => record[column]));
  const file = (mediaType: string) =>
    answers.find((example) => example.operation === download && example.mediaType === mediaType)?.value;

  test('the CSV file of an export has the columns of the view and the rows of its list, in their order', () => {
    expect(file('text/csv')).toBe([view.columns, ...rows].map((row) => `${row.join(',')}\r\n`).join(''));
  });

  test('the JSON lines of an export tell the same', () => {
    const lines = String(file('application/x-ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => Object.entries(JSON.parse(line)))).toEqual(
      rows.map((row) => row.map((cell, index) => [view.columns[index], cell])),
    );
  });
});
