import { configDefaults, defineConfig } from 'vitest/config';
import { LONG } from './vitest.long.config.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...LONG],
    globalSetup: ['test/databases/global-setup.ts'],
    // They share what is costly to load: the contract, and PostgreSQL as WebAssembly.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
