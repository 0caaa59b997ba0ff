/**
 * Puts the service with almost all that it needs into the few files of `dist/command`: some ten files are read and compiled at
 * a start instead of a thousand, in half of the time. The generated data stand in `dist/generated`, as in `src`.
 */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const GENERATED = ['contract.json', 'routes.json', 'story.json'];

rmSync(join(root, 'dist'), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ['src/command/cli.ts'],
  outdir: 'dist/command',
  bundle: true,
  // What is imported late stays in files of its own.
  splitting: true,
  chunkNames: '[name]-[hash]',
  // The paths of modules stand in the files: they must not depend on where the installed packages really are.
  preserveSymlinks: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  external: [
    // Reads its program for a virtual machine from its own folder.
    '@electric-sql/pglite',
    // Late, and seldom: what is imported late from a file here loses the names of what it exports.
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-node',
    // Optional, and not installed.
    'pg-native',
  ],
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  legalComments: 'none',
  logLevel: 'warning',
});
for (const name of GENERATED) cpSync(join(root, 'src/generated', name), join(root, 'dist/generated', name));
