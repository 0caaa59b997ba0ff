import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    isolate: false,
    // What waits for runs and exports of the server does so at the same time.
    maxConcurrency: 30,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    tags: [{ name: 'long', description: 'In `npm run test:long`, for the time that it takes.' }],
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
