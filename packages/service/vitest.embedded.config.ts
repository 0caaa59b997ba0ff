import { defineConfig } from 'vitest/config';
import quick from './vitest.config.ts';

/** Everything on the embedded database, which takes longer than PostgreSQL. */
export default defineConfig({
  test: {
    ...quick.test,
    testNamePattern: / on embedded /,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.embedded.json' }]],
  },
});
