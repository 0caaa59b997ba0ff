import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    isolate: false,
    testTimeout: 60_000,
    tags: [{ name: 'long', description: 'In `npm run test:long`, for the time that it takes.' }],
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
