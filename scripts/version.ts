/**
 * Applies the pending changesets: raises the version of all packages and of the contract, which is one and the same,
 * and writes the changelogs of the published packages. Run from the root of the project: `npm run version:raise`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isScalar, parseDocument } from 'yaml';

/** Replaces the value of `info.version` and leaves every other character of the document as it is. */
function withVersion(openapi: string, version: string): string {
  const node = parseDocument(openapi).getIn(['info', 'version'], true);
  if (!isScalar(node) || !node.range) throw new Error('The contract has no info.version.');
  return openapi.slice(0, node.range[0]) + version + openapi.slice(node.range[1]);
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

const CONTRACT_CHANGELOG = 'spec/CHANGELOG.md';
const contractChangelog = existsSync(CONTRACT_CHANGELOG) ? readFileSync(CONTRACT_CHANGELOG, 'utf8') : undefined;

execFileSync('changeset', ['version'], { stdio: 'inherit' });

const { version } = read('spec/package.json');
writeFileSync('spec/openapi.yaml', withVersion(readFileSync('spec/openapi.yaml', 'utf8'), version));

// Packages that nobody can install keep step with the others, and tell nobody about it. The changelog of the contract is
// worked out from its differences.
for (const manifest of globSync('packages/*/package.json')) {
  if (read(manifest).private) rmSync(join(dirname(manifest), 'CHANGELOG.md'), { force: true });
}
if (contractChangelog === undefined) rmSync(CONTRACT_CHANGELOG, { force: true });
else writeFileSync(CONTRACT_CHANGELOG, contractChangelog);

execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--prefer-offline'], { stdio: 'inherit' });
process.stdout.write(`The contract and all packages are at ${version}.\n`);
