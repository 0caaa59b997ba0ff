import { describe, expect, it } from 'vitest';
import { measureTimeoutScale } from '../src/index.ts';

/** Returns the clock of a machine on which the measured tasks take this long, in milliseconds. */
function createClock(...durations: number[]): () => number {
  const times = durations.flatMap((duration) => [0, duration]);
  return () => times.shift() ?? 0;
}

describe('the timeout scale', () => {
  it.each([
    ['1 on an idle machine', [40, 40, 40], 1],
    ['1 on a fast machine', [10, 10, 10], 1],
    ['2.5 on a machine that needs 2.5 times as long', [100, 100, 100], 2.5],
    ['unaffected by a single interruption', [40, 4_000, 40], 1],
    ['8 on an overloaded machine', [4_000, 4_000, 4_000], 8],
  ])('is %s', (_, durations, factor) => {
    expect(measureTimeoutScale(createClock(...durations))).toBe(factor);
  });
});
