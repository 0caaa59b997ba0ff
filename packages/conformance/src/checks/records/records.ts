/** Compares records with the rows of their lists: the fields that both have must be equal. */
import { isDeepStrictEqual } from 'node:util';
import { findList, getList, getRowId, getRows } from '../../contract/lists.ts';
import {
  getSuccess,
  isRead,
  type Json,
  type Operation,
  placeholderNames,
  splitRecordPath,
} from '../../contract/operation.ts';
import { findPathValues } from '../../session/path-values.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { formatValue, wrongStatus, wrongValue } from '../../session/violations.ts';

/** Maximum number of lists that are tried until one has rows. */
const MAX_LISTS = 10;
/** Maximum number of records of a list. */
const MAX_RECORDS = 3;

/**
 * Returns the list that contains the record an operation returns: the list of its path or, for an identifier with a unique name, the one
 * whose rows have a field of this name. Undefined when there is none.
 */
export function findListOfRecord(operation: Operation, operations: readonly Operation[]): Operation | undefined {
  const { parent, name } = splitRecordPath(operation.path) ?? {};
  if (parent === undefined || name === undefined || !isRead(operation) || findList(operation)) return undefined;
  const lists = operations.filter((candidate) => findList(candidate));
  const others = placeholderNames(parent).join();
  return (
    lists.find(({ path }) => path === parent) ??
    lists.find(
      (list) => name !== 'id' && placeholderNames(list.path).join() === others && getList(list).row?.properties?.[name],
    )
  );
}

/** Requests the first records of each list one by one. */
export async function checkRecords(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations, async (operation) => {
    const source = findListOfRecord(operation, session.operations);
    if (!source) return;
    const cell = session.cell(operation.id, 'records');
    const { sets, reason } = await findPathValues(session, source, MAX_LISTS);
    if (reason) return cell.skip(reason.kind, reason.text);
    for (const path of sets) {
      if (await compareList(session, operation, source, path)) return;
    }
    const needsWrite = !session.options.write && sets.some((path) => Object.values(path).includes(session.name));
    if (needsWrite) cell.skip('excluded', 'needs --write');
    else cell.skip('no-data', `${source.id} returns no record`);
  });
}

/** Compares the rows of a list. Returns whether it has any. */
async function compareList(session: Session, operation: Operation, source: Operation, path: Json): Promise<boolean> {
  const cell = session.cell(operation.id, 'records');
  const list = getList(source);
  const { name = '' } = splitRecordPath(operation.path) ?? {};
  const readRows = async () => {
    const { status } = getSuccess(source);
    const page = await session.send(session.cell(source.id, 'response'), source, session.buildRequest(source, path), {
      statuses: [status],
    });
    return new Map(getRows(page.body, list).map((row) => [getRowId(row, list, name), row]));
  };
  const before = [...(await readRows())].slice(0, MAX_RECORDS);
  const records: { id: string; row: Json; record: CheckedResponse }[] = [];
  for (const [id, row] of before) {
    const request = session.buildRequest(operation, { ...path, [name]: id });
    const record = await session.send(cell, operation, request, { statuses: [getSuccess(operation).status, 404] });
    records.push({ id, row, record });
  }
  const after = await readRows();
  for (const { id, row, record } of records) {
    const current = after.get(id);
    // A row that was deleted or changed in the meantime can't be compared.
    if (current) compareRecord({ operation, source }, record, row, current);
  }
  return before.length > 0;
}

/** Asserts that a record has the values that its row has before and after. */
function compareRecord(
  { operation, source }: { operation: Operation; source: Operation },
  response: CheckedResponse,
  before: Json,
  after: Json,
): void {
  const { status } = getSuccess(operation);
  const isFound = response.assert(response.status === status || !response.isValid, () =>
    wrongStatus(`${status}, because ${source.id} returns the record`, response),
  );
  if (!isFound || !response.isValid) return;
  const { header } = response.json;
  if (Array.isArray(header)) {
    const columns = Object.keys(before);
    response.assert(isDeepStrictEqual(header, columns), () =>
      wrongValue('body', '/header', `the columns of ${source.id}: ${columns.join(', ')}`, header),
    );
  }
  const [record = response.json] = Array.isArray(header)
    ? getRows(response.body, { ...getList(source), field: 'rows' })
    : [];
  for (const [name, value] of Object.entries(before)) {
    if (!(name in record) || !isDeepStrictEqual(value, after[name])) continue;
    response.assert(isDeepStrictEqual(record[name], value), () =>
      wrongValue('body', `/${name}`, `${formatValue(value)}, as in ${source.id}`, record[name]),
    );
  }
}
