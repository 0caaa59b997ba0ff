import { configDefaults, defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';
import { LONG } from './vitest.long.config.ts';

/**
 * What is tested on each push: everything on PostgreSQL, and on the embedded database what depends most on which one it
 * is. The rest of that is in `vitest.embedded.config.ts`.
 */
const QUICK = /^(?!.* on embedded )|^(the graph|jobs|client storage) on embedded /;

export default defineConfig({
  test: {
    ...shared,
    exclude: [...configDefaults.exclude, ...LONG],
    testNamePattern: QUICK,
    globalSetup: ['test/databases/global-setup.ts'],
    // They share what is costly to load: the contract, and PostgreSQL as WebAssembly.
    isolate: false,
    // By default one processor is left free, and of two that is half; these run last of all.
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
