/** The time windows of requests. */
import { parseTimestamp } from '../bundled/openapi.ts';
import { ApiError } from '../core/errors.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Maximum length of the window of counts, in days. */
const MAX_COUNTED_DAYS = 31;

type Query = Readonly<Record<string, string | string[]>>;

/** A time window in milliseconds since 1970; both ends are inclusive. */
export interface TimeWindow {
  from: number;
  to: number;
}

/**
 * Reads the window of a request; a missing end is infinite.
 *
 * @throws {ApiError} 400 when it ends before it starts
 */
export function readWindow({ start_time, end_time }: Query): TimeWindow {
  const from = start_time === undefined ? Number.NEGATIVE_INFINITY : parseTimestamp(String(start_time)).ms;
  const to = end_time === undefined ? Number.POSITIVE_INFINITY : parseTimestamp(String(end_time)).ms;
  if (to < from) {
    throw invalidWindow('The time window ends before it starts.', {
      location: 'query/end_time',
      message: `must not be before start_time, got ${end_time}`,
    });
  }
  return { from, to };
}

/**
 * Reads the window of a request for counts.
 *
 * @throws {ApiError} 400 when it ends before it starts, or is too long
 */
export function readCountedWindow(query: Query): TimeWindow {
  const window = readWindow(query);
  if (window.to - window.from <= MAX_COUNTED_DAYS * DAY_MS) return window;
  throw invalidWindow(`The time window is longer than ${MAX_COUNTED_DAYS} days.`, {
    location: 'query/end_time',
    message: `must be at most ${MAX_COUNTED_DAYS} days after start_time; request shorter windows one after the other`,
  });
}

/** Creates the 400 for an invalid window. */
export function invalidWindow(message: string, detail: { location: string; message: string }): ApiError {
  return new ApiError(400, 'invalid_time_window', message, { details: [detail] });
}
