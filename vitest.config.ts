import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['scripts/test/**/*.test.ts'],
    isolate: false,
    // These start last of all and mostly wait for what they start: two files at a time.
    maxWorkers: 2,
    testTimeout: 60_000,
    tags: [{ name: 'long', description: 'In `npm run test:long`, for the time that it takes.' }],
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
