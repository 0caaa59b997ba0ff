import type { KnipConfig } from 'knip';

/** Files and packages that are used where knip can't see it: run by name in a child process, or named in data. */
export default {
  // Users need the types in the signatures of exports.
  ignoreExportsUsedInFile: { interface: true, type: true },
  workspaces: {
    '.': {
      project: ['*.ts'],
      // Both are run by the scripts.
      ignoreDependencies: ['turbo', '@changesets/cli'],
    },
    scripts: {
      entry: ['*.ts', 'lint/*.{ts,mjs}'],
      project: ['**/*.{ts,mjs}'],
      // The scripts build and start the packages through turbo.
      ignoreDependencies: ['@aispm/.+'],
    },
    spec: {
      entry: ['build/*.ts'],
      project: ['{build,test}/**'],
      // Rulesets that rulesets extend, and the command that lints with them.
      ignoreDependencies: ['@stoplight/spectral-.+'],
    },
    'packages/conformance': {
      // The bundled package @aispm/openapi imports them, and the compiler finds the types by their path.
      ignoreDependencies: ['ajv', 'ajv-formats', 'leven', '@aispm/node20'],
    },
    'packages/benchmarks': {
      // Started by their paths: by npm, and as processes.
      entry: ['src/{bench,bench-all,measure}.ts', 'src/service/bare.ts', 'src/scanner/{read-all,record-resources}.ts'],
      // The peers: run by name, and bundled from sources that are made at run time. The applications: imported by their paths.
      ignoreDependencies: ['@redocly/cli', 'openapi-fetch', 'orval', '@aispm/docs', '@aispm/service'],
    },
    'packages/client': {
      // Only generated code imports `text.ts`.
      entry: ['codegen/*.ts', 'src/call/text.ts', 'test/types/*.ts'],
      project: ['{codegen,src,test}/**'],
      // A test writes the program that compares its types with those of the client.
      ignoreDependencies: ['@aispm/types'],
    },
    'packages/e2e/consumers': {
      entry: ['smoke/*.js', 'projects/**/*.{ts,tsx,mjs}'],
      project: ['{smoke,test,projects}/**'],
      // Bundlers are in packages/tooling/tools, for long tests. The packages that no test imports are packed from their folders.
      ignoreDependencies: ['@vitejs/plugin-react', 'webpack', '@aispm/scanner'],
    },
    'packages/lib/report-import': {
      // The manifest names the bundles.
      entry: ['src/{index,document/limits,document/redaction}.ts', 'build/*.ts'],
      project: ['{build,src,test}/**'],
    },
    'packages/e2e/journeys': {
      // Packed and installed by the guides, so that turbo builds them before.
      ignoreDependencies: ['@aispm/.+'],
    },
    'packages/e2e/end-to-end': {
      // Vite builds the application from its page.
      entry: ['test/application/main.tsx'],
      // The service is started by its path.
      ignoreDependencies: ['@aispm/service'],
    },
    'packages/tooling/contract-diff': {
      // The commands of the repository run them.
      entry: ['src/{diff,release,write}.ts'],
      // Redocly gives a second opinion and is run by its path; a test reads the built site.
      ignoreDependencies: ['@redocly/cli', '@aispm/docs'],
    },
    'packages/apps/console': {
      // Bundled by its path.
      entry: ['test/backends/start-service-worker.ts'],
      // The accessibility checker is resolved by its path.
      ignoreDependencies: ['axe-core'],
    },
    'packages/apps/docs': {
      entry: [
        '{build/anchors,build/build,screenshots/og-image,screenshots/take}.ts',
        'site/snippets/react/main.tsx',
        'site/.vitepress/{config.ts,theme/index.ts}',
        'site/reference/**/*.paths.ts',
        'site/snippets/**/*.ts',
        'test/show-component.ts',
      ],
      project: ['{build,screenshots,test}/**', 'site/**/*.{ts,tsx,vue}'],
      // The accessibility checker, the compiler and Redocly are resolved by their paths.
      ignoreDependencies: ['axe-core', '@redocly/cli'],
    },
    'packages/react-query': {
      entry: ['build/*.ts', 'test/app/app.tsx', 'test/types/*.{ts,tsx}'],
      project: ['{build,src,test}/**'],
      // A test bundles the oldest React by its path.
      ignoreDependencies: ['react18', 'react-dom18'],
    },
    'packages/tooling/node20': {
      // Tests run it by its path.
      ignoreDependencies: ['node'],
    },
    'packages/mock': {
      // The files in `browser` replace modules in the browser bundle; a test runs the other file as a process.
      entry: ['src/browser/*', 'build/*.ts', 'test/router-steps.ts'],
      // Dependencies of Prism, in its version, and its command, which others run by its path. The compiler finds the types of
      // Node.js 20 by theirs.
      ignoreDependencies: ['@aispm/node20', '@faker-js/faker', 'jsonc-parser', '@stoplight/prism-cli'],
    },
    'packages/scanner': {
      // Started by their paths: as a thread, by npm, and as processes.
      entry: ['src/worker.ts', 'corpus/{corpus,scan-process}.ts', 'test/mcp-servers/programs/*.ts'],
      // A program of the system.
      ignoreBinaries: ['mkfifo'],
      project: ['{build,corpus,src,test}/**'],
      // The tests start the service by its path, and the compiler finds the types of Node.js 20 by theirs.
      ignoreDependencies: ['@aispm/node20', '@aispm/service'],
    },
    'packages/tooling/testing': {
      // Tests run it by its path.
      ignoreDependencies: ['@aispm/node20'],
      // The commands of this package itself.
      ignoreBinaries: ['tsc7', 'vitest-project'],
    },
    'packages/tooling/ruleset': {
      entry: ['fixtures/*/mutation.ts'],
      project: ['{build,src,test}/**', 'fixtures/**/*.ts'],
      // The bundle is read by its path.
      ignoreDependencies: ['@aispm/spec'],
    },
    'packages/apps/service': {
      // The bundled program, those of threads, one for their tests, and a separate process on a small disk.
      entry: [
        'src/command/cli.ts',
        'src/composition/thread.ts',
        'src/platform/database/drivers/embedded-worker.ts',
        'test/threads/program.ts',
        'test/faults/wal-panic.ts',
      ],
      // Of util-linux.
      ignoreBinaries: ['unshare'],
    },
  },
} satisfies KnipConfig;
