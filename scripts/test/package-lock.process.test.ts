import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listSourceFiles, root } from './tree-copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'aispm-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('package-lock.json', () => {
  it('matches the manifests, and has every platform of platform-specific packages', () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    for (const file of listSourceFiles().filter((path) => /(^|\/)(package(-lock)?\.json|\.npmrc)$/.test(path))) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), readFileSync(join(root, file)));
    }
    const npm = ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund'];
    execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    expect(
      readFileSync(join(folder, 'package-lock.json'), 'utf8') === lock,
      'run "npm install" and commit package-lock.json',
    ).toBe(true);

    const packages: Record<string, { optionalDependencies?: Record<string, string> }> = JSON.parse(lock).packages;
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isResolvable(path, name, packages)),
    );
    expect(missing).toEqual([]);
  });
});

/** Returns whether a package resolves another one, in its own folder or in a parent folder. */
function isResolvable(path: string, name: string, packages: object): boolean {
  const folders = path
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, parts.length - index).join('/node_modules/'));
  return [...folders, ''].some((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages);
}
