/** The commands that run tests, and what each of them runs. A file's name determines its group, and the group determines the commands. */

/** What tests need, in the order in which they run: nothing, a database, a browser, processes, or a lot of time. */
export const GROUPS = ['unit', 'db', 'browser', 'process', 'slow'] as const;

/** What the tests of a file need: `x.db.test.ts` needs a database, `x.test.ts` nothing. */
export type Group = (typeof GROUPS)[number];

/** The commands: `npm test`, what each push also runs, both in one run, and what runs nightly. */
export const TIERS = ['test', 'test:long', 'test:push', 'test:nightly'] as const;

/** A command that runs some of the tests. */
export type Tier = (typeof TIERS)[number];

/** Which tests of a group a command runs: the samples and untagged tests, the others, or both. */
export type Share = 'sample' | 'rest' | 'all';

/** What each command runs of each group. `npm run test:nightly` runs everything again, with other random values. */
const SHARES: Record<Tier, Partial<Record<Group, Share>>> = {
  test: { unit: 'sample', db: 'sample', browser: 'sample' },
  'test:long': { unit: 'rest', db: 'rest', browser: 'rest', process: 'all' },
  'test:push': { unit: 'all', db: 'all', browser: 'all', process: 'all' },
  'test:nightly': { unit: 'all', db: 'all', browser: 'all', process: 'all', slow: 'all' },
};

/** The tests that belong to a share, in the syntax of Vitest's `--tags-filter`. */
const FILTERS: Record<Share, string> = {
  sample: 'always || !(long || nightly)',
  rest: 'always || (long && !nightly)',
  all: 'always || !nightly',
};

/** Returns the share of a group that a command runs; undefined if it runs none of its files. */
export function findShare(tier: Tier, group: Group): Share | undefined {
  return SHARES[tier][group];
}

/** Returns the tests of a share that a command runs, in the syntax of Vitest's `--tags-filter`; undefined for all of them. */
export function tagsFilter(tier: Tier, share: Share): string | undefined {
  return tier === 'test:nightly' ? undefined : FILTERS[share];
}

/** Returns the group of a test file. */
export function groupOf(file: string): Group {
  const suffix = /\.(\w+)\.test\.ts$/.exec(file)?.[1] ?? '';
  return GROUPS.find((group) => group === suffix) ?? 'unit';
}

/** Returns the running command, which sets the environment variable `TEST_TIER`. Without it, as for `npx vitest`, everything runs. */
export function currentTier(): Tier {
  return TIERS.find((tier) => tier === process.env.TEST_TIER) ?? 'test:nightly';
}
