/**
 * Selects and sorts the rows of a list by the query parameters of its operation. Which property a parameter refers to is
 * derived from the contract: from names, schemas and, where these are not sufficient, descriptions.
 */

import {
  type Document,
  enumValues,
  isFilterParameter,
  isJsonObject,
  type JsonObject,
  parseTimestamp,
  type Schema,
} from '../bundled/openapi.ts';
import { documentOf, type Operation } from '../core/contract-types.ts';
import { getSuccessSchema } from '../sample-data/collections.ts';
import { isWorkspaceFilter } from '../sample-data/filters.ts';
import { findDocumentedOrder } from './documented-order.ts';

/** The query of a request. */
type Query = Readonly<Record<string, string | string[]>>;

/** Schemas of the properties of a row, by name. */
type Fields = Record<string, Schema>;

/** Selects and sorts rows. The property `idField` breaks ties. */
export type RowSelector = <Row extends JsonObject>(
  rows: readonly Row[],
  query: Query,
  idField: string | undefined,
) => Row[];

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

/** Lists the query parameters without effect, because it isn't known which property of the rows they refer to. */
export function listIgnoredParameters(operation: Operation): string[] {
  return prepareSelection(operation).ignored;
}

function prepareSelection(operation: Operation): PreparedSelection {
  const known = cache.get(operation);
  if (known) return known;
  const fields = getSuccessSchema(operation).properties?.items?.items?.properties ?? {};
  const filters = new Map<string, Filter>();
  const ignored: string[] = [];
  for (const { name, schema, description } of operation.request?.query ?? []) {
    if (!isFilterParameter(name)) continue;
    if (isWorkspaceFilter(operation.iid, name)) continue;
    const filter = createFilter(
      { name, schema: (schema ?? {}) as Schema, description: description ?? '', operation },
      fields,
    );
    if (filter) filters.set(name, filter);
    else ignored.push(name);
  }
  const select: RowSelector = (rows, query, idField) => {
    const active = Object.entries(query).flatMap(([name, value]) => {
      const filter = filters.get(name);
      return filter ? [{ filter, values: [value].flat() }] : [];
    });
    const selected = rows.filter((row) => active.every(({ filter, values }) => filter(row, values)));
    return sortRows(selected, operation, fields, query, idField);
  };
  const prepared = { select, ignored };
  cache.set(operation, prepared);
  return prepared;
}

/** A query parameter of a list. */
interface FilterParameter {
  name: string;
  schema: Schema;
  description: string;
  operation: Operation;
}

/** Creates a filter for a parameter; undefined when the parameter has another meaning. */
type FilterFactory = (parameter: FilterParameter, fields: Fields) => Filter | undefined;

/** Selects by a case-insensitive substring of a property. */
const createTextFilter: FilterFactory = ({ name, description }, fields) => {
  if (!/\bcontains this text\b/.test(description)) return undefined;
  const named = [...description.matchAll(/`(\w+)`/g)].map(([, field = '']) => field).find((field) => field in fields);
  const suffixed = Object.keys(fields).find((field) => field.endsWith(`_${name}`));
  const field = named ?? (Object.hasOwn(fields, name) ? name : suffixed);
  return field === undefined ? undefined : (row, values) => values.some((text) => containsText(row[field], text));
};

/** Selects by the time at which something started or occurred. */
const createTimeFilter: FilterFactory = ({ description }, fields) => {
  const [, direction] = /\bat or (after|before) this timestamp\b/.exec(description) ?? [];
  const field = ['started_at', 'occurred_at'].find((name) => name in fields);
  if (direction === undefined || field === undefined) return undefined;
  const sign = direction === 'after' ? 1 : -1;
  return (row, [at = '']) => sign * (parseTimestamp(String(row[field])).ms - parseTimestamp(at).ms) >= 0;
};

/** Selects rows changed since a time: `updated_since` refers to `updated_at`. */
const createSinceFilter: FilterFactory = ({ name }, fields) => {
  const field = name.replace(/_since$/, '_at');
  if (field === name || !Object.hasOwn(fields, field)) return undefined;
  return (row, [from = '']) => parseTimestamp(String(row[field])).ms >= parseTimestamp(from).ms;
};

/** Selects by whether a count is positive: `has_issues` refers to `total_issues_count`. */
const createCountFilter: FilterFactory = ({ name }, fields) => {
  const counted = name.replace(/^has_/, '');
  if (counted === name || Object.hasOwn(fields, name)) return undefined;
  const field = [`total_${counted}_count`, `${counted}_count`].find((candidate) => Object.hasOwn(fields, candidate));
  return field === undefined ? undefined : (row, [value]) => String(Number(row[field]) > 0) === value;
};

