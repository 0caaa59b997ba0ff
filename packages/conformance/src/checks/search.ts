/** Searches for records of each type, and compares the results with the definition of the search. */
import { isDeepStrictEqual } from 'node:util';
import {
  compareFound,
  type FoundRecord,
  findInRecord,
  readSearchText,
  SEARCHED_PROPERTIES,
  SEARCHED_TYPES,
  type SearchedType,
} from '@aispm/domain';
import { getList, getRows } from '../contract/lists.ts';
import { findParameter, type Json, type Operation, TENANT } from '../contract/operation.ts';
import type { OperationId } from '../contract/operation-id.ts';
import { findPathValues } from '../session/path-values.ts';
import type { Session } from '../session/session.ts';
import { wrongText, wrongValue } from '../session/violations.ts';
import { getMaxPageSize, walk } from './lists/walk.ts';

/** The operation that searches. */
const SEARCH: OperationId = 'listSearchResults';

/** The lists of the records that are searched, by type. */
const LISTS: Readonly<Record<SearchedType, OperationId>> = {
  agent: 'listAgents',
  model: 'listModels',
  tool: 'listTools',
  mcp_server: 'listMcpServers',
  asset: 'listAispmAssets',
  issue: 'listIssues',
  rule: 'listRules',
  evaluation: 'listEvaluations',
  view: 'listViews',
  scan: 'listScans',
  location: 'listLocations',
};

/** Returns whether an operation searches records of all types. */
export function isSearch({ id }: Operation): boolean {
  return id === SEARCH;
}

/** Searches for a record of each type by its words and its identifier, and for a text of which no type has a record. */
export async function checkSearch(session: Session, operations: readonly Operation[]): Promise<void> {
  const search = operations.find(isSearch);
  if (!search) return;
  let isEmpty = true;
  for (const type of SEARCHED_TYPES) {
    const rows = await readRows(session, type);
    const [row] = rows;
    if (!row) continue;
    isEmpty = false;
    for (const query of listQueries(type, row)) await assertFound(session, search, { type, rows, query });
    if (type === SEARCHED_TYPES[0])
      await assertOrdered(session, search, listQueries(type, row)[0]?.split(' ')[0] ?? '');
  }
  if (isEmpty) session.cell(search.id, 'search').skip('no-data', 'there are no records');
}

/** Returns the first page of the list of a type. */
async function readRows(session: Session, type: SearchedType): Promise<Json[]> {
  const list = session.getOperation(LISTS[type]);
  const { sets } = await findPathValues(session, list);
  const [path] = sets;
  if (!path) return [];
  const query = findParameter(list, 'query', TENANT) ? session.scope : {};
  const request = session.buildRequest(list, path, { query });
  const page = await session.send(session.cell(SEARCH, 'search'), list, request, { statuses: [200] });
  return page.isValid ? getRows(page.body, getList(list)) : [];
}

/** Lists texts that find a record: parts of the words of its name in another order and case, other properties, and its identifier. */
function listQueries(type: SearchedType, row: Json): string[] {
  const found = (text: string) => findInRecord(type, row, readSearchText(text));
  const texts = Object.values(row)
    .flat()
    .filter((value) => typeof value === 'string');
  const { words } = readSearchText(String(row[SEARCHED_PROPERTIES[type].name]));
  const parts = words.map((word) => [...word].slice(0, 12).join('').toUpperCase());
  // One text for each property that alone contains it.
  const others = new Map(texts.map((text) => [found(text)?.matched_fields.join(), text]));
  return [words.join(' ').toLowerCase(), parts.toReversed().join('  '), ...others.values()]
    .map((text) => text.slice(0, 255))
    .filter((text) => found(text) !== undefined);
}

/** What is searched, and in which rows. */
interface Searched {
  type: SearchedType;
  rows: readonly Json[];
  query: string;
}

/** Expects the rows that the text finds, and no others, each with its match and fields. */
async function assertFound(session: Session, operation: Operation, { type, rows, query }: Searched): Promise<void> {
  const cell = session.cell(operation.id, 'search');
  const subject = { operation, list: getList(operation), cell, path: session.scope };
  const selection = { query, result_type: [type], page_size: getMaxPageSize(operation) };
  const { rows: results, isComplete, isValid, last } = await walk(session, subject, selection);
  if (!isValid || !last) return;
  const found = new Map(results.map((result) => [result.id, result]));
  for (const row of rows) {
    const expected = findInRecord(type, row, readSearchText(query)) as (FoundRecord & Json) | undefined;
    const result = found.get(expected?.id ?? identify(type, row));
    if (isDeepStrictEqual(result, expected)) continue;
    if (result === undefined && !isComplete) continue;
    const text = `query=${JSON.stringify(query)}`;
    last.assert(false, () =>
      expected === undefined
        ? wrongValue('body', '/items', `only results for ${text}`, result)
        : result === undefined
          ? wrongText(
              'body',
              '/items',
              `the ${type} ${expected.id} for ${text}`,
              `${results.length} results without it`,
            )
          : wrongValue('body', '/items', `${JSON.stringify(expected)} for ${text}`, result),
    );
    return;
  }
  const other = results.find(({ result_type }) => result_type !== type);
  last.assert(other === undefined, () => wrongValue('body', '/items', `only results of the type ${type}`, other));
}

/** Expects the results of all types in the order of a search. */
async function assertOrdered(session: Session, operation: Operation, query: string): Promise<void> {
  const cell = session.cell(operation.id, 'search');
  const subject = { operation, list: getList(operation), cell, path: session.scope };
  const { rows, isValid, last } = await walk(session, subject, { query, page_size: getMaxPageSize(operation) });
  if (!isValid || !last) return;
  const results = rows as unknown as FoundRecord[];
  const index = results.findIndex(
    (row, position) => position > 0 && compareFound(results[position - 1] ?? row, row) >= 0,
  );
  last.assert(index === -1, () =>
    wrongValue('body', '/items', 'results by match, type and identifier', results.slice(index - 1, index + 1)),
  );
}

/** Returns the identifier of a row. */
function identify(type: SearchedType, row: Json): unknown {
  return row[SEARCHED_PROPERTIES[type].id];
}
