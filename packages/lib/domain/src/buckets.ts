/** Divides time windows into days, weeks or months in UTC. */

/** The length of a bucket. */
export type HistogramInterval = 'day' | 'week' | 'month';

/** One bucket of a time window. */
export interface Bucket {
  /** Its first timestamp, in RFC 3339. */
  start: string;
  /** The last timestamp of the bucket within the window, in RFC 3339. */
  last: string;
}

/**
 * Generates the buckets of a window, oldest first, from the one that contains its start to the one that contains its end.
 *
 * @param from start of the window, in milliseconds since 1970
 * @param to end of the window, inclusive, not before `from`
 */
export function* generateBuckets(from: number, to: number, interval: HistogramInterval): Generator<Bucket> {
  for (let start = getBucketStart(from, interval); start <= to; ) {
    const next = getNextStart(start, interval);
    yield { start: new Date(start).toISOString(), last: new Date(Math.min(next - 1, to)).toISOString() };
    start = next;
  }
}

/** Returns the start of the bucket that contains a timestamp. */
function getBucketStart(timestamp: number, interval: HistogramInterval): number {
  const date = new Date(timestamp);
  date.setUTCHours(0, 0, 0, 0);
  // `getUTCDay` counts from Sunday; weeks start on Monday.
  if (interval === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (interval === 'month') date.setUTCDate(1);
  return date.getTime();
}

function getNextStart(start: number, interval: HistogramInterval): number {
  const date = new Date(start);
  if (interval === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCDate(date.getUTCDate() + (interval === 'week' ? 7 : 1));
  return date.getTime();
}
