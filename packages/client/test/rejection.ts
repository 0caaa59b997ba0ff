import { expect } from 'vitest';

/** Returns the error of a call; a call that resolves fails the test. */
export async function rejection(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the call should reject'),
    (error: unknown) => error,
  );
}
