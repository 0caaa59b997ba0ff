/**
 * Builds the package: declarations by TypeScript, code by esbuild, the grammars that it uses, and the check whether a scan document
 * meets the contract.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { collectLicenses, pruneDeclarations } from '@aispm/packaging';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { hashOfFiles } from '../src/cache/hash-of-files.ts';
import { writeValidator } from './validator.ts';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/** The grammars of the languages that the scanner reads. JavaScript is parsed by those of TypeScript. */
const GRAMMARS = ['python', 'typescript', 'tsx', 'go', 'c-sharp', 'java'];

execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '--project', root], { stdio: 'inherit' });
pruneDeclarations(dist, 'index.d.ts');
// Readable instead of minified with source maps, which would be larger.
const options = {
  absWorkingDir: root,
  outdir: dist,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  external: Object.keys(dependencies),
} as const satisfies BuildOptions;
/** The client of MCP stays its own file, which only the command that needs it loads. */
const separateClient: Plugin = {
  name: 'separate-client',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/bundled\/mcp-client\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './mcp-client.js', external: true },
    ),
};
const entries = (...names: string[]) => names.map((name) => join(root, 'src', `${name}.ts`));
// The thread has its own copy of what it needs, so that the others share one file with a stable name.
await build({
  ...options,
  entryPoints: entries('cli', 'command', 'index'),
  splitting: true,
  chunkNames: 'shared',
  plugins: [separateClient],
});
await build({ ...options, entryPoints: entries('worker') });
// Files of packages have the same names wherever these are installed.
for (const script of globSync('*.js', { cwd: dist }).map((name) => join(dist, name))) {
  writeFileSync(
    script,
    readFileSync(script, 'utf8').replaceAll(/(^\/\/ |")(?:\.\.\/)+node_modules\//gm, '$1node_modules/'),
  );
}
const { metafile } = await build({
  ...options,
  entryPoints: entries('bundled/mcp-client'),
  outbase: join(root, 'src/bundled'),
  minify: true,
  keepNames: true,
  legalComments: 'none',
  metafile: true,
});
writeFileSync(join(dist, 'THIRD_PARTY_LICENSES.txt'), await collectLicenses(metafile));
const wasm = join(require.resolve('@vscode/tree-sitter-wasm/package.json'), '..');
mkdirSync(join(dist, 'grammars'), { recursive: true });
for (const name of GRAMMARS) {
  copyFileSync(join(wasm, `wasm/tree-sitter-${name}.wasm`), join(dist, `grammars/tree-sitter-${name}.wasm`));
}
copyFileSync(join(wasm, 'LICENSE'), join(dist, 'grammars/LICENSE.txt'));
const contract = JSON.parse(readFileSync(require.resolve('@aispm/spec/strict.json'), 'utf8'));
await writeValidator(contract, 'ScanDocument', root, join(dist, 'valid-scan-document.js'));
writeFileSync(join(dist, 'fingerprint.txt'), hashOfFiles([dist, join(root, 'package.json')]));
