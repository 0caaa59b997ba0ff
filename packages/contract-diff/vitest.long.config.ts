import { defineConfig } from 'vitest/config';
import quick from './vitest.config.ts';

export default defineConfig({
  test: {
    ...quick.test,
    include: ['test/planted.test.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/vitest.long.json' }]],
  },
});
