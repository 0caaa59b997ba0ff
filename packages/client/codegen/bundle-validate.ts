/** A step of the build: bundles the schema validator into the entry point that uses it, so that the package has no dependencies. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const file = join(import.meta.dirname, '../dist/validate.js');
const { outputFiles } = await build({
  entryPoints: [file],
  outfile: file,
  absWorkingDir: join(import.meta.dirname, '..'),
  write: false,
  bundle: true,
  external: ['./call/errors.js'],
  format: 'esm',
  target: 'es2023',
  banner: { js: '/*! Contains @cfworker/json-schema, https://github.com/cfworker/cfworker, MIT licence. */' },
});
// esbuild names each source by its relative path, which depends on where the packages are installed.
const code = outputFiles[0]?.text.replaceAll(/^\/\/ (\.\.\/)+(?=node_modules\/)/gm, '// ') ?? '';
writeFileSync(file, code);
