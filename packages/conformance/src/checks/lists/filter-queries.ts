/** Derives queries from the rows of a list: for each filter, values that select some of the rows, and values that select none. */
import { randomUUID } from 'node:crypto';
import { schemaTypes } from '@aispm/openapi';
import type { FieldComparison, Json, Operation, Schema } from '../../contract/operation.ts';
import { type Filter, listFilters } from './filter.ts';
import { isComparable, isSelected, listFieldValues } from './matches.ts';

/** A query, and the rows that it selects. */
export interface FilterQuery {
  query: Json;
  isMatch(row: Json): boolean;
}

/** Maximum number of values of each filter that are sent one by one. */
export const MAX_VALUES = 4;

/** Lists queries for all filters of an operation that compare only the fields of a row, and one for two of them together. */
export function listFilterQueries(operation: Operation, rows: readonly Json[]): FilterQuery[] {
  const filters = listFilters(operation).flatMap((filter) => {
    const comparison = operation.filters.get(filter.parameter.name);
    return isComparable(comparison) ? [{ filter, comparison }] : [];
  });
  const queries = filters.map(({ filter, comparison }) => listQueriesOf(filter, comparison, rows));
  return [...queries.flat(), ...combine(queries, rows)];
}

function listQueriesOf(filter: Filter, comparison: FieldComparison, rows: readonly Json[]): FilterQuery[] {
  const { parameter, value: schema } = filter;
  const toQuery = (values: unknown[]): FilterQuery => ({
    query: { [parameter.name]: isList(filter) ? values : values[0] },
    isMatch: (row) => values.some((value) => isSelected(comparison, value, row)),
  });
  const values = VALUES[comparison.match]?.(comparison.fields, rows, schema) ?? [];
  const distinct = [...new Set(values)];
  const [first, second] = distinct.filter((value) => rows.some((row) => isSelected(comparison, value, row)));
  const unused = distinct.find((value) => !rows.some((row) => isSelected(comparison, value, row)));
  const together = [unused, first, second].filter((value) => value !== undefined);
  const canRepeat = isList(filter) && together.length > 1 && (parameter.schema.maxItems ?? 2) >= together.length;
  return [
    ...distinct.map((value) => toQuery([value])),
    ...(canRepeat ? [toQuery(together), toQuery(together.toReversed())] : []),
  ];
}

function isList({ parameter }: Filter): boolean {
  return schemaTypes(parameter.schema as Parameters<typeof schemaTypes>[0]).includes('array');
}

/** Combines two filters that select different rows of those that they have in common. */
function combine(queries: readonly FilterQuery[][], rows: readonly Json[]): FilterQuery[] {
  const count = ({ isMatch }: FilterQuery) => rows.filter((row) => isMatch(row)).length;
  const partial = queries.map((own) => own.filter((query) => count(query) > 0 && count(query) < rows.length));
  for (const [index, own] of partial.entries()) {
    for (const one of own) {
      for (const other of partial.slice(index + 1).flat()) {
        const both: FilterQuery = {
          query: { ...one.query, ...other.query },
          isMatch: (row) => one.isMatch(row) && other.isMatch(row),
        };
        if (count(both) < Math.min(count(one), count(other))) return [both];
      }
    }
  }
  return [];
}

type ListValues = (fields: string[], rows: readonly Json[], schema: Schema) => unknown[];

const listTimes: ListValues = (fields, rows) => {
  const times = rows.flatMap((row) => fields.flatMap((field) => listFieldValues(row, field))).map(String);
  const sorted = [...new Set(times)].sort((a, b) => Date.parse(a) - Date.parse(b));
  const [middle, last] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  if (middle === undefined || last === undefined || sorted.some((time) => Number.isNaN(Date.parse(time)))) return [];
  // The timestamps themselves, and the milliseconds around one of them.
  const next = (offset: number) => new Date(Date.parse(middle) + offset).toISOString();
  return [middle, last, next(1), next(-1)];
};

/** Lists the values to send, by match. */
const VALUES: Readonly<Record<string, ListValues>> = {
  equals: (fields, rows, { type, enum: declared, pattern, maxLength }) => {
    if (type === 'boolean') return [true, false];
    const lists = rows.map((row) => fields.flatMap((field) => listFieldValues(row, field)));
    // Not only the first items of lists.
    const present = [...lists.flatMap((values) => values.slice(1)), ...lists.map(([value]) => value)].filter(
      (value) => value !== undefined && (!declared || declared.includes(value)),
    );
    const distinct = [...new Set(present)];
    const unused = declared ? declared.find((value) => !present.includes(value)) : makeUnused(pattern, maxLength);
    const chosen = distinct.length > MAX_VALUES ? [...distinct.slice(0, MAX_VALUES - 1), distinct.at(-1)] : distinct;
    return [...chosen, unused].filter((value) => value !== undefined);
  },
  contains: (fields, rows) => {
    const parts = fields.flatMap((field) => {
      const texts = rows.flatMap((row) => listFieldValues(row, field)).map(String);
      const others = fields.filter((other) => other !== field);
      // A text that only this field has.
      const own = rows.flatMap((row) => {
        const text = String(listFieldValues(row, field)[0] ?? '');
        const isElsewhere = others.some((other) =>
          listFieldValues(row, other).join(' ').toLowerCase().includes(inner(text).toLowerCase()),
        );
        return text && !isElsewhere ? [text] : [];
      });
      return [own[0] ?? texts[0]].filter((text) => text !== undefined).map(inner);
    });
    return [...parts, '%', randomUUID()];
  },
  like: (fields, rows) => {
    const text = rows
      .flatMap((row) => fields.flatMap((field) => listFieldValues(row, field)))
      .map(String)
      .find((candidate) => candidate.length > 5);
    if (text === undefined) return [];
    const toLiteral = (part: string) => part.toUpperCase().replaceAll(/[\\%_]/g, '\\$&');
    const [start, end, middle] = [text.slice(1, 3), text.slice(-2), text.slice(2, -1)];
    return [
      toLiteral(inner(text)),
      `${toLiteral(start)}%${toLiteral(end)}`,
      `_${toLiteral(middle)}_`,
      `${toLiteral(end)}%${toLiteral(start)}`,
      '\\%',
      randomUUID(),
    ];
  },
  since: listTimes,
  until: listTimes,
  before: listTimes,
  after: (fields, rows) => {
    const sorted = rows.flatMap((row) => fields.flatMap((field) => listFieldValues(row, field))).sort();
    return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].filter((value) => value !== undefined);
  },
  present: () => [true, false],
  positive: () => [true, false],
};

/** Returns a text without its first character, in capital letters. */
function inner(text: string): string {
  return text.slice(1).toUpperCase() || text;
}

/** Returns a value that no row has; undefined when a schema rejects all candidates. */
export function makeUnused(pattern?: string, maxLength = Number.POSITIVE_INFINITY): string | undefined {
  const id = randomUUID();
  const digits = id.replaceAll('-', '');
  return [id, digits, `x${digits}`].find(
    (value) => value.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(value)),
  );
}
