/**
 * Builds the package: declarations by TypeScript, code by esbuild, which includes the private package `@aispm/openapi`, and
 * the contract.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pruneDeclarations } from '@aispm/packaging';
import { build } from 'esbuild';
import { compactContract } from './compact-contract.ts';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '--project', root], { stdio: 'inherit' });
pruneDeclarations(dist, 'index.d.ts');
await build({
  absWorkingDir: root,
  entryPoints: ['cli', 'command', 'index'].map((name) => join(root, 'src', `${name}.ts`)),
  outdir: dist,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  external: Object.keys(dependencies),
  // `command` and `index` share a chunk, so that both have the same error classes.
  splitting: true,
  chunkNames: 'suite',
  sourcemap: true,
});
const contract = JSON.parse(readFileSync(require.resolve('@aispm/spec/strict.json'), 'utf8'));
writeFileSync(join(dist, 'contract.json'), JSON.stringify(compactContract(contract)));
