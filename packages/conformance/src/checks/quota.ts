/** Checks that the quota decreases with each request. Its presence and format are checked in every response. */
import { isRead, type Operation } from '../contract/operation.ts';
import { findPathValues } from '../session/path-values.ts';
import { type Quota, readQuotas } from '../session/quota.ts';
import type { CheckedResponse } from '../session/sender.ts';
import type { Session } from '../session/session.ts';
import { wrongValue } from '../session/violations.ts';

/** Number of attempts to send two requests in the same window. */
const MAX_ATTEMPTS = 3;

/** A response with its quotas, and when it was received. */
interface Sample {
  response: CheckedResponse;
  quotas: ReadonlyMap<string, Quota>;
  receivedAt: number;
}

/** Sends requests sequentially, and compares what remains of the quota. */
export async function checkQuota(session: Session, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations.filter(isRead)) {
    const { sets, reason } = await findPathValues(session, operation);
    if (reason) {
      session.cell(operation.id, 'quota').skip(reason.kind, reason.text);
      continue;
    }
    const read = () => readSample(session, operation, sets[0]);
    let before = await read();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const after = await read();
      if (!before || !after || compare(before, after)) break;
      before = after;
    }
  }
}

async function readSample(session: Session, operation: Operation, path: object): Promise<Sample | undefined> {
  const cell = session.cell(operation.id, 'quota');
  const response = await session.send(cell, operation, session.buildRequest(operation, { ...path }));
  const { quotas } = readQuotas(response);
  return response.isValid && quotas.size > 0 ? { response, quotas, receivedAt: Date.now() } : undefined;
}

/**
 * Asserts that less remains of each quota.
 *
 * @returns false when a new window has started in between, or when the quota may have been refilled continuously
 */
function compare(before: Sample, after: Sample): boolean {
  const elapsed = (after.receivedAt - before.receivedAt) / 1000;
  let isComparable = false;
  for (const [name, { remaining, seconds }] of after.quotas) {
    const earlier = before.quotas.get(name);
    if (!earlier || seconds > earlier.seconds) continue;
    const isLess = remaining < earlier.remaining || earlier.remaining === 0;
    const mayBeRefilled = (earlier.limit / earlier.window) * elapsed >= 1;
    if (!isLess && mayBeRefilled) continue;
    isComparable = true;
    const { assert, headers } = after.response;
    assert(isLess, () =>
      wrongValue(
        'header',
        'RateLimit',
        `fewer than the ${earlier.remaining} requests that remained before`,
        headers.ratelimit,
      ),
    );
  }
  return isComparable;
}
