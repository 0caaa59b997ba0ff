/** Everything that is generated from one contract has its digest and its version. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from '@aispm/mock';
import * as spec from '@aispm/spec/digest';
import * as types from '@aispm/types/digest';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const digest = createHash('sha256').update(read('spec/dist/openapi.json')).digest('hex');
const { version } = JSON.parse(read('spec/dist/openapi.json')).info;
const manifests = globSync(['spec/package.json', 'packages/*/package.json'], { cwd: root })
  .map((file) => ({ file, ...JSON.parse(read(file)) }))
  .filter((manifest) => !manifest.private);

describe('the digest of the bundle', () => {
  it('is exported by the contract and the types', () => {
    expect([spec, types].map(({ contractDigest }) => contractDigest)).toEqual([digest, digest]);
  });

  it('is in a header of each response of the mock', async () => {
    const mock = await createMock();
    const { headers } = await mock.handle({ method: 'GET', url: '/healthz', headers: {} });
    expect([mock.contractDigest, headers['x-contract-digest']]).toEqual([digest, digest]);
  });

  it('is in the footer of the reference', () => {
    const [, footer] = /<footer[^>]*>([\s\S]*?)<\/footer>/.exec(read('packages/apps/docs/dist/index.html')) ?? [];
    expect(footer).toContain(digest);
    expect(footer).toContain(version);
  });
});

describe('the bundle', () => {
  it('has the same content in YAML and in JSON', () => {
    expect(parse(read('spec/dist/openapi.yaml'))).toEqual(JSON.parse(read('spec/dist/openapi.json')));
  });
});

describe('the version of the contract', () => {
  it('is exported by the contract and the types', () => {
    expect([spec, types].map(({ contractVersion }) => contractVersion)).toEqual([version, version]);
  });

  it.each(manifests)('is that of $name and of the published packages that it depends on', (manifest) => {
    expect(manifest.version).toBe(version);
    const names = manifests.map(({ name }) => name);
    const dependencies = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies };
    const siblings = Object.entries(dependencies).filter(([name]) => names.includes(name));
    expect(siblings).toEqual(siblings.map(([name]) => [name, version]));
  });

  it.each(['spec/CHANGELOG.md', ...manifests.map(({ file }) => file.replace('package.json', 'CHANGELOG.md'))])(
    'is the newest in %s, if the file exists',
    (file) => {
      if (file !== 'spec/CHANGELOG.md' && !existsSync(join(root, file))) return;
      const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(read(file)) ?? [];
      expect(newest).toBe(version);
    },
  );
});
