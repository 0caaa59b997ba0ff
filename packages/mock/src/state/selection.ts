/** Selects and sorts the rows of a list by the query parameters of its operation, as the contract declares in `x-filter` and `x-order`. */

import {
  type Document,
  enumValues,
  findPaging,
  isFilterParameter,
  isJsonObject,
  type JsonObject,
  type ListFilter,
  listFilters,
  listOrder,
  type OrderKey,
  parseTimestamp,
  type Schema,
} from '../bundled/openapi.ts';
import { documentOf, type Operation } from '../core/contract-types.ts';
import { getSuccessSchema } from '../sample-data/collections.ts';
import { isWorkspaceFilter } from '../sample-data/filters.ts';
import { createLikeMatcher } from './like.ts';

/** The query of a request. */
type Query = Readonly<Record<string, string | string[]>>;

/** Schemas of the properties of a row, by name. */
type Fields = Record<string, Schema>;

/** Selects and sorts rows. */
export type RowSelector = <Row extends JsonObject>(rows: readonly Row[], query: Query) => Row[];

/** Returns whether the values of a parameter select a row. */
type Filter = (row: JsonObject, values: readonly string[]) => boolean;

interface PreparedSelection {
  select: RowSelector;
  ignored: string[];
}

const cache = new WeakMap<Operation, PreparedSelection>();

/** Returns the function that selects and sorts the rows of a list. */
export function getRowSelector(operation: Operation): RowSelector {
  return prepareSelection(operation).select;
}

/** Lists the query parameters that select nothing, because it is not known which property of the rows they refer to. */
export function listIgnoredParameters(operation: Operation): string[] {
  return prepareSelection(operation).ignored;
}

function prepareSelection(operation: Operation): PreparedSelection {
  const known = cache.get(operation);
  if (known) return known;
  const fields = getSuccessSchema(operation).properties?.items?.items?.properties ?? {};
  const declared = listFilters(operation.extensions ?? {});
  const filters = new Map<string, Filter>();
  const ignored: string[] = [];
  for (const { name } of operation.request?.query ?? []) {
    if (!isFilterParameter(name) || isWorkspaceFilter(operation.iid, name)) continue;
    // A contract without the extension has the filters whose names are those of fields.
    const filter = declared.get(name) ?? { match: 'equals', fields: Object.hasOwn(fields, name) ? [name] : [] };
    if (filter.fields.length > 0) filters.set(name, createFilter(filter));
    else ignored.push(name);
  }
  const sort = createSort(operation, fields);
  const select: RowSelector = (rows, query) => {
    const active = Object.entries(query).flatMap(([name, value]) => {
      const filter = filters.get(name);
      return filter ? [{ filter, values: [value].flat() }] : [];
    });
    return sort(
      rows.filter((row) => active.every(({ filter, values }) => filter(row, values))),
      query,
    );
  };
  const prepared = { select, ignored };
  cache.set(operation, prepared);
  return prepared;
}

/** Returns whether a value of a field matches the values of a parameter; the value is neither null nor a list. */
type Match = (value: unknown, values: readonly string[]) => boolean;

const compareTime = (value: unknown, [time = '']: readonly string[]) =>
  parseTimestamp(String(value)).ms - parseTimestamp(time).ms;

const MATCHES: Readonly<Record<Exclude<ListFilter['match'], 'present' | 'positive' | 'custom'>, Match>> = {
  equals: (value, values) => values.includes(String(value)),
  contains: (value, values) => values.some((text) => String(value).toLowerCase().includes(text.toLowerCase())),
  like: (value, values) => values.some((pattern) => createLikeMatcher(pattern)(String(value))),
  since: (value, values) => compareTime(value, values) >= 0,
  until: (value, values) => compareTime(value, values) <= 0,
  before: (value, values) => compareTime(value, values) < 0,
  after: (value, [text = '']) => String(value) > text,
};

function createFilter({ match, fields }: ListFilter): Filter {
  const listValues = (row: JsonObject) => fields.flatMap((path) => getValues(row, path.split('.')));
  switch (match) {
    case 'present':
      return (row, [value]) => String(listValues(row).length > 0) === value;
    case 'positive':
      return (row, [value]) => String(listValues(row).some((count) => Number(count) > 0)) === value;
    case 'custom':
      return () => true;
    default:
      return (row, values) => listValues(row).some((value) => MATCHES[match](value, values));
  }
}

/** Returns the values at a path, of all items where it leads through lists; without null. */
function getValues(node: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(node)) return node.flatMap((item) => getValues(item, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return node === null || node === undefined ? [] : [node];
  return isJsonObject(node) ? getValues(node[name], rest) : [];
}

/** Sorts rows as a query requires. */
type Sort = <Row extends JsonObject>(rows: Row[], query: Query) => Row[];

/**
 * Creates the function that sorts the rows of a list. `order` reverses the field that rows are sorted by, and in lists with numbered
 * pages also those that order equal rows. Without a known field, it reverses the rows.
 */
function createSort(operation: Operation, fields: Fields): Sort {
  const { request: { query: parameters = [] } = {}, extensions = {} } = operation;
  const [first, ...ties] = listOrder(extensions) ?? [];
  const findDefault = (name: string) =>
    parameters.find((parameter) => parameter.name === name)?.schema?.default as string | undefined;
  const defaultKey = first?.field ?? findDefault('sort');
  const defaultOrder = findDefault('order') ?? first?.direction;
  const isNumbered = findPaging(parameters)?.kind === 'numbered';
  return (rows, query) => {
    const order = query.order ?? defaultOrder;
    const field = query.sort ?? defaultKey;
    const isReversed = order !== defaultOrder;
    if (typeof field !== 'string') return isReversed ? rows.toReversed() : rows;
    const tieDirection = ({ direction }: OrderKey) => ((direction === 'DESC') !== (isNumbered && isReversed) ? -1 : 1);
    const keys = [
      { field, sign: order === 'DESC' ? -1 : 1 },
      ...ties.map((key) => ({ field: key.field, sign: tieDirection(key) })),
    ].map(({ field, sign }) => ({ field, sign, toSortValue: createSortValue(fields[field], documentOf(operation)) }));
    return rows
      .map((row) => ({ row, values: keys.map(({ field, toSortValue }) => toSortValue(row[field])) }))
      .sort((a, b) => {
        for (const [index, { sign }] of keys.entries()) {
          const difference = compare(a.values[index], b.values[index], sign);
          if (difference !== 0) return difference;
        }
        return 0;
      })
      .map(({ row }) => row);
  };
}

/** Creates a function that converts values for sorting: times to numbers, values of an `enum` to their position, the first one being the highest. */
function createSortValue(
  schema: Schema | undefined,
  document: Document,
): (value: unknown) => number | string | undefined {
  const values = enumValues(document, schema ?? {});
  return (value) => {
    if (value === null || value === undefined) return undefined;
    if (schema?.format === 'date-time') return parseTimestamp(String(value)).ms;
    if (values) return -values.indexOf(value);
    return typeof value === 'number' ? value : String(value).toLowerCase();
  };
}

/** Compares two values. Rows without a value come last, in both directions. */
function compare(a: number | string | undefined, b: number | string | undefined, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return sign * (a < b ? -1 : Number(a > b));
}
