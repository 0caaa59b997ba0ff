import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const manifests = ['spec/package.json', ...globSync('packages/*/package.json', { cwd: root })];
let copy: string;

const read = (file: string) => JSON.parse(readFileSync(join(copy, file), 'utf8'));

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'aispm-version-'));
  const files = ['package.json', 'package-lock.json', '.changeset/config.json', 'spec/openapi.yaml', ...manifests];
  for (const file of files) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

test('a changeset raises the contract and all packages to one version, and nothing else in the contract', () => {
  const before = readFileSync(join(copy, 'spec/openapi.yaml'), 'utf8');
  const old = parse(before).info.version as string;
  writeFileSync(join(copy, '.changeset/new.md'), "---\n'@aispm/client': major\n---\n\nRules have an owner.\n");

  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/version.ts')], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);

  const version = `${Number.parseInt(old, 10) + 1}.0.0`;
  expect(readFileSync(join(copy, 'spec/openapi.yaml'), 'utf8')).toBe(
    before.replace(`\n  version: ${old}\n`, `\n  version: ${version}\n`),
  );
  for (const file of manifests) {
    const manifest = read(file);
    const own = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(([name]) =>
      name.startsWith('@aispm/'),
    );
    expect({ file, version: manifest.version, own: [...new Set(own.map(([, range]) => range))] }).toEqual({
      file,
      version,
      own: own.length > 0 ? [version] : [],
    });
    expect(existsSync(join(copy, file, '../CHANGELOG.md')), file).toBe(
      !manifest.private && file !== 'spec/package.json',
    );
    expect(read('package-lock.json').packages[file.replace('/package.json', '')].version).toBe(version);
  }
  expect(readFileSync(join(copy, 'packages/client/CHANGELOG.md'), 'utf8')).toContain('Rules have an owner.');
  expect(existsSync(join(copy, '.changeset/new.md'))).toBe(false);
});
