import { createHash } from 'node:crypto';
import { currentTier } from './tiers.ts';

/** A part of the cases of a test, with the tags of that part. */
export interface Part<T> {
  tags: string[];
  cases: T[];
}

/** Returns whether a case belongs to the sample. Only its name decides, so that new cases do not move others. */
export function isSampled(name: string, oneIn: number): boolean {
  return createHash('sha256').update(name).digest().readUInt32BE() % oneIn === 0;
}

/**
 * Splits cases into a sample for `npm test` and the rest for `npm run test:long`.
 *
 * @param getName returns the unique name of a case, such as its operationId
 * @param oneIn the share of the sample: on average one case in this many
 * @param tier the command that runs: it gets its part only
 * @throws Error when the sample is empty, because `npm test` would then check nothing
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
    .filter((part) => tier === 'test:nightly' || part.tier === tier)
    .map(({ tags, cases: own }) => ({ tags, cases: own }));
}

/**
 * Returns a sample of the cases, and all of them in `npm run test:nightly`: for cases that find little beyond the sample.
 *
 * @param getName returns the unique name of a case
 * @param oneIn the share of the sample: on average one case in this many
 * @param tier the command that runs
 * @throws Error when the sample is empty
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
    throw new Error(`None of the ${cases.length} cases is in a sample of one in ${oneIn}. Use a larger share.`);
  return sample;
}
