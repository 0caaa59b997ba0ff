/**
 * Property tests and random values with a common seed. It's the same for every `npm test`, so tests don't fail by chance; the nightly
 * workflow sets another one, to find more. A property that fails prints the seed, its counterexample and the path to it. To reproduce a
 * failure: `PROPERTY_SEED=<seed> npx vitest run --project <package> <file>`.
 *
 * This is the only module that loads fast-check.
 */
import fc from 'fast-check';

/** The seed of `npm test`. */
const DEFAULT_SEED = 1;

/** The seed of all random values in this run, from the environment variable `PROPERTY_SEED`. */
export const PROPERTY_SEED = readSeed(process.env.PROPERTY_SEED);

/** @throws {Error} if the string isn't a fast-check seed, a 32-bit integer */
export function readSeed(text: string | undefined): number {
  const seed = Number(text || DEFAULT_SEED);
  if ((seed | 0) !== seed) throw new Error(`PROPERTY_SEED must be a 32-bit integer, got "${text}".`);
  return seed;
}

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: PROPERTY_SEED });

export { type Arbitrary, default } from 'fast-check';
