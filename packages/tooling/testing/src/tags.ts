/** The tags of tests. */

/** The tags that a test may have; Vitest rejects others. Timeouts are in milliseconds. */
export const TAGS = [
  { name: 'long', description: 'Takes long: `npm run test:long` runs it.', timeout: 30 * 60_000 },
  {
    name: 'nightly',
    description: 'Finds little that quicker tests do not find: `npm run test:nightly` runs it.',
    timeout: 30 * 60_000,
  },
  { name: 'always', description: 'Checks the state after the other tests of its file: each command runs it.' },
];
