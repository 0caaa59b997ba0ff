/**
 * `npm run version:raise -w @aispm/scripts`: applies the pending changesets. Raises the version that the contract and all packages share, and
 * writes the changelogs of the published packages. Runs in the root of the repository.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isScalar, parseDocument } from 'yaml';
import { npmCommand } from './npm.ts';
import { readManifest, workspaceFolders } from './workspaces.ts';

/** Replaces the value of `info.version`, and no other character of the document. */
function replaceVersion(openapi: string, version: string): string {
  const node = parseDocument(openapi).getIn(['info', 'version'], true);
  if (!isScalar(node) || !node.range) throw new Error('spec/openapi.yaml has no info.version. Add it.');
  return openapi.slice(0, node.range[0]) + version + openapi.slice(node.range[1]);
}

const CONTRACT_CHANGELOG = 'spec/CHANGELOG.md';
const contractChangelog = existsSync(CONTRACT_CHANGELOG) ? readFileSync(CONTRACT_CHANGELOG, 'utf8') : undefined;

execFileSync(process.execPath, [join('node_modules', '@changesets/cli/bin.js'), 'version'], { stdio: 'inherit' });

const { version } = readManifest('spec');
writeFileSync('spec/openapi.yaml', replaceVersion(readFileSync('spec/openapi.yaml', 'utf8'), version));

// The first lines of the READMEs name the tarballs.
for (const folder of workspaceFolders('.').filter((each) => !readManifest(each).private)) {
  const readme = join(folder, 'README.md');
  if (!existsSync(readme)) continue;
  const text = readFileSync(readme, 'utf8');
  writeFileSync(readme, text.replaceAll(/(?<=\baispm-[a-z-]+-)\d+\.\d+\.\d+(?=\.tgz\b)/g, version));
}

// Private packages have the same version but no changelog. The changelog of the contract is generated from its differences.
for (const folder of workspaceFolders('.')) {
  if (readManifest(folder).private) rmSync(join(folder, 'CHANGELOG.md'), { force: true });
}
if (contractChangelog === undefined) rmSync(CONTRACT_CHANGELOG, { force: true });
else writeFileSync(CONTRACT_CHANGELOG, contractChangelog);

const { file, args, shell } = npmCommand(['install', '--package-lock-only', '--ignore-scripts', '--prefer-offline']);
execFileSync(file, args, { stdio: 'inherit', shell });
process.stdout.write(`The contract and all packages are at ${version}.\n`);
