/** Checks of pages: their sizes, cursors and totals. */
import { randomUUID } from 'node:crypto';
import { getRowId } from '../../contract/lists.ts';
import { type Json, type Operation, placeholderNames, TENANT, WORKSPACE } from '../../contract/operation.ts';
import type { Session } from '../../session/session.ts';
import { formatValue, wrongText, wrongValue } from '../../session/violations.ts';
import { isTextFilter, listFilters } from './filter.ts';
import { checkTotals } from './totals.ts';
import { type FilledList, forEachList, hasCursors, requestPage, type Walk, walk } from './walk.ts';

/** Reads all pages of every list in small pages. */
export async function checkPaging(session: Session, operations: readonly Operation[]): Promise<void> {
  await forEachList(session, operations, 'paging', async (subject) => {
    const { list, rows } = subject;
    const size = choosePageSize(rows.length);
    await checkPageSize(session, subject, size);
    const walked = await walk(session, subject, { page_size: size });
    if (!walked.isValid) return;
    assertUnique(subject, walked);
    assertComplete(subject, walked, size);
    if (list.paging === 'cursor') await checkCursors(session, subject, size);
    else await checkPageAfterLast(session, subject);
    await checkTotals(session, subject, walked, size);
  });
}

/** Returns a page size that results in at least four pages if there are enough rows, and in a last page that isn't full. */
function choosePageSize(count: number): number {
  return Math.max(1, Math.ceil(count / 4) - (count % 4 === 0 && count > 4 ? 1 : 0));
}

async function checkPageSize(session: Session, subject: FilledList, size: number): Promise<void> {
  const { list, rows } = subject;
  const { response, rows: found } = await requestPage(session, subject, { page_size: size });
  if (!response.isValid) return;
  const expected = Math.min(size, rows.length);
  response.assert(found.length === expected, () =>
    wrongText('body', `/${list.field}`, `${expected} rows`, `${found.length} rows`),
  );
  const { page_size } = response.json;
  if (page_size === undefined) return;
  response.assert(page_size === size, () => wrongValue('body', '/page_size', String(size), page_size));
}

function assertUnique({ list, first }: FilledList, { rows }: Walk): void {
  const seen = new Set<string>();
  const repeated = new Set(rows.map((row) => getRowId(row, list)).filter((id) => seen.size === seen.add(id).size));
  first.assert(repeated.size === 0, () =>
    wrongText('body', `/${list.field}`, 'every row once on all pages', `more than once: ${formatValue([...repeated])}`),
  );
}

function assertComplete({ list, first, rows }: FilledList, walked: Walk, size: number): void {
  const seen = new Set(walked.rows.map((row) => getRowId(row, list)));
  const ids = rows.map((row) => getRowId(row, list));
  const missing = walked.isComplete ? ids.filter((id) => !seen.has(id)) : [];
  first.assert(missing.length === 0, () =>
    wrongText(
      'body',
      `/${list.field}`,
      `every row on one of the pages of ${size}`,
      `pages without ${formatValue(missing)}`,
    ),
  );
}

/** Expects that a cursor is only valid for the list, workspace and filters that it was created for. */
async function checkCursors(session: Session, subject: FilledList, size: number): Promise<void> {
  const { operation, cell, path, list } = subject;
  const expectRejection = (query: Json, note: string) =>
    session.send(cell, operation, session.buildRequest(operation, path, { query }), { statuses: [400], note });
  await expectRejection({ cursor: `none-${randomUUID()}` }, 'an unknown cursor');
  const { response, rows } = await requestPage(session, subject, { page_size: size });
  const { cursor } = response.json;
  const [row] = rows;
  if (!row || !cursor) return;
  const filter = listFilters(operation).find(({ parameter }) => isTextFilter(parameter));
  if (filter) {
    const value = formatValue(getRowId(row, list)).slice(1, 9);
    await expectRejection({ cursor, page_size: size, [filter.parameter.name]: value }, 'a cursor of another filter');
  }
  const other = session.operations.find(
    (candidate) => candidate.id !== operation.id && hasCursors(candidate) && isInScope(candidate.path),
  );
  if (!other) return;
  const request = session.buildRequest(other, session.scope, { query: { cursor } });
  await session.send(cell, other, request, { statuses: [400], note: `a cursor of ${operation.id}` });
}

/** Returns whether a path's only parameters are the tenant and the workspace. */
function isInScope(path: string): boolean {
  const names = placeholderNames(path);
  return names.includes(TENANT) && names.every((name) => name === TENANT || name === WORKSPACE);
}

/** Expects that the page after the last one is empty. */
async function checkPageAfterLast(session: Session, subject: FilledList): Promise<void> {
  const { list, first } = subject;
  const number = Number(first.json.total_pages) + 1;
  const { response, rows } = await requestPage(session, subject, { page: number });
  if (!response.isValid) return;
  response.assert(rows.length === 0, () =>
    wrongText('body', `/${list.field}`, 'no rows after the last page', `${rows.length} rows`),
  );
  response.assert(response.json.page === number, () => wrongValue('body', '/page', String(number), response.json.page));
}
