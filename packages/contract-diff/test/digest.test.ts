/** One contract, one digest, one version: in everything that is made of it. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as client from '@aispm/client/digest';
import { createMock } from '@aispm/mock';
import * as spec from '@aispm/spec/digest';
import * as types from '@aispm/types/digest';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const digest = createHash('sha256').update(read('spec/dist/openapi.json')).digest('hex');
const { version } = JSON.parse(read('spec/dist/openapi.json')).info;
const manifests = globSync(['spec/package.json', 'packages/*/package.json'], { cwd: root })
  .map((file) => ({ file, ...JSON.parse(read(file)) }))
  .filter((manifest) => !manifest.private);

test('the digest of the bundle is in the contract, the types and the client', () => {
  expect([spec, types, client].map(({ contractDigest }) => contractDigest)).toEqual([digest, digest, digest]);
});

test('the digest of the bundle is on an answer of the mock', async () => {
  const mock = await createMock();
  const { headers } = await mock.handle({ method: 'GET', url: '/healthz', headers: {} });
  expect([mock.contractDigest, headers['x-contract-digest']]).toEqual([digest, digest]);
});

test('the digest of the bundle is in the footer of the reference', () => {
  const [, footer] = /<footer[^>]*>([\s\S]*?)<\/footer>/.exec(read('packages/docs/dist/index.html')) ?? [];
  expect(footer).toContain(digest);
  expect(footer).toContain(version);
});

test('the bundle as YAML says the same as the bundle as JSON', () => {
  expect(parse(read('spec/dist/openapi.yaml'))).toEqual(JSON.parse(read('spec/dist/openapi.json')));
});

test('the contract, the types and the client have the version of the contract', () => {
  expect([spec, types, client].map(({ contractVersion }) => contractVersion)).toEqual([version, version, version]);
});

test.each(manifests)('$name has the version of the contract, and asks for it of the others', (manifest) => {
  expect(manifest.version).toBe(version);
  const names = manifests.map(({ name }) => name);
  const asked = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies });
  const siblings = asked.filter(([name]) => names.includes(name));
  expect(siblings).toEqual(siblings.map(([name]) => [name, version]));
});

test.each(['spec/CHANGELOG.md', ...manifests.map(({ file }) => file.replace('package.json', 'CHANGELOG.md'))])(
  '%s starts with the version of the contract, if there is one',
  (file) => {
    if (file !== 'spec/CHANGELOG.md' && !existsSync(join(root, file))) return;
    const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(read(file)) ?? [];
    expect(newest).toBe(version);
  },
);
