/** Checks the time windows of requests. */

import { compareTimestamps, parseTimestamp } from '@aispm/openapi';
import { ApiError } from '../../platform/http/errors/errors.ts';

/** Maximum length of the window of counts, in milliseconds: 31 days. */
const MAX_WINDOW_MS = 31 * 24 * 60 * 60 * 1000;

/** Both ends are inclusive; either may be open. */
interface Window {
  start_time?: string;
  end_time?: string;
}

/** @throws {ApiError} 400 if the window ends before it starts */
export function checkWindowOrder({ start_time, end_time }: Window): void {
  if (start_time === undefined || end_time === undefined) return;
  if (compareTimestamps(parseTimestamp(end_time), parseTimestamp(start_time)) >= 0) return;
  throw new ApiError(400, 'invalid_time_window', 'The time window ends before it starts.', {
    'query/end_time': `must not be before start_time, got ${end_time}`,
  });
}

/** @throws {ApiError} 400 if the window ends before it starts or is longer than 31 days */
export function checkCountedWindow(window: Required<Window>): void {
  checkWindowOrder(window);
  const { ms, rest } = parseTimestamp(window.start_time);
  if (compareTimestamps(parseTimestamp(window.end_time), { ms: ms + MAX_WINDOW_MS, rest }) <= 0) return;
  throw new ApiError(400, 'invalid_time_window', 'The time window is longer than 31 days.', {
    'query/end_time': 'must be at most 31 days after start_time; request shorter windows one after the other',
  });
}
