/** Repeats requests with their `Idempotency-Key`. */
import { isDeepStrictEqual } from 'node:util';
import type { Json, Operation } from '../../contract/operation.ts';
import type { RequestParts } from '../../contract/request-parts.ts';
import { type CheckedResponse, withCell } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { wrongValue } from '../../session/violations.ts';

/** Status of the response while the first request with a key is in progress. */
const IN_PROGRESS = 409;

/** A request that is repeated. */
export interface RepeatedRequest {
  path: Json;
  body?: Json;
  /** Another valid body; none for a request without a body. */
  otherBody?: Json;
  statuses: number[];
}

/**
 * Sends a request twice at the same time with the same key, then again, then another body with the key.
 *
 * @returns the successful response
 */
export async function sendTwice(
  session: Session,
  operation: Operation,
  request: RepeatedRequest,
): Promise<CheckedResponse> {
  const { path, body, otherBody, statuses } = request;
  const headers = { 'Idempotency-Key': `${session.name}-${operation.id}` };
  const parts = { path, query: {}, headers, ...(body && { body }) };
  const cell = session.cell(operation.id, 'idempotency');
  const first = await sendAtOnce(session, operation, parts, statuses);
  if (!first.isValid || !statuses.includes(first.status)) return first;
  const repeated = await session.send(cell, operation, parts, {
    statuses: [first.status],
    note: 'the same Idempotency-Key',
  });
  if (repeated.isValid) assertSame(repeated, first);
  if (otherBody) {
    const note = 'the same Idempotency-Key, another body';
    const rejected = await session.send(cell, operation, { ...parts, body: otherBody }, { statuses: [422], note });
    if (rejected.isValid) assertReason(rejected, operation);
  }
  return first;
}

/**
 * Sends a request twice at the same time. The server executes it once: the other request gets the same response, or 409
 * while the first one is in progress.
 *
 * @returns the successful response
 */
async function sendAtOnce(
  session: Session,
  operation: Operation,
  parts: RequestParts,
  statuses: number[],
): Promise<CheckedResponse> {
  const cell = session.cell(operation.id, 'idempotency');
  const options = { statuses: [...statuses, IN_PROGRESS], note: 'twice at the same time' };
  const responses = await Promise.all([
    session.send(session.cell(operation.id, 'response'), operation, parts, options),
    session.send(cell, operation, parts, options),
  ]);
  // If neither succeeds, the record's state may have caused both errors, or one while the other request was in progress.
  const hasSucceeded = responses.some(({ status }) => statuses.includes(status));
  for (const response of hasSucceeded ? responses : []) {
    if (response.isValid && response.status === IN_PROGRESS) assertReason(withCell(cell, response), operation);
  }
  const [first, other] = responses.toSorted((a, b) => a.status - b.status) as [CheckedResponse, CheckedResponse];
  const isInProgress = !hasSucceeded && responses.some((response) => hasReason(response, operation));
  if (first.isValid && other.status === first.status && !isInProgress) assertSame(withCell(cell, other), first);
  return first;
}

/** Asserts that a response is the same as the first one. */
function assertSame(response: CheckedResponse, first: CheckedResponse): void {
  response.assert(isDeepStrictEqual(response.json, first.json), () =>
    wrongValue('body', '', JSON.stringify(first.json), response.json),
  );
}

/** Asserts that an error is about the key: it has the reason of the protocol response. */
function assertReason(response: CheckedResponse, operation: Operation): void {
  response.assert(hasReason(response, operation), () =>
    wrongValue('body', '/reason', reasonsOf(response, operation).join(' or '), response.json.reason),
  );
}

/** Returns whether an error is about the key. */
function hasReason(response: CheckedResponse, operation: Operation): boolean {
  return reasonsOf(response, operation).includes(String(response.json.reason));
}

/** The reasons of the protocol response with the status. */
function reasonsOf({ status }: CheckedResponse, { protocolResponses }: Operation): readonly string[] {
  return protocolResponses.get(status)?.reasons ?? [];
}
