/** Days, weeks and months in UTC. */
import type { HistogramInterval } from '@aispm/types';

/** One bucket of a time window. */
export interface Bucket {
  /** First instant, in RFC 3339. */
  start: string;
  /** The last instant that belongs to it and to the window, in RFC 3339. */
  last: string;
}

/**
 * The buckets of a window, oldest first, from the one around its start to the one around its end.
 *
 * @param from start of the window, in milliseconds since 1970
 * @param to its end, which belongs to it, not before `from`
 */
export function* bucketsOf(from: number, to: number, interval: HistogramInterval): Generator<Bucket> {
  for (let start = startOf(from, interval); start <= to; ) {
    const next = nextOf(start, interval);
    yield { start: new Date(start).toISOString(), last: new Date(Math.min(next - 1, to)).toISOString() };
    start = next;
  }
}

/** The start of the bucket around an instant. */
function startOf(instant: number, interval: HistogramInterval): number {
  const date = new Date(instant);
  date.setUTCHours(0, 0, 0, 0);
  // Sunday is 0, and the last day of a week.
  if (interval === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (interval === 'month') date.setUTCDate(1);
  return date.getTime();
}

function nextOf(start: number, interval: HistogramInterval): number {
  const date = new Date(start);
  if (interval === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCDate(date.getUTCDate() + (interval === 'week' ? 7 : 1));
  return date.getTime();
}
