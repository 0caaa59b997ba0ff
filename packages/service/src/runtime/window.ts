/** Time windows of runtime requests. */
import { ApiError } from '../http/errors.ts';
import { compare, instantOf } from './instant.ts';

/** Longest window of the counts, in milliseconds: 31 days. */
const LONGEST_MS = 31 * 24 * 60 * 60 * 1000;

/** Both ends belong to it; either may be open. */
interface Window {
  start_time?: string;
  end_time?: string;
}

/** @throws {ApiError} 400 when the window ends before it starts */
export function checkOrder({ start_time, end_time }: Window): void {
  if (start_time === undefined || end_time === undefined) return;
  if (compare(instantOf(end_time), instantOf(start_time)) >= 0) return;
  throw new ApiError(400, 'The time window ends before it starts.', {
    'query/end_time': `must not be before start_time, got ${end_time}`,
  });
}

/** @throws {ApiError} 400 when the window ends before it starts, or is too long to be counted by the hour */
export function checkCounted(window: Required<Window>): void {
  checkOrder(window);
  const { ms, rest } = instantOf(window.start_time);
  if (compare(instantOf(window.end_time), { ms: ms + LONGEST_MS, rest }) <= 0) return;
  throw new ApiError(400, 'The time window is longer than 31 days.', {
    'query/end_time': 'must be at most 31 days after start_time; ask for shorter windows one after the other',
  });
}
