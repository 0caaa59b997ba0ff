import { type JsonObject, type Operation, resolve, type Schema } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { contract, operations } from './contract.ts';
import { type Example, examplesOf, listRecords, responseExamples, withNames } from './examples.ts';
import { findRecordType, getRecord, listAll, recordsById, recordTypes, toPascalCase } from './sample-data.ts';

interface Page {
  cursor?: string;
  page_size?: number;
  total?: number;
  page?: number;
  total_count?: number;
  total_pages?: number;
}

/** The default order of a list: by these fields, the first of them ascending or descending. */
interface Order {
  fields: string[];
  isDescending: boolean;
}

const lists = operations.filter(({ operationId }) => operationId.startsWith('list'));
const pages = responseExamples.filter(({ operation }) => lists.includes(operation));

function findParameterSchema({ parameters }: Operation, name: string): Schema | undefined {
  const schema = parameters.find((parameter) => parameter.name === name)?.schema;
  return schema && resolve<Schema>(contract, schema);
}

/** Returns the default order of a list that its description and its parameter `order` state. */
function documentedOrder(list: Operation): Order | undefined {
  const description = String(list.definition.description).replaceAll(/\s+/g, ' ');
  const [, clause = ''] = description.match(/ordered by (`[^.]*)/) ?? [];
  const fields = Array.from(clause.matchAll(/`(\w+)`/g), ([, field = '']) => field);
  const isDescending = findParameterSchema(list, 'order')
    ? findParameterSchema(list, 'order')?.default === 'DESC'
    : /\b((newest|most severe) first|descending)\b/.test(description);
  if (fields.length > 0) return { fields, isDescending };
  // The results of a scan are ordered by time, which only their identifier contains.
  return /\bin (the|processing) order\b/.test(description) ? { fields: [], isDescending } : undefined;
}

describe('lists', () => {
  it.each(lists)('the description of $operationId states its order', (list) => {
    const order = documentedOrder(list);
    expect(order).toBeDefined();
    const sort = findParameterSchema(list, 'sort')?.default;
    if (sort !== undefined) expect(order?.fields[0]).toBe(sort);
  });

  it.each(withNames(pages))('%s is in the documented order', (_, page) => {
    const order = documentedOrder(page.operation);
    const records = listRecords(page);
    const [idField = ''] = Object.keys(records[0] ?? {});
    const fields = order?.fields.length ? order.fields : [idField];
    const isDescending = order?.isDescending || page.name === 'newest_first';
    expect(records).toEqual(records.toSorted((a, b) => compareRecords(a, b, fields, isDescending)));
  });

  it.each(withNames(pages))('%s has the number of items that its page allows', (_, example) => {
    const { cursor, page_size, total, page, total_count, total_pages } = example.value as Page;
    const count = listRecords(example).length;
    if (page_size !== undefined) expect(count).toBeLessThanOrEqual(page_size);
    if (total_count !== undefined && page_size && page) {
      expect(total_pages).toBe(Math.ceil(total_count / page_size));
      expect(count).toBe(Math.max(0, Math.min(page_size, total_count - (page - 1) * page_size)));
    } else {
      const isLast = total === undefined ? count < (page_size ?? 100) : count === total;
      expect(cursor === '').toBe(isLast);
    }
  });

  it.each(
    recordTypes
      .filter(({ getOperation, listOperation }) => listOperation && getOperation !== listOperation)
      .map(({ name, listOperation }) => [listOperation?.operationId ?? '', name]),
  )('the first example of %s shows every %s of the sample data', (operationId, name) => {
    const { idField } = findRecordType(name);
    const [complete, first] = examplesOf(operationId);
    const ids = complete && listRecords(complete).map((record) => record[idField]);
    expect(ids?.toSorted()).toEqual([...recordsById(name).keys()].toSorted());
    if (first?.name === 'first_page') {
      const firstIds = listRecords(first).map((record) => record[idField]);
      expect(firstIds).toEqual(ids?.slice(0, firstIds.length));
      const { total = ids?.length, total_count = ids?.length } = first.value as Page;
      expect([total, total_count]).toEqual([ids?.length, ids?.length]);
    }
  });

  const filtered = pages
    .map((page) => ({
      page,
      filters: parseFilters(page.summary).filter(([name]) => findParameterSchema(page.operation, name)),
    }))
    .filter(({ page, filters }) => filters.length > 0 && (page.value as Page).cursor === '')
    // The results of a search have none of the properties that it searches; a test of the mock compares them.
    .filter(({ page }) => page.operation.operationId !== 'listSearchResults');

  it.each(filtered.map(({ page, filters }) => [page.operation.operationId, page.name, page, filters] as const))(
    '%s %s shows exactly the records that match the filters in its summary',
    (operationId, _, page, filters) => {
      // A history has an example for each of several issues.
      const records = new Map(
        examplesOf(operationId)
          .flatMap(listRecords)
          .map((record) => [Object.values(record)[0], record]),
      );
      const matching = [...records.values()].filter((record) =>
        filters.every(([name, value]) => matchesFilter(record, name, value)),
      );
      expect(listRecords(page)).toEqual(matching);
    },
  );

  it('have filters in summaries, so that the check above is not empty', () => {
    expect(filtered.length).toBeGreaterThan(5);
  });
});

const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'];

/** Fields that lists sort by the position of the value in its enumeration, with the name of the enumeration. */
const POSITIONS: Record<string, string> = { match: 'SearchMatch', result_type: 'SearchResultType' };

/** Converts a value to what lists sort by: severities by rank, names without regard to case. */
function toSortValue(field: string, value: unknown): string | number {
  if (field === 'definitive_severity') return SEVERITIES.indexOf(value as string);
  const enumeration = POSITIONS[field];
  if (enumeration) {
    const { enum: values = [] } = resolve<Schema>(contract, { $ref: `#/components/schemas/${enumeration}` });
    return values.indexOf(value as string);
  }
  return typeof value === 'string' ? value.toLowerCase() : (value as number);
}

/** Compares two records by fields, the first of which may be descending. */
function compareRecords(a: JsonObject, b: JsonObject, fields: string[], isDescending: boolean): number {
  for (const [index, field] of fields.entries()) {
    const [left, right] = [toSortValue(field, a[field]), toSortValue(field, b[field])];
    if (left !== right) return left < right === (index > 0 || !isDescending) ? -1 : 1;
  }
  return 0;
}

/** Parses the filters that a summary names, as in `status=suppressed` or "With has_issues=true". */
const parseFilters = (summary: string): [string, string][] =>
  [...summary.matchAll(/(\w+)=([\w.:-]+)/g)].map(([, name = '', value = '']) => [name, value]);

function matchesFilter(record: JsonObject, filter: string, value: string): boolean {
  if (filter === 'has_issues') return (record.total_issues_count as number) > 0 === (value === 'true');
  if (filter === 'has_assignee') return (record.assignee !== null) === (value === 'true');
  if (filter === 'since') return Date.parse(record.occurred_at as string) >= Date.parse(value);
  if (filter === 'after') return (record.change_id as string) > value;
  const severity = record.definitive_severity ?? record.max_definitive_severity ?? null;
  const actual = filter === 'severity' ? severity : record[filter];
  return actual !== undefined && String(actual) === value;
}

interface View {
  entity: string;
  filters: JsonObject;
  columns: string[];
}

describe('views', () => {
  const listOperation = ({ entity }: View) =>
    operations.find(({ operationId }) => operationId === `list${toPascalCase(entity)}`);
  const listedRecords = (view: View): JsonObject[] => {
    const [complete] = examplesOf(listOperation(view)?.operationId ?? '');
    return complete ? listRecords(complete) : [];
  };

  it.each(listAll<View>('View'))('the filters and columns of $name are those of its list', (view) => {
    const parameters = listOperation(view)?.parameters.map(({ name }) => name);
    expect(parameters).toEqual(expect.arrayContaining(Object.keys(view.filters)));
    const [first = {}] = listedRecords(view);
    expect(Object.keys(first)).toEqual(expect.arrayContaining(view.columns));
  });

  const files: Example[] = examplesOf('downloadViewExport');
  const viewId = files[0]?.operation.parameters.find(({ name }) => name === 'id')?.example as string;
  const view = getRecord<View>('View', viewId) as View;
  const { severity } = view.filters as { severity: string[] };
  const rows = listedRecords(view)
    .filter(({ definitive_severity }) => severity.includes(definitive_severity as string))
    .map((record) => view.columns.map((column) => record[column]));
  const findFile = (mediaType: string) => files.find((example) => example.mediaType === mediaType)?.value;

  it('the CSV file of an export has the columns of the view and the rows of its list, in their order', () => {
    expect(findFile('text/csv')).toBe([view.columns, ...rows].map((row) => `${row.join(',')}\r\n`).join(''));
  });

  it('the NDJSON file of an export has the same content', () => {
    const lines = String(findFile('application/x-ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => Object.entries(JSON.parse(line)))).toEqual(
      rows.map((row) => row.map((cell, index) => [view.columns[index], cell])),
    );
  });
});
