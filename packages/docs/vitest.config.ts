import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // By default one processor is left free, and of two that is half.
    maxWorkers: 2,
    maxConcurrency: 2,
    tags: [
      { name: 'long', description: 'In `npm run test:long`, for the time that it takes.' },
      { name: 'both', description: 'In `npm test` and in `npm run test:long`.' },
    ],
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
