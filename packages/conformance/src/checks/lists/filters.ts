/** Checks of filters: all returned rows match, and no matching row is missing. */
import { isDeepStrictEqual } from 'node:util';
import { schemaTypes } from '@aispm/openapi';
import { getRowId, type List } from '../../contract/lists.ts';
import { findParameter, type Json, type Operation } from '../../contract/operation.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { formatValue, wrongText, wrongValue } from '../../session/violations.ts';
import { type Filter, listFilters } from './filter.ts';
import { type FilterQuery, listFilterQueries, makeUnused } from './filter-queries.ts';
import { checkFlagFilter } from './flag-filter.ts';
import { isComparable } from './matches.ts';
import { isOccurrenceFilter, listOccurrenceQueries } from './occurrence-filters.ts';
import { checkRepeatedFilter } from './repeated-filter.ts';
import { type FilledList, forEachList, getMaxPageSize, requestPage, type Walk, walk } from './walk.ts';

/** Number of attempts to read rows that do not change in the meantime. */
const MAX_ATTEMPTS = 2;

/** Sends every filter with values of rows, and with a value that no row has. */
export async function checkFilters(session: Session, operations: readonly Operation[]): Promise<void> {
  await forEachList(session, operations, 'filters', async (subject) => {
    const { operation } = subject;
    const all = await readAll(session, subject, {});
    if (all.isValid) {
      const derived = [...listFilterQueries(operation, all.rows), ...(await listOccurrenceQueries(session, subject))];
      const queries = derived.filter(({ query }) =>
        session.isValid(operation, session.buildRequest(operation, subject.path, { query })),
      );
      for (const query of queries) await checkQuery(session, subject, all, query);
    }
    for (const filter of listFilters(operation)) {
      const { name } = filter.parameter;
      const isChecked = isComparable(operation.filters.get(name)) || isOccurrenceFilter(subject, name);
      if (!isChecked) await checkOtherFilter(session, subject, filter);
    }
  });
}

/** Reads all rows that a query selects, in pages of a size, up to the maximum size. */
function readAll(session: Session, subject: FilledList, query: Json, size = Number.POSITIVE_INFINITY): Promise<Walk> {
  return walk(session, subject, { ...query, page_size: Math.min(size, getMaxPageSize(subject.operation)) });
}

/** Expects that a query returns all rows that match, no others, and their number. */
async function checkQuery(session: Session, subject: FilledList, all: Walk, { query, isMatch }: FilterQuery) {
  const { list, operation } = subject;
  const hasTotal = findParameter(operation, 'query', 'include_total') !== undefined;
  let known = all.rows;
  for (let attempt = 1; ; attempt += 1) {
    const expected = known.filter(isMatch);
    // Two pages, so that the filter has to apply to both.
    const size = expected.length > 1 ? Math.ceil(expected.length / 2) : undefined;
    const found = await readAll(session, subject, { ...query, ...(hasTotal && { include_total: true }) }, size);
    if (!found.isValid || !found.last) return;
    const ids = new Set(found.rows.map((row) => getRowId(row, list)));
    const wrong = found.rows.findIndex((row) => !isMatch(row));
    const missing = expected.filter((row) => !ids.has(getRowId(row, list)));
    const { total = found.rows.length, total_count = total } = found.last.json;
    const isRight = wrong === -1 && missing.length === 0 && total_count === found.rows.length;
    if (!isRight && attempt < MAX_ATTEMPTS) {
      // Rows may have changed in between.
      const again = await readAll(session, subject, {});
      if (!again.isValid) return;
      known = again.rows;
      continue;
    }
    const text = Object.entries(query)
      .map(([name, value]) => `${name}=${formatValue(value)}`)
      .join(' and ');
    const { last } = found;
    last.assert(wrong === -1, () =>
      wrongValue('body', `/${list.field}`, `only rows that match ${text}`, found.rows[wrong]),
    );
    last.assert(missing.length === 0, () =>
      wrongText(
        'body',
        `/${list.field}`,
        `every row that matches ${text}: ${missing.map((row) => getRowId(row, list)).join(', ')}`,
        `${found.rows.length} rows without ${missing.length} of them`,
      ),
    );
    last.assert(total_count === found.rows.length, () =>
      wrongValue('body', '/total', `${found.rows.length}, the number of rows that match ${text}`, total_count),
    );
    return;
  }
}

/** Checks a filter that depends on more than the fields of a row, or whose meaning the contract doesn't declare. */
async function checkOtherFilter(session: Session, subject: FilledList, filter: Filter): Promise<void> {
  const { value } = filter;
  if (value.type === 'boolean') await checkFlagFilter(session, subject, filter, findField(subject, filter));
  else if (value.format !== 'date-time') await checkValueFilter(session, subject, filter);
  if (schemaTypes(filter.parameter.schema as Parameters<typeof schemaTypes>[0]).includes('array')) {
    await checkRepeatedFilter(session, subject, filter, listCandidates(subject, filter));
  }
}

