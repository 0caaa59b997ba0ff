/**
 * Property tests and random values, with one seed for all of them. It is the same in every `npm test`, so that nobody sees a test fail
 * by chance; the nightly workflow sets another one, to find what this one does not. A property that fails prints the seed, the path to
 * its counterexample, and the counterexample. To repeat it: `PROPERTY_SEED=<seed> npx vitest run --project <package> <file>`.
 *
 * This is the only module that loads fast-check.
 */
import fc from 'fast-check';

/** The seed of `npm test`. */
const USUAL_SEED = 1;

/** The seed of all random values of this run: that of the environment variable `PROPERTY_SEED`. */
export const PROPERTY_SEED = readSeed(process.env.PROPERTY_SEED);

/** @throws Error when the text is not a seed of fast-check: an integer of 32 bits */
export function readSeed(text: string | undefined): number {
  const seed = Number(text || USUAL_SEED);
  if ((seed | 0) !== seed) throw new Error(`PROPERTY_SEED must be an integer of 32 bits, got "${text}".`);
  return seed;
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: PROPERTY_SEED });

export { type Arbitrary, default } from 'fast-check';
