/** Checks that the values of a record agree with each other and with those of related records. */
import { findList } from '../../contract/lists.ts';
import { getSuccess, isRead, type Json, type Operation } from '../../contract/operation.ts';
import type { OperationId } from '../../contract/operation-id.ts';
import { findPathValues } from '../../session/path-values.ts';
import type { Session } from '../../session/session.ts';
import { wrongValue } from '../../session/violations.ts';
import { assertAgreement } from '../counts/measure.ts';
import { findContradictions } from './record-rules.ts';
import { getComparedRows, RELATIONS } from './related-records.ts';

/** Maximum number of records that are requested one by one. */
const MAX_RECORDS = 3;
/** The page size of lists: more rows, more states. */
const PAGE_SIZE = 100;

/** Returns whether an operation returns records: a list, or a single one with a time of creation or of its start. */
export function returnsRecords(operation: Operation): boolean {
  if (!isRead(operation)) return false;
  const list = findList(operation);
  const properties = list ? list.row?.properties : getSuccess(operation).response.schema?.properties;
  return ['created_at', 'started_at', 'first_seen_at', 'changed_at'].some((name) => properties?.[name] !== undefined);
}

/** Reads a page of every list, and up to three of the records that operations return one by one. */
export async function checkValues(session: Session, operations: readonly Operation[]): Promise<void> {
  await session.forEach(operations.filter(returnsRecords), async (operation) => {
    const cell = session.cell(operation.id, 'values');
    const isList = findList(operation) !== undefined;
    const { sets, reason } = await findPathValues(session, operation, isList ? 1 : MAX_RECORDS);
    if (reason) return cell.skip(reason.kind, reason.text);
    for (const path of sets) await checkRecordsAt(session, operation, path);
  });
}

async function checkRecordsAt(session: Session, operation: Operation, path: Json): Promise<void> {
  const cell = session.cell(operation.id, 'values');
  const isList = findList(operation) !== undefined;
  const { status } = getSuccess(operation);
  const request = session.buildRequest(operation, path, isList ? { query: { page_size: PAGE_SIZE } } : {});
  const read = () => session.send(cell, operation, request, { statuses: [status] });
  const response = await read();
  if (!response.isValid) return;
  const { rows, pointer } = getComparedRows(operation, response, path, isList);
  for (const [index, row] of rows.entries()) {
    for (const { field, expected } of findContradictions(row)) {
      const value = field.split('/').reduce<unknown>((node, name) => (node as Json)[name], row);
      response.assert(false, () => wrongValue('body', `${pointer(index)}/${field}`, expected, value));
    }
    if (isList) assertNoContent(response, row, pointer(index));
  }
  const compare = RELATIONS[operation.id as OperationId];
  if (!compare) return;
  await assertAgreement(async () => {
    const again = await read();
    return again.isValid ? compare(session, getComparedRows(operation, again, path, isList)) : [];
  });
}

/** Asserts that a list has no content of interactions: the arguments of tool calls are null. */
function assertNoContent(response: Awaited<ReturnType<Session['send']>>, row: Json, pointer: string): void {
  if (!Array.isArray(row.tool_calls) || row.llm_interaction_id === undefined) return;
  const index = (row.tool_calls as Json[]).findIndex((call) => (call.arguments ?? null) !== null);
  response.assert(index === -1, () =>
    wrongValue('body', `${pointer}/tool_calls/${index}/arguments`, 'null in a list', (row.tool_calls as Json[])[index]),
  );
}
