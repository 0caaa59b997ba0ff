import { defineConfig } from 'vitest/config';
import quick from './vitest.config.ts';

export default defineConfig({
  test: {
    ...quick.test,
    include: ['cache', 'dynamic', 'fuzz', 'msw-browser', 'plain-prism', 'readme', 'self-check'].map(
      (name) => `test/${name}.test.ts`,
    ),
    reporters: ['default', ['json', { outputFile: 'reports/vitest.long.json' }]],
  },
});
