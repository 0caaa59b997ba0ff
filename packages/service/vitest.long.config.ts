import { defineConfig } from 'vitest/config';

/** What takes minutes: many rows, faults of processes, disks and databases, attacks, random requests and random histories. */
export const LONG = ['attacks', 'bulk', 'faults', 'histories', 'isolation'].map((folder) => `test/${folder}/*.test.ts`);

export default defineConfig({
  test: {
    include: LONG,
    globalSetup: ['test/databases/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.long.json' }]],
  },
});
