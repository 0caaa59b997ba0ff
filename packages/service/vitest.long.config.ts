import { defineConfig } from 'vitest/config';

/**
 * What ends a test that hangs. They say nothing of how fast something has to be: a machine may be a few times slower than
 * others, and busy with more than these tests.
 */
export const LIMITS = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
};

/** What takes minutes: many rows, faults of processes, disks and databases, attacks, random requests and random histories. */
export const LONG = ['attacks', 'bulk', 'faults', 'histories', 'isolation'].map((folder) => `test/${folder}/*.test.ts`);

export default defineConfig({
  test: {
    include: LONG,
    globalSetup: ['test/databases/global-setup.ts'],
    ...LIMITS,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.long.json' }]],
  },
});
