import { defineConfig } from 'vitest/config';
import { shared } from './vitest.shared.ts';

export default defineConfig({
  test: {
    ...shared,
    include: ['scripts/test/**/*.test.ts'],
    isolate: false,
    // These start last of all and mostly wait for what they start: two files at a time.
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
