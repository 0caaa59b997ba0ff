import { describe, expect, it } from 'vitest';
import { measurePatience } from '../src/index.ts';

/** A clock of a machine that needs this time for each measured task, in milliseconds. */
function createClock(...durations: number[]): () => number {
  const times = durations.flatMap((duration) => [0, duration]);
  return () => times.shift() ?? 0;
}

describe('the patience of tests', () => {
  it.each([
    ['1 on an idle machine', [40, 40, 40], 1],
    ['1 on a fast machine', [10, 10, 10], 1],
    ['2.5 on one that needs 2.5 times as long', [100, 100, 100], 2.5],
    ['not that of a single interruption', [40, 4_000, 40], 1],
    ['at most 8', [4_000, 4_000, 4_000], 8],
  ])('is %s', (_, durations, factor) => {
    expect(measurePatience(createClock(...durations))).toBe(factor);
  });
});
