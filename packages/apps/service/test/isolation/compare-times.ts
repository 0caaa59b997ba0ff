/** Compares the durations of two types of requests. */
import type { Random } from './random.ts';

/** The comparison of the durations of two types. */
export interface Comparison {
  /** Median of the first type, in milliseconds. */
  median: number;
  /** Median of the differences within the pairs, relative to the median of the first. */
  gap: number;
  /**
   * Standard score of the sign test: how far the number of pairs in which the second took longer is from half of them. Beyond
   * 4, to either side, about one time in 16,000 by chance, however noisy the machine is: the order within a pair is random.
   */
  score: number;
}

/** Minimum standard score of a significant difference. */
const SIGNIFICANT = 4;
/** Smaller gaps are below the noise of a network. */
const NOTICEABLE = 0.1;

/** Returns whether a patient caller could distinguish the two types. */
export function isDistinguishable({ gap, score }: Comparison): boolean {
  return Math.abs(score) > SIGNIFICANT && Math.abs(gap) > NOTICEABLE;
}

/**
 * Measures pairs of requests, one of each type, in random order.
 *
 * @param pairs number of measured pairs; a tenth as many are sent before them, to warm up
 */
export async function compareTimes(
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
  pairs: number,
  random: Random,
): Promise<Comparison> {
  const times: { first: number; second: number }[] = [];
  for (let index = 0; index < pairs * 1.1; index += 1) {
    const isFirstFirst = random.chance(0.5);
    const earlier = await measureTime(isFirstFirst ? first : second);
    const later = await measureTime(isFirstFirst ? second : first);
    times.push(isFirstFirst ? { first: earlier, second: later } : { first: later, second: earlier });
  }
  const measured = times.slice(-pairs);
  const differences = measured.map((pair) => pair.second - pair.first);
  const longer = differences.filter((difference) => difference > 0).length;
  const median = findMedian(measured.map((pair) => pair.first));
  return {
    median,
    gap: findMedian(differences) / median,
    score: (longer - pairs / 2) / Math.sqrt(pairs / 4),
  };
}

async function measureTime(request: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await request();
  return performance.now() - startedAt;
}

function findMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
