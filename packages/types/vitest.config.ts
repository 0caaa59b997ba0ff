import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...shared,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
