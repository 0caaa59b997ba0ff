import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    testTimeout: 120_000,
    // By default one processor is left free, and of two that is half.
    maxWorkers: 2,
    maxConcurrency: 2,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
