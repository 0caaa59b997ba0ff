/**
 * The tests of all packages, in one run. A file's name determines its group, and groups run in sequence; see
 * packages/tooling/testing/README.md. Each group is a project in a run of all packages, and otherwise each group of each package:
 * `npx vitest --project '@aispm/client*' paging` runs one file with all of its tests.
 */
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
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
import { measureTimeoutScale } from './packages/tooling/testing/src/timeout-scale.ts';

/** Settings that differ from the defaults. */
interface Package {
  /** Default: `test`. */
  folders?: string;
  /** Modules that set up these groups, relative to the package. */
  setup?: Partial<Record<Group, string>>;
}

/** Uses one module to set up several groups. */
const setUp = (file: string, ...groups: readonly Group[]): Partial<Record<Group, string>> =>
  Object.fromEntries(groups.map((group) => [group, file]));

/** The folders with tests. */
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
  'packages/lib/evaluations': {},
  'packages/lib/openapi': {},
  'packages/tooling/ruleset': {},
  'packages/lib/report-import': {},
  'packages/lib/rules': {},
  'packages/tooling/testing': {},
};

/** Matches a file with tests for a second command: it has tags or samples. */
const HAS_REST = /\btags\b|\bsplitByHash\b|@module-tag\b/;
/** Matches a file without tests for the first command. */
const IS_REST = /@module-tag long\b/;

const root = import.meta.dirname;
const tier = currentTier();
const timeoutScale = Number(process.env.TEST_TIMEOUT_SCALE || measureTimeoutScale());
// For the workers.
process.env.TEST_TIMEOUT_SCALE = `${timeoutScale}`;
/** `vitest-project` runs files that it's given by name regardless of their group. */
const hasAllGroups = process.env.TEST_GROUPS === 'all';

/** A run of all packages has one project per group, so that packages share workers and the modules that these have loaded. */
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
  const files = inFolders.map((folder) => ({ folder, include: findFiles(folder, group, share) }));
  const include = files.flatMap((entry) => entry.include);
  // The first group exists even without files, so that Vitest finds a project for each package.
  if (include.length === 0 && group !== 'unit') return [];
  const filter = tagsFilter(tier, share);
  const setups = files.flatMap((entry) => {
    const file = entry.include.length > 0 && PACKAGES[entry.folder]?.setup?.[group];
    return file ? [join(root, entry.folder, file)] : [];
  });
  return [
    {
      test: {
        name,
        include,
        ...(filter && { tagsFilter: [filter] }),
        globalSetup: setups,
        sequence: { groupOrder: GROUPS.indexOf(group) + 1 },
        // The slow ones need a lot of memory.
        maxWorkers: group === 'slow' ? 1 : availableParallelism(),
        // Test files share modules that are expensive to load.
        isolate: false,
        // These end tests that hang. They don't assert speed: a service can take minutes to start on a busy machine.
        testTimeout: timeoutScale * (group === 'process' || group === 'slow' ? 600_000 : 180_000),
        hookTimeout: timeoutScale * 600_000,
        expect: { poll: { timeout: timeoutScale * 150_000 } },
      },
    },
  ];
}

function findFiles(folder: string, group: Group, share: Share): string[] {
  const files = globSync(`${folder}/${PACKAGES[folder]?.folders ?? 'test'}/**/*.test.ts`, { cwd: root });
  return files.filter((file) => groupOf(file) === group && isIn(share, file));
}

/** Returns whether tests of a file belong to a share, so that commands don't import files from which they don't run any tests. */
function isIn(share: Share, file: string): boolean {
  if (share === 'all' || hasAllGroups) return true;
  const text = readFileSync(join(root, file), 'utf8');
  return share === 'rest' ? HAS_REST.test(text) : !IS_REST.test(text);
}

function packageName(folder: string): string {
  return (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string }).name;
}
