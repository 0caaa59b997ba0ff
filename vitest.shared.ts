import type { ViteUserConfig } from 'vitest/config';

/** What the test runs of all packages have in common. */
export const shared = {
  include: ['test/**/*.test.ts'],
  tags: [{ name: 'long', description: 'In `npm run test:long`, for the time that it takes.' }],
  // These end what hangs. How fast something is, benchmarks tell: a busy machine takes ten times as long as a free one.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
} satisfies ViteUserConfig['test'];
