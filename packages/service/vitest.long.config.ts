import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

/** What takes minutes: many rows, faults of processes, disks and databases, attacks, random requests and random histories. */
export const LONG = ['attacks', 'bulk', 'faults', 'histories', 'isolation'].map((folder) => `test/${folder}/*.test.ts`);

export default defineConfig({
  test: {
    ...shared,
    include: LONG,
    globalSetup: ['test/databases/global-setup.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/vitest.long.json' }]],
  },
});
