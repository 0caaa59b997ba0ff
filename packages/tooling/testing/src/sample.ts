import { createHash } from 'node:crypto';
import { currentTier } from './tiers.ts';

/** Some of a test's cases, with their tags. */
export interface Part<T> {
  tags: string[];
  cases: T[];
}

/** Returns whether a case belongs to the sample. That only depends on its name, so new cases don't affect others. */
export function isSampled(name: string, oneIn: number): boolean {
  return createHash('sha256').update(name).digest().readUInt32BE() % oneIn === 0;
}

/**
 * Splits cases into a sample for `npm test` and the others for `npm run test:long`.
 *
 * @param getName returns the unique name of a case, such as its operationId
 * @param oneIn the share of the sample: on average one case in this many
 * @param tier the command that runs; it only gets its part
 * @throws {Error} if the sample is empty, because `npm test` wouldn't check anything
 */
export function splitByHash<T>(
  cases: readonly T[],
  getName: (item: T) => string,
  oneIn: number,
  tier = currentTier(),
): Part<T>[] {
  const sample = takeSample(cases, getName, oneIn);
  const parts = [
    { tier: 'test', tags: [], cases: sample },
    { tier: 'test:long', tags: ['long'], cases: cases.filter((item) => !sample.includes(item)) },
  ];
  return parts
    .filter((part) => tier === 'test:push' || tier === 'test:nightly' || part.tier === tier)
    .map(({ tags, cases: own }) => ({ tags, cases: own }));
}

/**
 * Returns a sample of the cases, or all of them in `npm run test:nightly`. Use it when cases beyond the sample find little.
 *
 * @param getName returns the unique name of a case
 * @param oneIn the share of the sample: on average one case in this many
 * @param tier the command that runs
 * @throws {Error} if the sample is empty
 */
export function sampleByHash<T>(
  cases: readonly T[],
  getName: (item: T) => string,
  oneIn: number,
  tier = currentTier(),
): T[] {
  return tier === 'test:nightly' ? [...cases] : takeSample(cases, getName, oneIn);
}

function takeSample<T>(cases: readonly T[], getName: (item: T) => string, oneIn: number): T[] {
  const sample = cases.filter((item) => isSampled(getName(item), oneIn));
  if (sample.length === 0)
    throw new Error(`A sample of one in ${oneIn} contains none of the ${cases.length} cases. Use a larger share.`);
  return sample;
}
