import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { lintSource } from '@secretlint/core';
import { creator as secrets } from '@secretlint/secretlint-rule-preset-recommend';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, test } from 'vitest';
import budgets from '../budgets.json' with { type: 'json' };

const tarballs = inject('tarballs');
const root = join(import.meta.dirname, '../../..');

test('every published package has a size budget, and every budget a package', () => {
  expect(Object.keys(budgets).sort()).toEqual(tarballs.map(({ name }) => name).sort());
});

describe.each(tarballs)('the tarball of $name', ({ name, path, size, unpackedSize, files }) => {
  const data = new Uint8Array(readFileSync(path));
  const installed = (file: string) => readFileSync(join(inject('project'), 'node_modules', name, file));

  test('has the files that it is known to have', async () => {
    await expect(`${files.join('\n')}\n`).toMatchFileSnapshot(`../tarballs/${name.replace('/', '-')}.txt`);
  });

  test('has the manifest, the README and the license, what is built, and no sources or tests', () => {
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    const others = files.filter((file) => !/^(LICENSE|package\.json|[A-Z_]+\.md)$/.test(file));
    // Differences of the mock that are known are data, which users give to the command by its path.
    expect(others.filter((file) => !/^(dist|known)\//.test(file))).toEqual([]);
    expect(others.filter((file) => /(?<!\.d)\.[cm]?tsx?$|\btests?\b|\bspec\./.test(file))).toEqual([]);
  });

  test('has the license of this repository', () => {
    expect(installed('LICENSE').equals(readFileSync(join(root, 'LICENSE')))).toBe(true);
  });

  test('stays within its size budget', () => {
    const budget = budgets[name as keyof typeof budgets];
    expect(size).toBeLessThanOrEqual(budget.packed);
    expect(unpackedSize).toBeLessThanOrEqual(budget.unpacked);
  });

  test('has source maps that carry their sources, since the files that they name are not there', () => {
    for (const file of files.filter((file) => file.endsWith('.map'))) {
      const { sources, sourcesContent = [] } = JSON.parse(installed(file).toString());
      expect(sourcesContent.filter(Boolean), file).toHaveLength(sources.length);
    }
  });

  test('has no secrets', async () => {
    for (const file of files) {
      const { messages } = await lintSource({
        source: { filePath: file, content: installed(file).toString(), ext: extname(file), contentType: 'text' },
        options: { config: { rules: [{ id: 'secrets', rule: secrets, options: {} }] } },
      });
      expect(messages.map(({ message }) => `${file}: ${message}`)).toEqual([]);
    }
  });

  test('has nothing for publint to complain about', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: data.slice().buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}, { color: false }))).toEqual([]);
  });
});

const typed = tarballs.filter(({ files }) => files.some((file) => file.endsWith('.d.ts')));

describe.each(typed)('the tarball of $name', ({ path }) => {
  test('has types for every way of resolving exports', async () => {
    const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(path)));
    // A document is read, not imported.
    const analysis = await checkPackage(tarball, { excludeEntrypoints: [/\.(yaml|json)$/] });
    if (!analysis.types) throw new Error('The tarball has no types.');
    // Resolution from before `exports` is out. `require` finds an ES module, which Node.js runs from 20.19 on
    // (projects.test.ts); the tool judges by older ones.
    const left = analysis.problems.filter(
      (problem) =>
        !('resolutionKind' in problem && problem.resolutionKind === 'node10') && problem.kind !== 'CJSResolvesToESM',
    );
    expect(left).toEqual([]);
    for (const { resolutions } of Object.values(analysis.entrypoints)) {
      for (const way of ['bundler', 'node16-esm', 'node16-cjs'] as const) {
        expect(resolutions[way].resolution?.fileName, way).toBeDefined();
      }
    }
  });
});
