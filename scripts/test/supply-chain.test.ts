import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSbom, cutLock, findBundled, type Sbom } from '../sbom.ts';
import { readManifest, workspaceFolders } from '../workspaces.ts';

const root = join(import.meta.dirname, '../..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const published = workspaceFolders(root).filter((folder) => !readManifest(join(root, folder)).private);

const names = ({ components }: Sbom) => components.map(({ name }) => name);

describe.each(published)('the SBOM of %s', (folder) => {
  const manifest = readManifest(join(root, folder));
  const sbom = createSbom(root, folder);

  it('describes the package in its version', () => {
    const { name, version } = manifest;
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    expect(sbom.metadata.component).toMatchObject({ name, version, purl });
  });

  it('contains all dependencies, and none of the tools', () => {
    expect(names(sbom)).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies ?? {})));
    expect(names(sbom)).not.toContain('vitest');
    expect(names(sbom)).not.toContain('typescript');
  });

  it('has a license of every component, and a hash of every one from elsewhere', () => {
    expect(sbom.components.filter(({ licenses }) => !licenses?.length)).toEqual([]);
    const others = sbom.components.filter(({ name }) => !name.startsWith('@aispm/'));
    expect(others.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? ''))).toEqual([]);
  });

  it('lists each component once, as a dependency of the package', () => {
    const refs = sbom.components.map((component) => component['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    const reached = new Set(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn));
    expect(refs.filter((ref) => !reached.has(ref))).toEqual([]);
  });
});

describe('the packages whose code a package contains', () => {
  it('are those of the repository that are bundled', () => {
    const found = (folder: string) => findBundled(packages, root, folder).map(({ name }) => name);
    expect(found('packages/client')).toEqual(['@cfworker/json-schema']);
    expect(found('packages/mock')).toEqual(expect.arrayContaining(['@stoplight/prism-http', 'rou3']));
  });

  it('are read from lists of licenses and from the comments of bundles', () => {
    const folder = mkdtempSync(join(tmpdir(), 'aispm-sbom-'));
    try {
      mkdirSync(join(folder, 'a/dist'), { recursive: true });
      writeFileSync(join(folder, 'a/dist/LICENSES.txt'), `b 1.0.0 (MIT)\n\nText\n${'-'.repeat(80)}\n\nb 2.0.0 (MIT)\n`);
      writeFileSync(join(folder, 'a/dist/index.js'), '// ../node_modules/@c/d/index.js\n// node_modules/e/index.js\n');
      const entries = { 'a/node_modules/@c/d': { version: '3.0.0' }, 'node_modules/e': { link: true } };
      expect(findBundled(entries, folder, 'a')).toEqual([
        { name: '@c/d', version: '3.0.0' },
        { name: 'b', version: '1.0.0' },
        { name: 'b', version: '2.0.0' },
      ]);
      writeFileSync(join(folder, 'a/dist/LICENSES.txt'), 'Some text\n');
      expect(() => findBundled(entries, folder, 'a')).toThrow('does not start with the name of a package');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the dependencies of a package', () => {
  const manifest = { name: '@aispm/a', version: '1.0.0' };
  const third = { version: '1.0.0', resolved: 'https://registry.example/b', integrity: 'sha512-a', license: 'MIT' };

  it('are those that are installed at run time, in the versions nearest to it', () => {
    const lock = cutLock(
      {
        'packages/a': { license: 'MIT', dependencies: { b: '2.0.0', '@aispm/types': '1.0.0' } },
        'packages/types': { version: '1.0.0', dependencies: { c: '1.0.0' } },
        'node_modules/@aispm/types': { link: true, resolved: 'packages/types' },
        'node_modules/b': third,
        'node_modules/c': third,
        'node_modules/tool': third,
        'packages/a/node_modules/b': { ...third, version: '2.0.0' },
      },
      'packages/a',
      manifest,
    );
    expect(Object.entries(lock).map(([path, { version }]) => `${path} ${version}`)).toEqual([
      ' 1.0.0',
      'node_modules/b 2.0.0',
      'node_modules/@aispm/types 1.0.0',
      'node_modules/c 1.0.0',
    ]);
  });

  it('must be in the lock file', () => {
    expect(() => cutLock({ 'packages/a': { dependencies: { b: '1.0.0' } } }, 'packages/a', manifest)).toThrow(
      'package-lock.json has no b, which packages/a depends on',
    );
  });
});