/** Selects by whether a property has a value: `has_assignee` refers to `assignee`, which may be null. */
const createPresenceFilter: FilterFactory = ({ name }, fields) => {
  const field = name.replace(/^has_/, '');
  if (field === name || Object.hasOwn(fields, name) || !Object.hasOwn(fields, field)) return undefined;
  return (row, [value]) => String(row[field] !== null) === value;
};

/** Selects rows due before a time: `due_before` refers to `due_at`. */
const createBeforeFilter: FilterFactory = ({ name }, fields) => {
  const field = name.replace(/_before$/, '_at');
  if (field === name || !Object.hasOwn(fields, field)) return undefined;
  return (row, [until = '']) => row[field] !== null && parseTimestamp(String(row[field])).ms < parseTimestamp(until).ms;
};

/** Selects by the id in a nested object: `agent_id` refers to `agent.agent_id`. */
const createNestedIdFilter: FilterFactory = ({ name }, fields) => {
  const owner = name.replace(/_id$/, '');
  if (owner === name || Object.hasOwn(fields, name) || !fields[owner]?.properties?.[name]) return undefined;
  return (row, values) => isJsonObject(row[owner]) && values.includes(String(row[owner][name]));
};

/** Selects by the value of a property with the name of the parameter, its plural, or the same `enum`. */
const createValueFilter: FilterFactory = ({ name, schema, operation }, fields) => {
  const field =
    [name, `${name}s`].find((candidate) => Object.hasOwn(fields, candidate)) ??
    Object.keys(fields).find(
      (candidate) => candidate.endsWith(`_${name}`) && hasSameEnum(fields[candidate], schema, operation),
    );
  if (field === undefined) return undefined;
  return (row, values) => [row[field]].flat().some((value) => values.includes(String(value)));
};

/** The meanings of a parameter, most specific first. */
const FILTER_FACTORIES = [
  createTextFilter,
  createTimeFilter,
  createSinceFilter,
  createBeforeFilter,
  createCountFilter,
  createPresenceFilter,
  createNestedIdFilter,
  createValueFilter,
];

function createFilter(parameter: FilterParameter, fields: Fields): Filter | undefined {
  for (const create of FILTER_FACTORIES) {
    const filter = create(parameter, fields);
    if (filter) return filter;
  }
  return undefined;
}

/** Returns whether a property and a parameter accept the same values. */
function hasSameEnum(field: Schema | undefined, parameter: Schema, operation: Operation): boolean {
  const document = documentOf(operation);
  const values = enumValues(document, parameter.items ?? parameter);
  return values !== undefined && JSON.stringify(values) === JSON.stringify(enumValues(document, field ?? {}));
}

function containsText(value: unknown, text: string): boolean {
  return typeof value === 'string' && value.toLowerCase().includes(text.toLowerCase());
}

/** Sorts rows by the query or the contract's defaults. Without a known key, `order` keeps or reverses the order. */
function sortRows<Row extends JsonObject>(
  rows: Row[],
  operation: Operation,
  fields: Fields,
  query: Query,
  idField: string | undefined,
): Row[] {
  const { request, description = '' } = operation;
  const findDefault = (name: string) =>
    request?.query?.find((parameter) => parameter.name === name)?.schema?.default as string | undefined;
  const { sentence, key: documented, hasDescendingIds } = findDocumentedOrder(description);
  const defaultOrder = findDefault('order') ?? (/\bnewest\b/.test(sentence) ? 'DESC' : undefined);
  const order = query.order ?? defaultOrder;
  const key = query.sort ?? findDefault('sort') ?? (documented && documented in fields ? documented : undefined);
  if (typeof key !== 'string') return order === defaultOrder ? rows : rows.toReversed();
  const direction = order === 'DESC' ? -1 : 1;
  const idDirection = hasDescendingIds ? -1 : 1;
  const toSortValue = createSortValue(fields[key], documentOf(operation));
  return rows
    .map((row) => ({ row, value: toSortValue(row[key]), id: idField === undefined ? '' : String(row[idField]) }))
    .sort((a, b) => {
      // Rows without a value are last, in both directions.
      if (a.value === undefined || b.value === undefined) {
        return Number(a.value === undefined) - Number(b.value === undefined) || compare(a.id, b.id);
      }
      return direction * compare(a.value, b.value) || idDirection * compare(a.id, b.id);
    })
    .map(({ row }) => row);
}

/** Creates a function that converts values for sorting: times to numbers, values of an `enum` to their position, first one highest. */
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

function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : Number(a > b);
}
