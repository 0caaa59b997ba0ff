import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.shared.ts';

export default defineConfig({
  test: {
    ...shared,
    isolate: false,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
