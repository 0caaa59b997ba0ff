/** Whether two kinds of requests can be told apart by how long they take. */
import type { Random } from './random.ts';

/** What is known of the times of two kinds. */
export interface Comparison {
  /** Median of the first kind, in milliseconds. */
  median: number;
  /** How much longer the second takes: median of the differences within the pairs, as a share of the median of the first. */
  gap: number;
  /**
   * Standard score of the sign test: how far the number of pairs in which the second took longer is from half of them. Beyond
   * 4, to either side, about one time in 16,000 by chance, however noisy the machine is: the order within a pair is random.
   */
  score: number;
}

/** Beyond this the sign of the differences is no chance. */
const CERTAIN = 4;
/** Smaller gaps are lost in what a network adds. */
const NOTICEABLE = 0.1;

/** Whether a patient caller could tell the two kinds apart. */
export function isTold({ gap, score }: Comparison): boolean {
  return Math.abs(score) > CERTAIN && Math.abs(gap) > NOTICEABLE;
}

/**
 * Times pairs of requests, one of each kind, in random order.
 *
 * @param pairs how many are counted; a tenth as many go before them, to warm up
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
    const one = await timeOf(isFirstFirst ? first : second);
    const other = await timeOf(isFirstFirst ? second : first);
    times.push(isFirstFirst ? { first: one, second: other } : { first: other, second: one });
  }
  const counted = times.slice(-pairs);
  const differences = counted.map((pair) => pair.second - pair.first);
  const longer = differences.filter((difference) => difference > 0).length;
  const median = medianOf(counted.map((pair) => pair.first));
  return {
    median,
    gap: medianOf(differences) / median,
    score: (longer - pairs / 2) / Math.sqrt(pairs / 4),
  };
}

async function timeOf(request: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await request();
  return performance.now() - startedAt;
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
