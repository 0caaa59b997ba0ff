import { configDefaults, defineConfig } from 'vitest/config';
import { LIMITS, LONG } from './vitest.long.config.ts';

/**
 * What is tested on each push: everything on PostgreSQL, and on the embedded database what depends most on which one it
 * is. The rest of that is in `vitest.embedded.config.ts`.
 */
const QUICK = /^(?!.* on embedded )|^(the graph|jobs|client storage) on embedded /;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...LONG],
    testNamePattern: QUICK,
    globalSetup: ['test/databases/global-setup.ts'],
    // They share what is costly to load: the contract, and PostgreSQL as WebAssembly.
    isolate: false,
    ...LIMITS,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
