import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...shared,
    isolate: false,
    // By default one processor is left free, and of two that is half; these wait more than they work.
    maxWorkers: 2,
    // What waits for runs and exports of the server does so at the same time.
    maxConcurrency: 10,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
