/** Repeats requests with their `Idempotency-Key`. */
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint, Json } from '../endpoint.js';
import { fault } from '../form.js';
import type { Answer, Suite } from '../suite.js';

/** A request to be repeated. */
export interface Repeated {
  path: Json;
  body?: Json;
  /** A valid body that is not the same; none for a request without a body. */
  otherBody?: Json;
  statuses: number[];
}

/**
 * Sends a POST, then again with the same key, then with the key and another body.
 *
 * @returns the first answer
 */
export async function sendTwice(suite: Suite, endpoint: Endpoint, request: Repeated): Promise<Answer> {
  const { path, body, otherBody, statuses } = request;
  const headers = { 'Idempotency-Key': `${suite.name}-${endpoint.id}` };
  const parts = { path, query: {}, headers, ...(body && { body }) };
  const first = await suite.send(suite.cell(endpoint.id, 'answer'), endpoint, parts, { statuses });
  if (!first.isRight) return first;
  const cell = suite.cell(endpoint.id, 'idempotency');
  const again = await suite.send(cell, endpoint, parts, { statuses: [first.status], note: 'the same Idempotency-Key' });
  if (again.isRight) {
    again.note(isDeepStrictEqual(again.json, first.json), () =>
      fault('body', '', JSON.stringify(first.json), again.json),
    );
  }
  if (otherBody) {
    const note = 'the same Idempotency-Key, another body';
    await suite.send(cell, endpoint, { ...parts, body: otherBody }, { statuses: [422], note });
  }
  return first;
}
