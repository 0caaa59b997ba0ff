import { expect, vi } from 'vitest';
import { sendRandomRequests } from './random-requests.ts';

/** Time between two requests, in milliseconds, so that runs and scans that some of them start end before others. */
const INTERVAL = 20;

/**
 * Expects that random requests get responses that the contract allows, without unhandled rejections.
 *
 * @param expected statuses that some of them get; 422 is rare
 */
export async function expectValidResponses(count: number, expected: readonly number[]): Promise<void> {
  const rejections: unknown[] = [];
  const listener = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', listener);
  vi.useFakeTimers({ toFake: ['Date'] });
  const advance = () => void vi.setSystemTime(Date.now() + INTERVAL);
  const { requests, statuses, failure } = await sendRandomRequests(count, advance).finally(() => vi.useRealTimers());
  process.off('unhandledRejection', listener);
  expect([failure, rejections]).toEqual([undefined, []]);
  expect(requests).toBe(count);
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(expected.map(String)));
}
