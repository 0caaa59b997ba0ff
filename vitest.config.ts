/**
 * The tests of all packages: `npx vitest --project @aispm/client` runs those of one, with all tags.
 * CONTRIBUTING says which command runs which tags.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { TAGS } from './packages/internal/testing/src/tags.ts';

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

/**
 * The folders that have tests, each with what differs from the defaults below. By default Vitest leaves one processor idle;
 * tests that mostly wait use two workers on a machine with two.
 */
const PROJECTS: Record<string, Options> = {
  spec: {},
  scripts: { maxWorkers: 2 },
  'packages/client': { globalSetup: ['test/generate-fixture.ts'] },
  'packages/conformance': { maxWorkers: 2 },
  'packages/contract-tests': { globalSetup: ['test/global-setup.ts'], maxWorkers: 2 },
  'packages/mock': {},
  'packages/react-query': { globalSetup: ['test/write-examples.ts'] },
  // The tests of the cache replace modules.
  'packages/scanner': { include: ['{corpus,test}/**/*.test.ts'], isolate: true },
  'packages/types': {},
  'packages/apps/console': { globalSetup: ['test/global-setup.ts'], maxWorkers: 2 },
  'packages/apps/docs': {
    globalSetup: ['test/global-setup.ts'],
    isolate: true,
    maxWorkers: 2,
    // As long as one wait in the browser.
    expect: { poll: { timeout: 150_000 } },
  },
  'packages/apps/service': { globalSetup: ['test/databases/global-setup.ts'], maxWorkers: 2 },
  'packages/internal/benchmarks': {},
  'packages/internal/consumers': { globalSetup: ['test/install.ts'] },
  'packages/internal/contract-diff': {},
  'packages/internal/dataset': {},
  'packages/internal/declarations': {},
  'packages/internal/end-to-end': {},
  'packages/internal/licenses': {},
  'packages/internal/journeys': { globalSetup: ['test/global-setup.ts'], maxWorkers: 2 },
  'packages/internal/openapi': {},
  'packages/internal/ruleset': {},
  'packages/internal/scan-import': {},
  'packages/internal/testing': {},
};

const root = import.meta.dirname;

export default defineConfig({
  test: {
    tags: TAGS,
    projects: Object.entries(PROJECTS).map(([folder, options]) => ({
      test: {
        name: packageName(folder),
        root: join(root, folder),
        include: ['test/**/*.test.ts'],
        // Test files of a package share what is costly to load.
        isolate: false,
        // These end what hangs. They say nothing about speed: the start of a service takes minutes on a machine that does much else.
        testTimeout: 180_000,
        hookTimeout: 600_000,
        expect: { poll: { timeout: 150_000 } },
        ...options,
      },
    })),
  },
});

function packageName(folder: string): string {
  return (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string }).name;
}
