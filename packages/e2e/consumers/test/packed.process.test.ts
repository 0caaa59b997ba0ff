import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { lintSource } from '@secretlint/core';
import { creator as secrets } from '@secretlint/secretlint-rule-preset-recommend';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, it } from 'vitest';
import budgets from '../budgets.json' with { type: 'json' };
import { whenInstalled } from './when-installed.ts';

const { project, tarballs } = await whenInstalled();
const root = join(import.meta.dirname, '../../../..');

describe('the size budgets', () => {
  it('exist for exactly the published packages', () => {
    expect(Object.keys(budgets).sort()).toEqual(tarballs.map(({ name }) => name).sort());
  });
});

describe.each(tarballs)('the tarball of $name', ({ name, path, size, unpackedSize, files }) => {
  const data = new Uint8Array(readFileSync(path));
  const readInstalled = (file: string) => readFileSync(join(project, 'node_modules', name, file));

  it('has the files that are listed in tarballs/', async () => {
    await expect(`${files.join('\n')}\n`).toMatchFileSnapshot(`../tarballs/${name.replace('/', '-')}.txt`);
  });

  it('has the manifest, the README, the license and build output, and no sources or tests', () => {
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    const others = files.filter((file) => !/^(LICENSE|package\.json|[A-Z_]+\.md)$/.test(file));
    // The known differences of the mock are data; users pass their path to a command.
    expect(others.filter((file) => !/^(dist|known)\//.test(file))).toEqual([]);
    expect(others.filter((file) => /(?<!\.d)\.[cm]?tsx?$|\btests?\b|\bspec\./.test(file))).toEqual([]);
  });

  it('has the license of this repository', () => {
    expect(readInstalled('LICENSE').equals(readFileSync(join(root, 'LICENSE')))).toBe(true);
  });

  it('stays within its size budget', () => {
    const budget = budgets[name as keyof typeof budgets];
    expect(size).toBeLessThanOrEqual(budget.packed);
    expect(unpackedSize).toBeLessThanOrEqual(budget.unpacked);
  });

  it('has source maps that contain their sources, because the tarball does not contain the source files', () => {
    for (const file of files.filter((file) => file.endsWith('.map'))) {
      const { sources, sourcesContent = [] } = JSON.parse(readInstalled(file).toString());
      expect(sourcesContent.filter(Boolean), file).toHaveLength(sources.length);
    }
  });

  it('has no secrets', async () => {
    for (const file of files) {
      const { messages } = await lintSource({
        source: { filePath: file, content: readInstalled(file).toString(), ext: extname(file), contentType: 'text' },
        options: { config: { rules: [{ id: 'secrets', rule: secrets, options: {} }] } },
      });
      expect(messages.map(({ message }) => `${file}: ${message}`)).toEqual([]);
    }
  });

  it('passes publint', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: data.slice().buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}, { color: false }))).toEqual([]);
  });
});

const typed = tarballs.filter(({ files }) => files.some((file) => file.endsWith('.d.ts')));

/** The packages that also run as CommonJS. */
const COMMONJS = ['@aispm/client', '@aispm/react-query', '@aispm/types'];

describe.each(typed)('the tarball of $name with types', ({ name, path }) => {
  it('has types for every module resolution', async () => {
    const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(path)));
    // Documents are not imported.
    const analysis = await checkPackage(tarball, { excludeEntrypoints: [/\.(yaml|json)$/] });
    if (!analysis.types) throw new Error('The tarball has no types.');
    if (COMMONJS.includes(name)) {
      expect(analysis.problems).toEqual([]);
      const formats = Object.values(analysis.entrypoints).map(({ resolutions }) => Object.values(resolutions));
      expect(formats.flat().filter(({ resolution }) => !resolution)).toEqual([]);
      return;
    }
    // Resolution without `exports` is not supported. `require` finds an ES module, which Node.js supports from 20.19 on (see
    // projects.test.ts); the tool assumes an older version.
    const problems = analysis.problems.filter(
      (problem) =>
        !('resolutionKind' in problem && problem.resolutionKind === 'node10') && problem.kind !== 'CJSResolvesToESM',
    );
    expect(problems).toEqual([]);
    for (const { resolutions } of Object.values(analysis.entrypoints)) {
      for (const resolution of ['bundler', 'node16-esm', 'node16-cjs'] as const) {
        expect(resolutions[resolution].resolution?.fileName, resolution).toBeDefined();
      }
    }
  });
});
