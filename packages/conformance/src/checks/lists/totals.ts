/** Checks of totals: the total is the number of rows, on every page and for every page size. */
import { isDeepStrictEqual } from 'node:util';
import { getRowId } from '../../contract/lists.ts';
import { findParameter, getSuccess, type Json } from '../../contract/operation.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { wrongText, wrongValue } from '../../session/violations.ts';
import { type FilledList, getMaxPageSize, requestPage, type Walk, walk } from './walk.ts';

/** Number of attempts to read a list that doesn't change in the meantime. */
const MAX_ATTEMPTS = 3;

/**
 * Requests pages of several sizes with their totals, including the last page, and compares the totals with the number of rows. A list
 * that changes in the meantime is read again, and ignored if it changes every time.
 *
 * @param walked all pages of the list
 * @param size page size of the walk
 */
export async function checkTotals(session: Session, subject: FilledList, walked: Walk, size: number): Promise<void> {
  const { operation, first, rows } = subject;
  const isOptional = findParameter(operation, 'query', 'include_total') !== undefined;
  const { properties = {} } = getSuccess(operation).response.schema ?? {};
  if (!(isOptional || 'total_count' in properties)) return;
  if (isOptional) {
    first.assert(!('total' in first.json), () =>
      wrongValue('body', '/total', 'no total without include_total', first.json.total),
    );
  }
  const sizes = [...new Set([1, size, rows.length, getMaxPageSize(operation)])].map((page_size) => ({ page_size }));
  let before = walked;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && before.isValid; attempt += 1) {
    const pages: CheckedResponse[] = [];
    for (const query of [{}, ...sizes, lastPage(before, size)]) {
      if (!query) continue;
      const { response } = await requestPage(session, subject, {
        ...query,
        ...(isOptional && { include_total: true }),
      });
      if (response.isValid) pages.push(response);
    }
    const after = await walk(session, subject, { page_size: size });
    if (before.isComplete && !isDeepStrictEqual(collectIds(subject, before), collectIds(subject, after))) {
      before = after;
      continue;
    }
    for (const page of pages) assertTotal(page, before);
    return;
  }
}

/** Returns the query of the last page of a walk, which is often short; undefined when it is the first. */
function lastPage({ lastPosition, isComplete }: Walk, page_size: number): Json | undefined {
  return isComplete && Object.keys(lastPosition).length > 0 ? { ...lastPosition, page_size } : undefined;
}

function collectIds({ list }: FilledList, { rows }: Walk): string[] {
  return rows.map((row) => getRowId(row, list)).sort();
}

/** Asserts that a page has the total of a walk, or at least that total when the walk is not complete. */
function assertTotal({ assert, json }: CheckedResponse, { rows, isComplete }: Walk): void {
  const name = 'total' in json ? 'total' : 'total_count';
  const total = Number(json[name]);
  if (!isComplete) {
    assert(total >= rows.length, () => wrongValue('body', `/${name}`, `${rows.length} or more`, json[name]));
    return;
  }
  assert(total === rows.length, () =>
    wrongValue('body', `/${name}`, `${rows.length}, the number of rows of all pages`, json[name]),
  );
  const { page_size, total_pages } = json;
  if (total_pages === undefined) return;
  const pages = Math.ceil(rows.length / Number(page_size));
  assert(total_pages === pages, () =>
    wrongText('body', '/total_pages', `${pages} pages of ${page_size} for ${rows.length} rows`, String(total_pages)),
  );
}
