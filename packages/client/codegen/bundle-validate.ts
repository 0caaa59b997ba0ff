import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';

// The schema validator goes into the entry point that needs it, so that the package has no dependencies.
const { outputFiles } = await build({
  entryPoints: ['dist/validate.js'],
  outfile: 'dist/validate.js',
  write: false,
  bundle: true,
  external: ['./errors.js'],
  format: 'esm',
  target: 'es2023',
  banner: { js: '/*! Contains @cfworker/json-schema, https://github.com/cfworker/cfworker, MIT licence. */' },
});
// esbuild names each source by its path from here, which depends on where the packages are installed.
const code = outputFiles[0]?.text.replaceAll(/^\/\/ (\.\.\/)+(?=node_modules\/)/gm, '// ') ?? '';
writeFileSync('dist/validate.js', code);
