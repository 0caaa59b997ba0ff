import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findShare, GROUPS, type Group, groupOf, TAGS, type Tier, tagsFilter } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { readManifest, workspaceFolders } from '../workspaces.ts';

const root = join(import.meta.dirname, '../..');
const tested = workspaceFolders(root).filter(
  (folder) => globSync('test/**/*.test.ts', { cwd: join(root, folder) }).length > 0,
);

/** `test:push` runs what these run. */
const PARTIAL_TIERS = ['test', 'test:long'] as const;

/** All combinations of the tags that a test may have. */
const combinations = Array.from({ length: 2 ** TAGS.length }, (_, bits) =>
  TAGS.filter((_tag, index) => bits & (1 << index)).map(({ name }) => name),
);

/** The shares of the commands that run part of a group, and their filters. */
const shares = GROUPS.flatMap((group) => PARTIAL_TIERS.flatMap((tier) => listShares(tier, group)));

function listShares(tier: Tier, group: Group) {
  const share = findShare(tier, group);
  return share ? [{ group, tier, filter: tagsFilter(tier, share) ?? '' }] : [];
}

/** Evaluates a filter such as `always || !(long || nightly)`: its operators are those of JavaScript. */
function selects(filter: string, tags: string[]): boolean {
  const expression = filter.replace(/\w+/g, (tag) => String(tags.includes(tag)));
  return new Function(`return ${expression};`)();
}

describe('the tests of the repository', () => {
  it.each(GROUPS)('in the group %s run nightly', (group) => {
    expect(findShare('test:nightly', group)).toBe('all');
    expect(tagsFilter('test:nightly', 'all')).toBeUndefined();
  });

  it.each(GROUPS.filter((group) => group !== 'slow'))(
    'in the group %s run on each push, except those with the tag nightly',
    (group) => {
      const filters = shares.filter((share) => share.group === group).map(({ filter }) => filter);
      const skipped = combinations.filter((tags) => !filters.some((filter) => selects(filter, tags)));
      expect(skipped).toEqual([['nightly'], ['long', 'nightly']]);
    },
  );

  it.each(GROUPS)('in the group %s run with `test:push` if one of the other commands runs them', (group) => {
    const [push] = listShares('test:push', group);
    for (const tags of combinations) {
      const isInOther = shares.some((share) => share.group === group && selects(share.filter, tags));
      expect(push !== undefined && selects(push.filter, tags), tags.join()).toBe(isInOther);
    }
  });

  it.each(shares)('of $tier in the group $group have a filter that names known tags only', ({ filter }) => {
    expect(TAGS.map(({ name }) => name)).toEqual(expect.arrayContaining(filter.match(/\w+/g) as string[]));
  });

  it.each([
    ['unit', 'test/lists.test.ts'],
    ['unit', 'test/twenty.calls.test.ts'],
    ['db', 'test/lists.db.test.ts'],
    ['db', 'test/lists.embedded.db.test.ts'],
    ['browser', 'test/lists.browser.test.ts'],
    ['process', 'test/lists.process.test.ts'],
    ['slow', 'test/lists.slow.test.ts'],
  ])('are in the group %s if their file is called %s', (group, file) => {
    expect(groupOf(file)).toBe(group);
  });

  it('that no first command runs have no samples for it', () => {
    const files = tested.flatMap((folder) => globSync(`${folder}/test/**/*.{process,slow}.test.ts`, { cwd: root }));
    const sampled = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('splitByHash'));
    expect(sampled, 'sampleByHash has the rest of these at night').toEqual([]);
  });

  it.each(tested)('in %s run with the command of their package', (folder) => {
    expect(readManifest(join(root, folder)).scripts).toMatchObject({ test: 'vitest-project' });
  });

  it('have no separate configuration', () => {
    expect(tested.filter((folder) => existsSync(join(root, folder, 'vitest.config.ts')))).toEqual([]);
  });
});
