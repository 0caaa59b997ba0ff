/**
 * The tests of all packages, in one run. The name of a file decides its group, and groups run one after the other; see
 * packages/tooling/testing/README.md. Each group is a project in a run of all packages, and otherwise each group of each package:
 * `npx vitest --project '@aispm/client*' paging` runs one file, with all its tests.
 */
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { measurePatience } from './packages/tooling/testing/src/patience.ts';
import { TAGS } from './packages/tooling/testing/src/tags.ts';
import {
  currentTier,
  findShare,
  GROUPS,
  type Group,
  groupOf,
  type Share,
  tagsFilter,
} from './packages/tooling/testing/src/tiers.ts';

/** What differs from the defaults. */
interface Package {
  /** Default: `test`. */
  folders?: string;
  /** Modules that start what the tests of these groups need, relative to the package. */
  setup?: Partial<Record<Group, string>>;
}

/** Sets up the groups that need it. */
const setUp = (file: string, ...groups: readonly Group[]): Partial<Record<Group, string>> =>
  Object.fromEntries(groups.map((group) => [group, file]));

/** The folders that have tests. */
const PACKAGES: Record<string, Package> = {
  spec: {},
  scripts: {},
  'packages/client': { setup: setUp('test/generate-fixture.ts', ...GROUPS) },
  'packages/conformance': {},
  'packages/contract-tests': { setup: setUp('test/global-setup.ts', ...GROUPS) },
  'packages/mock': {},
  'packages/python': {},
  'packages/react-query': { setup: setUp('test/write-examples.ts', ...GROUPS) },
  'packages/scanner': { folders: '{corpus,test}' },
  'packages/types': {},
  'packages/apps/console': { setup: setUp('test/global-setup.ts', 'browser', 'process', 'slow') },
  'packages/apps/docs': { setup: setUp('test/global-setup.ts', 'browser', 'process', 'slow') },
  'packages/apps/service': { setup: setUp('test/databases/global-setup.ts', 'db', 'process', 'slow') },
  'packages/benchmarks': {},
  'packages/e2e/consumers': { setup: setUp('test/install.ts', 'process', 'slow') },
  'packages/tooling/contract-diff': {},
  'packages/lib/domain': {},
  'packages/tooling/packaging': {},
  'packages/e2e/end-to-end': { setup: setUp('test/global-setup.ts', 'process') },
  'packages/e2e/journeys': { setup: setUp('test/global-setup.ts', 'process', 'slow') },
  'packages/lib/openapi': {},
  'packages/tooling/ruleset': {},
  'packages/lib/report-import': {},
  'packages/lib/rules': {},
  'packages/tooling/testing': {},
};

/** Tests that start processes, or take long, have the machine for themselves. */
const ALONE: readonly Group[] = ['process', 'slow'];

/** A file with tests for a second command: it has tags, or samples. */
const HAS_REST = /\btags\b|\bsplitByHash\b|@module-tag\b/;
/** A file without tests for the first command. */
const IS_REST = /@module-tag long\b/;

const root = import.meta.dirname;
const tier = currentTier();
const patience = Number(process.env.TEST_PATIENCE || measurePatience());
// For the workers.
process.env.TEST_PATIENCE = `${patience}`;
/** `vitest-project` with the names of files runs them whatever their group is. */
const hasAllGroups = process.env.TEST_GROUPS === 'all';

/** A run of all packages has one project for each group, so that packages share workers and what these have loaded. */
const isComplete = process.env.TEST_PACKAGES === 'all';
const folders = Object.keys(PACKAGES);

export default defineConfig({
  test: {
    tags: TAGS,
    projects: isComplete
      ? GROUPS.flatMap((group) => defineProject(group, group, folders))
      : folders.flatMap((folder) => {
          const name = packageName(folder);
          return GROUPS.flatMap((group) =>
            defineProject(group === 'unit' ? name : `${name}:${group}`, group, [folder]),
          );
        }),
  },
});

/** Defines a project for the files of a group in some packages, if there are any. */
function defineProject(name: string, group: Group, inFolders: string[]): TestProjectInlineConfiguration[] {
  const share = findShare(tier, group) ?? (hasAllGroups ? 'all' : undefined);
  if (share === undefined) return [];
  const include = inFolders.flatMap((folder) => findFiles(folder, group, share));
  // The first one is there without files, too, so that Vitest finds a project of each package.
  if (include.length === 0 && group !== 'unit') return [];
  const filter = tagsFilter(tier, share);
  const setups = inFolders.flatMap((folder) => {
    const file = PACKAGES[folder]?.setup?.[group];
    return file ? [join(root, folder, file)] : [];
  });
  const isAlone = ALONE.includes(group);
  return [
    {
      test: {
        name,
        include,
        ...(filter && { tagsFilter: [filter] }),
        globalSetup: setups,
        sequence: { groupOrder: GROUPS.indexOf(group) + 1 },
        maxWorkers: isAlone ? 1 : availableParallelism(),
        // Test files share what is costly to load.
        isolate: false,
        // These end what hangs. They say nothing about speed: the start of a service takes minutes on a machine that does much else.
        testTimeout: patience * (isAlone ? 600_000 : 180_000),
        hookTimeout: patience * 600_000,
        expect: { poll: { timeout: patience * 150_000 } },
      },
    },
  ];
}

function findFiles(folder: string, group: Group, share: Share): string[] {
  const files = globSync(`${folder}/${PACKAGES[folder]?.folders ?? 'test'}/**/*.test.ts`, { cwd: root });
  return files.filter((file) => groupOf(file) === group && isIn(share, file));
}

/** Tells whether tests of a file belong to a share, so that no command imports a file of which it runs nothing. */
function isIn(share: Share, file: string): boolean {
  if (share === 'all' || hasAllGroups) return true;
  const text = readFileSync(join(root, file), 'utf8');
  return share === 'rest' ? HAS_REST.test(text) : !IS_REST.test(text);
}

function packageName(folder: string): string {
  return (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string }).name;
}