/** Returns the field of a row that a filter is about; undefined when rows do not have it. */
function findField({ operation, list, rows }: FilledList, { parameter: { name }, value }: Filter): string | undefined {
  const { match, fields: [declared = '', ...others] = [] } = operation.filters.get(name) ?? {};
  const properties = list.row?.properties ?? {};
  const names = list.row ? Object.keys(properties) : Object.keys(rows[0]);
  const hasSameValues = (field: string) => {
    const schema = properties[field]?.items ?? properties[field];
    return value.enum?.every((item) => schema?.enum?.includes(item)) === true && field.endsWith(`_${name}`);
  };
  if (match === 'equals' && others.length === 0 && names.includes(declared)) return declared;
  return [name, `${name}s`].find((field) => names.includes(field)) ?? names.find(hasSameValues);
}

/** Lists values of a filter that may select rows: those of rows first, then those of the contract; and one that selects none. */
function listCandidates(subject: FilledList, filter: Filter): { candidates: unknown[]; unused: unknown } {
  const { parameter, value } = filter;
  const field = findField(subject, filter);
  const present = field === undefined ? [] : subject.rows.flatMap((row) => listValues(row[field]));
  const declared = value.enum ?? [parameter.example].flat().filter((item) => item !== undefined);
  const candidates = [...new Set([...present, ...declared])];
  const unused = value.enum
    ? value.enum.find((item) => !present.includes(item))
    : makeUnused(value.pattern, value.maxLength);
  return { candidates: candidates.filter((item) => item !== unused), unused };
}

async function checkValueFilter(session: Session, subject: FilledList, filter: Filter): Promise<void> {
  const { name } = filter.parameter;
  const field = findField(subject, filter);
  const row = subject.rows.find((candidate) => field !== undefined && listValues(candidate[field]).length > 0);
  if (field !== undefined && row) {
    const isChecked = await checkPresentValue(session, subject, filter, field, row);
    if (!isChecked) return;
  }
  if (filter.value.enum) await checkAbsentValue(session, subject, name, field, filter.value.enum);
  else await checkUnusedValue(session, subject, filter);
}

/** Filters by the value of a row. Returns whether the response is valid. */
async function checkPresentValue(
  session: Session,
  subject: FilledList,
  { parameter }: Filter,
  field: string,
  row: Json,
): Promise<boolean> {
  const { list } = subject;
  const [value] = listValues(row[field]);
  const { response, rows } = await requestPage(session, subject, { [parameter.name]: value });
  if (!response.isValid) return false;
  const isMatch = (candidate: Json) => listValues(candidate[field]).includes(value);
  assertAllMatch(response, list, rows, isMatch, `${field} ${formatValue(value)}`);
  const isFound = containsRow(list, rows, row) || (await hasChanged(session, subject, row, field));
  assertFound(response, list, rows, isFound, `row ${getRowId(row, list)}, which has ${field} ${formatValue(value)}`);
  return true;
}

/** Filters by a value that no row has. */
async function checkUnusedValue(session: Session, subject: FilledList, { parameter, value }: Filter): Promise<void> {
  const unused = makeUnused(value.pattern, value.maxLength);
  if (unused === undefined) return;
  const { response, rows } = await requestPage(session, subject, { [parameter.name]: unused });
  if (!response.isValid) return;
  response.assert(rows.length === 0, () =>
    wrongText(
      'body',
      `/${subject.list.field}`,
      `no rows for an unused value of ${parameter.name}`,
      `${rows.length} rows`,
    ),
  );
}

/** Returns whether a row has another value now: jobs may change between two requests. */
async function hasChanged(session: Session, subject: FilledList, row: Json, field: string): Promise<boolean> {
  const { list } = subject;
  const { rows } = await requestPage(session, subject, {});
  const current = rows.find((candidate) => getRowId(candidate, list) === getRowId(row, list));
  return current !== undefined && !isDeepStrictEqual(current[field], row[field]);
}

/**
 * Filters by a value of the enumeration that no known row has. It reveals a filter without effect, even when all rows have
 * the same value.
 */
async function checkAbsentValue(
  session: Session,
  subject: FilledList,
  name: string,
  field: string | undefined,
  values: unknown[],
): Promise<void> {
  const { list, rows: known } = subject;
  if (field === undefined) return;
  const absent = values.find((value) => !known.some((row) => listValues(row[field]).includes(value)));
  if (absent === undefined) return;
  const { response, rows } = await requestPage(session, subject, { [name]: absent });
  if (!response.isValid) return;
  const isMatch = (row: Json) => listValues(row[field]).includes(absent);
  assertAllMatch(response, list, rows, isMatch, `${field} ${formatValue(absent)}`);
}

/** Asserts that all rows match a filter. */
function assertAllMatch(
  response: CheckedResponse,
  list: List,
  rows: Json[],
  isMatch: (row: Json) => boolean,
  expected: string,
): void {
  const index = rows.findIndex((row) => !isMatch(row));
  response.assert(index === -1, () =>
    wrongValue('body', `/${list.field}/${index}`, `only rows with ${expected}`, rows[index]),
  );
}

function assertFound(response: CheckedResponse, list: List, rows: Json[], isFound: boolean, expected: string): void {
  response.assert(isFound, () => wrongText('body', `/${list.field}`, expected, `${rows.length} rows without it`));
}

function containsRow(list: List, rows: Json[], row: Json): boolean {
  return rows.some((candidate) => getRowId(candidate, list) === getRowId(row, list));
}

/** Returns the values of a field that may be a list. */
function listValues(value: unknown): unknown[] {
  return [value].flat().filter((item) => item !== null && item !== undefined);
}
