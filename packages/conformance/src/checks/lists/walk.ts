/** Reads the pages of a list. */
import { findList, getList, getRows, type List } from '../../contract/lists.ts';
import { findParameter, getSuccess, type Json, type Operation } from '../../contract/operation.ts';
import { findPathValues } from '../../session/path-values.ts';
import type { Cell } from '../../session/results.ts';
import { type CheckedResponse, withCell } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';

/** Maximum number of pages of a walk. The rest of a longer list isn't read. */
const MAX_PAGES = 20;
/** Maximum number of paths that are tried until the list has enough rows. */
const MAX_PATHS = 10;

/** A list with the path and the cell of a check. */
export interface ListSubject {
  operation: Operation;
  list: List;
  cell: Cell;
  path: Json;
}

/** A list that has rows. */
export interface FilledList extends ListSubject {
  /** The first page, without query parameters. */
  first: CheckedResponse;
  rows: [Json, ...Json[]];
}

/** Calls a function for each list that has rows, and records why other lists aren't checked. */
export async function forEachList(
  session: Session,
  operations: readonly Operation[],
  check: string,
  callback: (list: FilledList) => Promise<void>,
): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const cell = session.cell(operation.id, check);
    const { sets, reason } = await findPathValues(session, operation, MAX_PATHS);
    if (reason) return cell.skip(reason.kind, reason.text);
    const { longest, isReadable } = await findLongestList(session, operation, sets, cell);
    if (longest) return callback(longest);
    const hasOwnName = sets.some((path) => Object.values(path).includes(session.name));
    if (hasOwnName && !session.options.write) cell.skip('excluded', 'needs --write');
    else cell.skip('no-data', isReadable ? 'the list is empty' : 'the list cannot be read');
  });
}

/** Returns the first list with several rows, otherwise one with a row. */
async function findLongestList(
  session: Session,
  operation: Operation,
  paths: readonly Json[],
  cell: Cell,
): Promise<{ longest: FilledList | undefined; isReadable: boolean }> {
  const list = getList(operation);
  let longest: FilledList | undefined;
  let isReadable = false;
  for (const path of paths) {
    const first = withCell(cell, await session.getFirstPage(operation, path));
    if (first.status !== getSuccess(operation).status) continue;
    isReadable = true;
    const [row, ...others] = getRows(first.body, list);
    if (row && !longest) longest = { operation, list, cell, path, first, rows: [row, ...others] };
    if (row && others.length > 0) {
      return { longest: { operation, list, cell, path, first, rows: [row, ...others] }, isReadable };
    }
  }
  return { longest, isReadable };
}

/** The rows of the pages that were read. */
export interface Walk {
  rows: Json[];
  /** Whether all pages were read. */
  isComplete: boolean;
  /** Whether every page is valid. */
  isValid: boolean;
  /** The last page; undefined when the list is longer than the walk. */
  last: CheckedResponse | undefined;
  /** The query parameters of the last page that was read; empty for the first page. */
  lastPosition: Json;
}

/** Reads the pages of a list, up to {@link MAX_PAGES}. */
export async function walk(
  session: Session,
  { operation, list, cell, path }: ListSubject,
  query: Json,
  note?: string,
): Promise<Walk> {
  const rows: Json[] = [];
  let position: Json = {};
  for (let number = 1; number <= MAX_PAGES; number++) {
    const request = session.buildRequest(operation, path, { query: { ...query, ...position } });
    const page = await session.send(cell, operation, request, {
      statuses: [getSuccess(operation).status],
      ...(note !== undefined && { note }),
    });
    if (!page.isValid) return { rows, isComplete: false, isValid: false, last: page, lastPosition: position };
    rows.push(...getRows(page.body, list));
    const { cursor, total_pages } = page.json;
    const isLast = list.paging === 'cursor' ? cursor === '' : number >= Number(total_pages);
    if (isLast) return { rows, isComplete: true, isValid: true, last: page, lastPosition: position };
    position = list.paging === 'cursor' ? { cursor } : { page: number + 1 };
  }
  return { rows, isComplete: false, isValid: true, last: undefined, lastPosition: position };
}

/** Reads one page with query parameters. It has no rows when the response is invalid. */
export async function requestPage(
  session: Session,
  { operation, list, cell, path }: ListSubject,
  query: Json,
): Promise<{ response: CheckedResponse; rows: Json[] }> {
  const request = session.buildRequest(operation, path, { query });
  const response = await session.send(cell, operation, request, { statuses: [getSuccess(operation).status] });
  return { response, rows: response.isValid ? getRows(response.body, list) : [] };
}

/** Returns whether an operation is a list with cursors. */
export function hasCursors(operation: Operation): boolean {
  return findList(operation)?.paging === 'cursor';
}

/** Returns the maximum page size of a list; 100 when the contract has none. */
export function getMaxPageSize(operation: Operation): number {
  return findParameter(operation, 'query', 'page_size')?.schema.maximum ?? 100;
}
