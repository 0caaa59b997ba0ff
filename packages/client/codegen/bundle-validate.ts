import { build } from 'esbuild';

// The schema validator goes into the entry point that needs it, so that the package has no dependencies.
await build({
  entryPoints: ['dist/validate.js'],
  outfile: 'dist/validate.js',
  allowOverwrite: true,
  bundle: true,
  external: ['./errors.js'],
  format: 'esm',
  target: 'es2023',
  banner: { js: '/*! Contains @cfworker/json-schema, https://github.com/cfworker/cfworker, MIT licence. */' },
});
