import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, test } from 'vitest';

/** What the mock has besides code: where it differs, the contract, and the licences of what it contains. */
const ofTheMock = ['MOCK_DIFFERENCES.md', 'dist/contract.bin', 'dist/msw.browser.licences.txt'];

describe.each(inject('tarballs'))('the tarball of $name', ({ path, files }) => {
  const data = new Uint8Array(readFileSync(path));

  test('has the built files, the manifest and the README, and nothing else', () => {
    expect(files).toEqual(expect.arrayContaining(['README.md', 'dist/index.d.ts', 'dist/index.js', 'package.json']));
    expect(
      files.filter(
        (file) =>
          !/^(README\.md|LICENSE|package\.json|dist\/.+\.(js|d\.ts|js\.map))$/.test(file) && !ofTheMock.includes(file),
      ),
    ).toEqual([]);
  });

  test('has nothing for publint to complain about', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: data.slice().buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}, { color: false }))).toEqual([]);
  });

  test('has types that every way of resolving ES modules finds', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(data));
    if (!analysis.types) throw new Error('The tarball has no types.');
    // The packages are ES modules with `exports`, so `require` of Node 16 and the resolution before `exports` are out.
    const left = analysis.problems.filter(
      (problem) => !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)),
    );
    expect(left).toEqual([]);
    for (const { resolutions } of Object.values(analysis.entrypoints)) {
      expect(resolutions.bundler.resolution?.fileName).toBeDefined();
      expect(resolutions['node16-esm'].resolution?.fileName).toBeDefined();
    }
  });
});
