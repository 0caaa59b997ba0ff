/**
 * The tests of all packages: `npx vitest --project @aispm/client` runs those of one, with all tags.
 * CONTRIBUTING says which command runs which tags.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { TAGS } from './packages/tooling/testing/src/tags.ts';

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

/** `npm test` runs the tests of two packages at a time: each gets half of the processors, so that none has to wait for one. */
const PROCESSORS = availableParallelism();
const isOneOfTwo = process.env.TURBO_HASH !== undefined;
const MAX_WORKERS = isOneOfTwo ? Math.max(1, Math.floor(PROCESSORS / 2)) : PROCESSORS;

/** The folders that have tests, each with what differs from the defaults below. */
const PROJECTS: Record<string, Options> = {
  spec: {},
  scripts: {},
  'packages/client': { globalSetup: ['test/generate-fixture.ts'] },
  'packages/conformance': {},
  'packages/contract-tests': { globalSetup: ['test/global-setup.ts'] },
  'packages/mock': {},
  'packages/react-query': { globalSetup: ['test/write-examples.ts'] },
  // The tests of the cache replace modules.
  'packages/scanner': { include: ['{corpus,test}/**/*.test.ts'], isolate: true },
  'packages/types': {},
  'packages/apps/console': { globalSetup: ['test/global-setup.ts'] },
  'packages/apps/docs': {
    globalSetup: ['test/global-setup.ts'],
    isolate: true,
    // As long as one wait in the browser.
    expect: { poll: { timeout: 150_000 } },
  },
  'packages/apps/service': { globalSetup: ['test/databases/global-setup.ts'] },
  'packages/benchmarks': {},
  'packages/e2e/consumers': { globalSetup: ['test/install.ts'] },
  'packages/tooling/contract-diff': {},
  'packages/lib/domain': {},
  'packages/tooling/declarations': {},
  'packages/e2e/end-to-end': {},
  'packages/tooling/licenses': {},
  'packages/e2e/journeys': { globalSetup: ['test/global-setup.ts'] },
  'packages/lib/openapi': {},
  'packages/tooling/ruleset': {},
  'packages/lib/report-import': {},
  'packages/tooling/testing': {},
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
        maxWorkers: MAX_WORKERS,
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
