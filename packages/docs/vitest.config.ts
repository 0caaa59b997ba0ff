import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...shared,
    globalSetup: 'test/global-setup.ts',
    // By default one processor is left free, and of two that is half.
    maxWorkers: 2,
    maxConcurrency: 2,
    tags: [...shared.tags, { name: 'both', description: 'In `npm test` and in `npm run test:long`.' }],
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
