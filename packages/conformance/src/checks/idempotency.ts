/** Repeats requests with their `Idempotency-Key`. */
import { isDeepStrictEqual } from 'node:util';
import type { Json, Operation } from '../contract/operation.ts';
import type { CheckedResponse } from '../run/sender.ts';
import type { Session } from '../run/session.ts';
import { wrongValue } from '../run/violations.ts';

/** A request that is repeated. */
export interface RepeatedRequest {
  path: Json;
  body?: Json;
  /** Another valid body; none for a request without a body. */
  otherBody?: Json;
  statuses: number[];
}

/**
 * Sends a request, then the same with the same key, then another body with the key.
 *
 * @returns the first response
 */
export async function sendTwice(
  session: Session,
  operation: Operation,
  request: RepeatedRequest,
): Promise<CheckedResponse> {
  const { path, body, otherBody, statuses } = request;
  const headers = { 'Idempotency-Key': `${session.name}-${operation.id}` };
  const parts = { path, query: {}, headers, ...(body && { body }) };
  const first = await session.send(session.cell(operation.id, 'response'), operation, parts, { statuses });
  if (!first.isValid) return first;
  const cell = session.cell(operation.id, 'idempotency');
  const repeated = await session.send(cell, operation, parts, {
    statuses: [first.status],
    note: 'the same Idempotency-Key',
  });
  if (repeated.isValid) {
    repeated.assert(isDeepStrictEqual(repeated.json, first.json), () =>
      wrongValue('body', '', JSON.stringify(first.json), repeated.json),
    );
  }
  if (otherBody) {
    const note = 'the same Idempotency-Key, another body';
    await session.send(cell, operation, { ...parts, body: otherBody }, { statuses: [422], note });
  }
  return first;
}
