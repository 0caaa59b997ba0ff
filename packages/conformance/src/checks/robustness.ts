/** Sends requests of clients that ignore the contract. */

import { exampleBody, getSuccess, isRead, type Operation } from '../contract/operation.ts';
import { createUnexpectedRequests, type UnexpectedRequest } from '../invalid/unexpected-requests.ts';
import { findPathValues } from '../session/path-values.ts';
import type { Session } from '../session/session.ts';
import { deleteCreated } from './responses.ts';

/** The status that no request may cause. */
const INTERNAL_ERROR = 500;

/** Expects the documented error or a success, never a server error. */
export async function checkUnexpectedRequests(session: Session, operations: readonly Operation[]): Promise<void> {
  const list = createUnexpectedRequests(session.operations, (operation, request) =>
    session.isValid(operation, request),
  );
  await session.forEach(operations, async (operation) => {
    const check = 'robustness';
    const cell = session.cell(operation.id, check);
    if (!isRead(operation) && !session.options.write) return cell.skip('excluded', 'needs --write');
    const { sets, reason } = await findPathValues(session, operation);
    if (reason) return cell.skip(reason.kind, reason.text);
    const valid = session.buildRequest(operation, sets[0], exampleBody(operation));
    for (const { note, request, authorization, expected } of list(operation, valid)) {
      const response = await session.send(cell, operation, request, {
        statuses: listStatuses(operation, expected),
        note,
        isInvalid: true,
        ...(authorization !== undefined && { authorization }),
      });
      if (response.status === 201) {
        session.onCleanup(() => deleteCreated(session, operation, { path: valid.path, record: response.json, check }));
      }
    }
  });
}

/** Returns the statuses that the response may have. */
function listStatuses(operation: Operation, expected: UnexpectedRequest['expected']): number[] {
  const { responses, protocolResponses } = operation;
  if (expected === 'ignored') return [getSuccess(operation).status];
  const declared = [...new Set([...responses.keys(), ...protocolResponses.keys()])];
  return expected === 'rejected'
    ? declared.filter((status) => status === 400 || status === 422)
    : declared.filter((status) => status !== INTERNAL_ERROR);
}
