import { createHash } from 'node:crypto';

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
 * @throws Error when the sample is empty, because `npm test` would then check nothing
 */
export function splitByHash<T>(cases: readonly T[], getName: (item: T) => string, oneIn: number): Part<T>[] {
  const sample = cases.filter((item) => isSampled(getName(item), oneIn));
  if (sample.length === 0)
    throw new Error(`None of the ${cases.length} cases is in a sample of one in ${oneIn}. Use a larger share.`);
  return [
    { tags: [], cases: sample },
    { tags: ['long'], cases: cases.filter((item) => !sample.includes(item)) },
  ];
}
