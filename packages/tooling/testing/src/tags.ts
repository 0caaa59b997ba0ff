/** The tags of tests, and the commands that run them. */

/** The tags that a test may have. Vitest rejects others. A timeout ends what hangs; it is in milliseconds. */
export const TAGS = [
  { name: 'long', description: 'Takes long: `npm run test:long` runs it.', timeout: 30 * 60_000 },
  { name: 'embedded', description: 'Runs on the embedded database: `npm run test:long` runs it.' },
  { name: 'always', description: 'Checks the state after the other tests of its file: both commands run it.' },
];

/** The filter of each command, in the syntax of Vitest's `--tags-filter`. Together they select every combination of tags. */
export const TIERS = {
  test: 'always || !(long || embedded)',
  'test:long': 'always || long || embedded',
} as const;

/** A command that runs some of the tests. */
export type Tier = keyof typeof TIERS;
