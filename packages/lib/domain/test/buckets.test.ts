import { describe, expect, it } from 'vitest';
import { type Bucket, generateBuckets } from '../src/index.ts';

describe('the buckets of a histogram', () => {
  const FROM = '2026-01-07T09:30:00.000Z';
  const TO = '2026-01-20T18:00:00.000Z';
  const list = (interval: 'day' | 'week' | 'month', to = TO): Bucket[] => [
    ...generateBuckets(Date.parse(FROM), Date.parse(to), interval),
  ];

  it('start on Monday if they are weeks', () => {
    expect(list('week').map(({ start }) => start.slice(0, 10))).toEqual(['2026-01-05', '2026-01-12', '2026-01-19']);
    expect(new Date(list('week')[0]?.start ?? '').getUTCDay()).toBe(1);
  });

  it('start on the first day if they are months', () => {
    expect(list('month', '2026-03-01T00:00:00.000Z').map(({ start }) => start.slice(0, 10))).toEqual([
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
    ]);
  });

  it('end where the next one starts, and the last one at the end of the window', () => {
    const days = list('day');
    expect(days[0]?.last).toBe('2026-01-07T23:59:59.999Z');
    expect(days.at(-1)).toEqual({ start: '2026-01-20T00:00:00.000Z', last: TO });
  });

  it('include a bucket that starts at the end of the window', () => {
    expect(list('day', '2026-01-08T00:00:00.000Z')).toHaveLength(2);
  });
});
