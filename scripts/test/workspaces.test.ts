import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { TAGS, TIERS } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import config from '../../vitest.config.ts';
import { readManifest, workspaceFolders } from '../workspaces.ts';

const root = join(import.meta.dirname, '../..');
const tested = workspaceFolders(root).filter(
  (folder) => globSync('test/**/*.test.ts', { cwd: join(root, folder) }).length > 0,
);

/** All combinations of the tags that a test may have. */
const combinations = Array.from({ length: 2 ** TAGS.length }, (_, bits) =>
  TAGS.filter((_tag, index) => bits & (1 << index)).map(({ name }) => name),
);

/** Evaluates a filter such as `always || !(long || embedded)`: its operators are those of JavaScript. */
function selects(filter: string, tags: string[]): boolean {
  const expression = filter.replace(/\w+/g, (tag) => String(tags.includes(tag)));
  return new Function(`return ${expression};`)();
}

describe('the tests of the repository', () => {
  it.each(combinations)('with the tags %j run with a command', (...tags) => {
    expect(Object.values(TIERS).some((filter) => selects(filter, tags))).toBe(true);
  });

  it.each(Object.entries(TIERS))('of %s name known tags only', (_, filter) => {
    expect(TAGS.map(({ name }) => name)).toEqual(expect.arrayContaining(filter.match(/\w+/g) as string[]));
  });

  it.each(tested)('in %s run with both commands', (folder) => {
    const { scripts } = readManifest(join(root, folder));
    expect(scripts).toMatchObject({ test: 'vitest-project', 'test:long': 'vitest-project --long' });
  });

  it('are all in a project of Vitest', () => {
    const projects = (config.test?.projects ?? []) as { test: { name: string } }[];
    const names = tested.map((folder) => readManifest(join(root, folder)).name);
    expect(projects.map(({ test }) => test.name).sort()).toEqual(names.sort());
  });

  it('have no configuration of their own', () => {
    expect(tested.filter((folder) => existsSync(join(root, folder, 'vitest.config.ts')))).toEqual([]);
  });
});
