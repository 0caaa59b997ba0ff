/**
 * Selects and sorts the rows of a list by the parameters of its operation. Which field a parameter speaks of is derived
 * from the contract: from names, schemas and, where they say so, descriptions.
 */
import type { Operation } from '../contract.js';
import { isObject, type Json } from '../contract-checks.js';

/** The query of a request. */
type Query = Readonly<Record<string, string | string[]>>;

interface Schema {
  type?: unknown;
  format?: string;
  enum?: unknown[];
  items?: Schema;
  default?: unknown;
  properties?: Record<string, Schema>;
}

/** Selects and sorts rows; `idField` tells apart those that are equal otherwise. */
export type Selection = (rows: readonly Json[], query: Query, idField: string | undefined) => Json[];

/** Whether a row is wanted by the values of a parameter. */
type Filter = (row: Json, values: readonly string[]) => boolean;

/** Query parameters that filter nothing. */
const OTHERS = new Set(['cursor', 'page', 'page_size', 'include_total', 'sort', 'order']);

const made = new WeakMap<Operation, { select: Selection; ignored: string[] }>();

/** The selection of a list. */
export function selectionOf(operation: Operation): Selection {
  return prepare(operation).select;
}

/** Names of the query parameters of a list that select nothing, because no field of its rows is known to be meant. */
export function ignoredParameters(operation: Operation): string[] {
  return prepare(operation).ignored;
}

function prepare(operation: Operation) {
  const known = made.get(operation);
  if (known) return known;
  const fields = rowSchema(operation);
  const filters = new Map<string, Filter>();
  const ignored: string[] = [];
  for (const parameter of operation.request?.query ?? []) {
    if (OTHERS.has(parameter.name)) continue;
    const filter = filterOf(parameter.name, (parameter.schema ?? {}) as Schema, parameter.description ?? '', fields);
    if (filter) filters.set(parameter.name, filter);
    else ignored.push(parameter.name);
  }
  const select: Selection = (rows, query, idField) => {
    const wanted = Object.entries(query).flatMap(([name, value]) => {
      const filter = filters.get(name);
      return filter ? [{ filter, values: [value].flat() }] : [];
    });
    const selected = rows.filter((row) => wanted.every(({ filter, values }) => filter(row, values)));
    return sort(selected, operation, fields, query, idField);
  };
  const prepared = { select, ignored };
  made.set(operation, prepared);
  return prepared;
}

/** The fields of the rows of a list. */
function rowSchema({ responses }: Operation): Record<string, Schema> {
  const schema = responses.find(({ code }) => code.startsWith('2'))?.contents?.[0]?.schema as Schema | undefined;
  return schema?.properties?.items?.items?.properties ?? {};
}

function filterOf(
  name: string,
  schema: Schema,
  description: string,
  fields: Record<string, Schema>,
): Filter | undefined {
  const names = Object.keys(fields);
  const has = (field: string) => Object.hasOwn(fields, field);
  if (/\bcontains this text\b/.test(description)) {
    const named = [...description.matchAll(/`(\w+)`/g)].map(([, field = '']) => field).find(has);
    const field = named ?? (has(name) ? name : names.find((one) => one.endsWith(`_${name}`)));
    return field === undefined ? undefined : (row, values) => values.some((text) => contains(row[field], text));
  }
  if (/\bat this instant or (later|earlier)\b/.test(description) && has('started_at')) {
    const sign = description.includes('or later') ? 1 : -1;
    return (row, [at = '']) => sign * (Date.parse(String(row.started_at)) - Date.parse(at)) >= 0;
  }
  const since = name.replace(/_since$/, '_at');
  if (since !== name) {
    return has(since) ? (row, [from = '']) => Date.parse(String(row[since])) >= Date.parse(from) : undefined;
  }
  const counted = name.replace(/^has_/, '');
  if (counted !== name && !has(name)) {
    const count = names.find((one) => one === `total_${counted}_count` || one === `${counted}_count`);
    return count === undefined ? undefined : (row, [value]) => String(Number(row[count]) > 0) === value;
  }
  const owner = name.replace(/_id$/, '');
  if (!has(name) && owner !== name && fields[owner]?.properties?.[name]) {
    return (row, values) => isObject(row[owner]) && values.includes(String(row[owner][name]));
  }
  const field =
    [name, `${name}s`].find(has) ?? names.find((one) => one.endsWith(`_${name}`) && hasEnum(fields[one], schema));
  return field === undefined
    ? undefined
    : (row, values) => [row[field]].flat().some((one) => values.includes(String(one)));
}

/** Whether a field takes the values that a parameter takes. */
function hasEnum(field: Schema | undefined, parameter: Schema): boolean {
  const values = (parameter.items ?? parameter).enum;
  const ofField = field?.enum?.filter((value) => value !== null);
  return values !== undefined && JSON.stringify(values) === JSON.stringify(ofField);
}

function contains(value: unknown, text: string): boolean {
  return typeof value === 'string' && value.toLowerCase().includes(text.toLowerCase());
}

/** Sorts rows as the request asks, or as the contract's defaults do. Without sort keys, rows are in their order or in reverse. */
function sort(
  rows: Json[],
  { request }: Operation,
  fields: Record<string, Schema>,
  query: Query,
  idField: string | undefined,
): Json[] {
  const defaultOf = (name: string) =>
    request?.query?.find((parameter) => parameter.name === name)?.schema?.default as string | undefined;
  const [order, defaultOrder] = [query.order ?? defaultOf('order'), defaultOf('order')];
  const key = query.sort ?? defaultOf('sort');
  if (typeof key !== 'string') return order === defaultOrder ? rows : rows.toReversed();
  const direction = order === 'DESC' ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [rank(one[key], fields[key]), rank(other[key], fields[key])];
    // What has no value comes last, in both directions.
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return (
      direction * compare(a, b) || (idField === undefined ? 0 : compare(String(one[idField]), String(other[idField])))
    );
  });
}

/** What a value is sorted by: instants by time, values of a list by their place in it, the first being the highest. */
function rank(value: unknown, schema: Schema | undefined): number | string | undefined {
  if (value === null || value === undefined) return undefined;
  if (schema?.format === 'date-time') return Date.parse(String(value));
  if (schema?.enum) return -schema.enum.indexOf(value);
  return typeof value === 'number' ? value : String(value).toLowerCase();
}

function compare(one: number | string, other: number | string): number {
  return one < other ? -1 : Number(one > other);
}

/** The rows of an answer that is a list. */
export function rowsOf(body: unknown): Json[] | undefined {
  return isObject(body) && Array.isArray(body.items) ? body.items.filter(isObject) : undefined;
}
