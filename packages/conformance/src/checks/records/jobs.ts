/** Waits for jobs of the server to end. */
import type { Json, Operation } from '../../contract/operation.ts';
import type { Cell } from '../../session/results.ts';
import type { CheckedResponse } from '../../session/sender.ts';
import type { Session } from '../../session/session.ts';
import { wrongValue } from '../../session/violations.ts';

/** A job of the server. */
export interface Job {
  cell: Cell;
  /** The operation that returns the job. */
  operation: Operation;
  path: Json;
  hasEnded(body: Json): boolean;
  /** Asserts that a state may follow the one before it. */
  check(response: CheckedResponse, previous: Json | undefined): void;
}

/**
 * Polls a job at the interval of `Retry-After` until it has ended, and checks each state.
 *
 * @returns the response with the last state; undefined when one is invalid or the job does not end in time
 */
export async function waitForJob(session: Session, job: Job): Promise<CheckedResponse | undefined> {
  const { cell, operation, path } = job;
  const { jobTimeout } = session.limits;
  const deadline = Date.now() + jobTimeout * 1000;
  let previous: Json | undefined;
  for (;;) {
    const response = await session.send(cell, operation, { path, query: {}, headers: {} }, { statuses: [200] });
    if (!response.isValid) return undefined;
    job.check(response, previous);
    const hasEnded = job.hasEnded(response.json);
    assertRetryAfter(response, hasEnded);
    if (hasEnded) return response;
    const seconds = Number(response.headers['retry-after']) || 1;
    if (Date.now() + seconds * 1000 > deadline) {
      response.assert(false, () =>
        wrongValue('body', '', `an end within ${jobTimeout} seconds (--job-timeout)`, response.json),
      );
      return undefined;
    }
    previous = response.json;
    await session.transport.pause(seconds);
  }
}

/** Asserts that a response has `Retry-After` until the job has ended. */
export function assertRetryAfter(response: CheckedResponse, hasEnded: boolean): void {
  const { 'retry-after': seconds } = response.headers;
  response.assert((seconds === undefined) === hasEnded, () =>
    wrongValue(
      'header',
      'Retry-After',
      hasEnded ? 'none, because the job has ended' : 'seconds until the job may have ended',
      seconds,
    ),
  );
}

/** Returns whether one state may follow another. */
export function isTransition(
  transitions: Readonly<Record<string, readonly string[]>>,
  from: unknown,
  to: unknown,
): boolean {
  return from === to || transitions[String(from)]?.includes(String(to)) === true;
}
