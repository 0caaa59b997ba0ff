import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { workspaceFolders } from '../workspaces.ts';

const root = join(import.meta.dirname, '../..');
const manifests = workspaceFolders(root).map((folder) => join(folder, 'package.json'));
let copy: string;

const readJson = (file: string) => JSON.parse(readFileSync(join(copy, file), 'utf8'));

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'aispm-version-'));
  const files = ['package.json', 'package-lock.json', '.changeset/config.json', 'spec/openapi.yaml', ...manifests];
  for (const file of files) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

describe('version:raise', () => {
  it('raises the contract and all packages to one version, and changes nothing else in the contract', () => {
    const before = readFileSync(join(copy, 'spec/openapi.yaml'), 'utf8');
    const currentVersion = parse(before).info.version as string;
    writeFileSync(join(copy, '.changeset/new.md'), "---\n'@aispm/client': major\n---\n\nRules have an owner.\n");

    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/version.ts')], {
      cwd: copy,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);

    const version = `${Number.parseInt(currentVersion, 10) + 1}.0.0`;
    expect(readFileSync(join(copy, 'spec/openapi.yaml'), 'utf8')).toBe(
      before.replace(`\n  version: ${currentVersion}\n`, `\n  version: ${version}\n`),
    );
    for (const file of manifests) {
      const manifest = readJson(file);
      const workspaces = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(([name]) =>
        name.startsWith('@aispm/'),
      );
      expect({
        file,
        version: manifest.version,
        workspaces: [...new Set(workspaces.map(([, range]) => range))],
      }).toEqual({
        file,
        version,
        workspaces: workspaces.length > 0 ? [version] : [],
      });
      expect(existsSync(join(copy, file, '../CHANGELOG.md')), file).toBe(
        !manifest.private && file !== 'spec/package.json',
      );
      expect(readJson('package-lock.json').packages[file.replace('/package.json', '')].version).toBe(version);
    }
    expect(readFileSync(join(copy, 'packages/client/CHANGELOG.md'), 'utf8')).toContain('Rules have an owner.');
    expect(existsSync(join(copy, '.changeset/new.md'))).toBe(false);
  });
});
