import type { KnipConfig } from 'knip';

/** What is in use where knip cannot see it: run by name in a shell or a child process, or named in data. */
export default {
  // A type that stands in the signature of something exported can be named by its users.
  ignoreExportsUsedInFile: { interface: true, type: true },
  workspaces: {
    '.': {
      entry: ['scripts/*.ts'],
      project: ['*.ts', 'scripts/**'],
      // Run by the scripts; `node` runs everything. The root has the workspaces without depending on them.
      ignoreDependencies: ['@changesets/cli', 'node', 'turbo', '@aispm/.+'],
      ignoreBinaries: ['tsc7'],
    },
    spec: {
      entry: ['build/*.ts'],
      project: ['{build,test}/**'],
      // Rulesets that rulesets extend, and the command that lints with them.
      ignoreDependencies: ['@stoplight/spectral-.+'],
    },
    'packages/benchmarks': {
      // The peers: run by name, and bundled from sources that are made at run time.
      ignoreDependencies: [
        '@aispm/client',
        '@aispm/types',
        '@hey-api/.+',
        '@kubb/.+',
        '@oazapfts/runtime',
        '@redocly/cli',
        'oazapfts',
        'openapi-fetch',
        'orval',
      ],
    },
    'packages/client': {
      entry: ['codegen/*.ts', 'test/types/*.ts'],
      project: ['{codegen,src,test}/**'],
    },
    'packages/consumers': {
      entry: ['smoke/*.js', 'projects/**/*.{ts,tsx,mjs}'],
      project: ['{smoke,test,projects}/**'],
      // The runtimes, by the paths of their programs, and a loader of webpack's, by its name.
      ignoreDependencies: ['bun', 'deno', 'workerd', 'esbuild-loader'],
    },
    'packages/contract-diff': {
      // The second opinion, run by the path of its program.
      ignoreDependencies: ['@redocly/cli'],
    },
    'packages/contract-tests': {
      ignoreDependencies: ['@redocly/cli'],
    },
    'packages/docs': {
      entry: [
        '{bench/reference,build/anchors,build/build,build/og-image}.ts',
        'redoc/show.ts',
        'site/.vitepress/{config.ts,theme/index.ts}',
        'site/snippets/*.ts',
      ],
      project: ['{bench,build,redoc,test}/**', 'site/**/*.{ts,vue}'],
      // The checker of accessibility is read by its path, and runs in the page.
      ignoreDependencies: ['axe-core'],
    },
    'packages/mock': {
      // What stands in for modules of Node in the bundle for browsers.
      entry: ['src/prepare.ts', 'src/browser/*', 'build/*.ts'],
      // Prism's own, whatever their version.
      ignoreDependencies: ['@faker-js/faker', 'jsonc-parser'],
    },
    'packages/node20': {
      ignoreDependencies: ['node'],
    },
    'packages/ruleset': {
      entry: ['fixtures/*/mutation.ts'],
      project: ['{build,src,test}/**', 'fixtures/**/*.ts'],
      // The bundle is read by its path, and linted by the command.
      ignoreDependencies: ['@aispm/spec', '@stoplight/spectral-cli'],
    },
    'packages/service': {
      // Run as a process of its own on a small disk.
      entry: ['test/faults/panic.ts'],
    },
  },
} satisfies KnipConfig;
