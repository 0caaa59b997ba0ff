/** Checks of filters: all returned rows match, and no matching row is missing. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { schemaTypes } from '@aispm/openapi';
import { getRowId, type List } from '../../contract/lists.ts';
import type { Json, Operation, Schema } from '../../contract/operation.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { formatValue, wrongText, wrongValue } from '../../session/violations.ts';
import { type Filter, isTextFilter, listFilters } from './filter.ts';
import { checkFlagFilter } from './flag-filter.ts';
import { checkRepeatedFilter } from './repeated-filter.ts';
import { type FilledList, forEachList, requestPage } from './walk.ts';

/** Sends every filter with values of rows, and with a value that no row has. */
export async function checkFilters(session: Session, operations: readonly Operation[]): Promise<void> {
  await forEachList(session, operations, 'filters', async (subject) => {
    for (const filter of listFilters(subject.operation)) {
      const { value } = filter;
      if (value.format === 'date-time') await checkTimeFilter(session, subject, filter);
      else if (value.type === 'boolean') await checkFlagFilter(session, subject, filter, findField(subject, filter));
      else await checkValueFilter(session, subject, filter);
      await checkPattern(session, subject, filter);
      if (schemaTypes(filter.parameter.schema as Parameters<typeof schemaTypes>[0]).includes('array')) {
        await checkRepeatedFilter(session, subject, filter, listCandidates(subject, filter));
      }
    }
  });
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
  const unused = value.enum ? value.enum.find((item) => !present.includes(item)) : makeUnusedValue(value);
  return { candidates: candidates.filter((item) => item !== unused), unused };
}

async function checkValueFilter(session: Session, subject: FilledList, filter: Filter): Promise<void> {
  const { name } = filter.parameter;
  const field = findField(subject, filter);
  const row = subject.rows.find((candidate) => field !== undefined && listValues(candidate[field]).length > 0);
  if (field !== undefined && row) {
    const isChecked = await checkPresentValue(session, subject, filter, field, row);
    if (!isChecked) return;
  } else if (name === 'name') {
    await checkNameFilter(session, subject, name);
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
  const isText = isTextFilter(parameter) && parameter.schema.type === 'string';
  const [value] = listValues(row[field]);
  const { response, rows } = await requestPage(session, subject, { [parameter.name]: value });
  if (!response.isValid) return false;
  // A text filter may search several fields, and finds substrings.
  const isMatch = (candidate: Json) =>
    isText ? containsText(candidate, String(value)) : listValues(candidate[field]).includes(value);
  assertAllMatch(response, list, rows, isMatch, `${field} ${formatValue(value)}`);
  const isFound = containsRow(list, rows, row) || (await hasChanged(session, subject, row, field));
  assertFound(response, list, rows, isFound, `row ${getRowId(row, list)}, which has ${field} ${formatValue(value)}`);
  return true;
}

/** Filters by a value that no row has. */
async function checkUnusedValue(session: Session, subject: FilledList, { parameter, value }: Filter): Promise<void> {
  const unused = makeUnusedValue(value);
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

/** Returns a value that no row has; undefined when a schema rejects all candidates. */
function makeUnusedValue({ pattern, maxLength = Number.POSITIVE_INFINITY }: Schema): string | undefined {
  const id = randomUUID();
  const digits = id.replaceAll('-', '');
  return [id, digits, `x${digits}`].find(
    (value) => value.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(value)),
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

/** Filters by a part of a row's name, in uppercase. */
async function checkNameFilter(session: Session, subject: FilledList, name: string): Promise<void> {
  const { list } = subject;
  const [row] = subject.rows;
  const text = Object.entries(row).find(([field, value]) => /(^|_)name$/.test(field) && typeof value === 'string')?.[1];
  if (typeof text !== 'string') return;
  const part = text.slice(1).toUpperCase() || text;
  const { response, rows } = await requestPage(session, subject, { [name]: part });
  if (!response.isValid) return;
  assertAllMatch(
    response,
    list,
    rows,
    (candidate) => containsText(candidate, part),
    `a field with ${formatValue(part)}`,
  );
  const expected = `row ${getRowId(row, list)}, whose name contains ${formatValue(part)} in another case`;
  assertFound(response, list, rows, containsRow(list, rows, row), expected);
}

/** Filters by a pattern of LIKE that a row has: two parts of the text in uppercase, with any text between them. */
async function checkPattern(session: Session, subject: FilledList, { parameter: { name } }: Filter): Promise<void> {
  const { list, operation } = subject;
  const { match, fields: [field = ''] = [] } = operation.filters.get(name) ?? {};
  const row = subject.rows.find((candidate) => typeof candidate[field] === 'string' && candidate[field].length > 5);
  if (match !== 'like' || !row) return;
  const text = String(row[field]).toLowerCase();
  const [start, end] = [text.slice(1, 3), text.slice(-2)];
  const pattern = [start, end].map((part) => part.toUpperCase().replace(/[\\%_]/g, '\\$&')).join('%');
  const { response, rows } = await requestPage(session, subject, { [name]: pattern });
  if (!response.isValid) return;
  const isMatch = (candidate: Json) => {
    const found = String(candidate[field]).toLowerCase();
    return found.includes(start) && found.lastIndexOf(end) >= found.indexOf(start) + start.length;
  };
  const expected = `${field} like ${formatValue(pattern)}`;
  assertAllMatch(response, list, rows, isMatch, expected);
  assertFound(response, list, rows, containsRow(list, rows, row), `row ${getRowId(row, list)}, which has ${expected}`);
}

async function checkTimeFilter(session: Session, subject: FilledList, { parameter: { name } }: Filter): Promise<void> {
  const { list, rows: known, operation } = subject;
  const [field = name === 'updated_since' ? 'updated_at' : 'started_at'] = operation.filters.get(name)?.fields ?? [];
  const times = known.flatMap((row) => listValues(row[field]).map(String));
  const [limit] = times.sort((a, b) => Date.parse(a) - Date.parse(b)).slice(Math.floor(times.length / 2));
  if (limit === undefined) return;
  const { response, rows } = await requestPage(session, subject, { [name]: limit });
  if (!response.isValid) return;
  const { match = name.startsWith('end') ? 'until' : 'since' } = operation.filters.get(name) ?? {};
  const isMatch = (row: Json) => {
    const difference = Date.parse(String(row[field])) - Date.parse(limit);
    if (match === 'since') return difference >= 0;
    return match === 'before' ? difference < 0 : difference <= 0;
  };
  const expected = `${field} ${match === 'since' ? 'not before' : match === 'before' ? 'before' : 'not after'} ${limit}`;
  assertAllMatch(response, list, rows, isMatch, expected);
  const missing = known.find((row) => isMatch(row) && !containsRow(list, rows, row));
  if (missing === undefined || (await hasChanged(session, subject, missing, field))) return;
  assertFound(response, list, rows, false, `row ${getRowId(missing, list)}, which has ${expected}`);
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

function containsText(row: Json, text: string): boolean {
  return Object.values(row).some(
    (value) => typeof value === 'string' && value.toLowerCase().includes(text.toLowerCase()),
  );
}
