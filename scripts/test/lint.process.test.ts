import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aispm-lint-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
}

function run(command: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', command), args, {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

describe('the check of layers', () => {
  const service = 'packages/apps/service/src';
  const imports: [rule: string, from: string, to: string][] = [
    ['lib-imports-no-higher-layer', 'packages/lib/openapi/src/a.ts', 'spec/build/b.ts'],
    ['contract-imports-no-higher-layer', 'spec/build/a.ts', 'packages/mock/src/b.ts'],
    ['types-imports-no-higher-layer', 'packages/types/src/a.ts', 'packages/lib/rules/src/b.ts'],
    ['libraries-imports-no-higher-layer', 'packages/lib/rules/src/a.ts', 'packages/scanner/src/b.ts'],
    ['published-imports-no-higher-layer', 'packages/client/src/a.ts', `${service}/b.ts`],
    ['applications-imports-no-higher-layer', `${service}/a.ts`, 'packages/tooling/contract-diff/src/b.ts'],
    ['checks-imports-no-higher-layer', 'packages/e2e/consumers/a.ts', 'scripts/b.ts'],
    ['only-tests-use-testing', 'packages/mock/src/a.ts', 'packages/tooling/testing/src/b.ts'],
    ['service-platform-imports-no-domain', `${service}/platform/a.ts`, `${service}/domains/scans/index.ts`],
    ['service-domains-import-nothing-above', `${service}/domains/scans/a.ts`, `${service}/composition/b.ts`],
    ['service-domains-have-one-entry', `${service}/domains/scans/a.ts`, `${service}/domains/findings/b.ts`],
    ['service-composition-imports-no-command', `${service}/composition/a.ts`, `${service}/command/b.ts`],
  ];

  const check = (rules = 'layers') => run('depcruise', '--config', join(root, `scripts/lint/${rules}.mjs`), '.');
  const importOf = (from: string, to: string) => {
    const steps = dirname(from)
      .split('/')
      .map(() => '..');
    return `import type { B } from '${[...steps, to].join('/')}';\nexport type A = B;\n`;
  };

  it('reports every import of a higher layer', () => {
    const files: Record<string, string> = {};
    for (const [, , to] of imports) files[to] = 'export type B = string;\n';
    for (const [, from, to] of imports) files[from] = (files[from] ?? '') + importOf(from, to);
    write(files);
    const { status, output } = check();
    for (const [rule, from, to] of imports) expect.soft(output).toContain(`error ${rule}: ${from} → ${to}`);
    expect(status).not.toBe(0);
  });

  it('reports a cycle of type imports', () => {
    write({
      'spec/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
      'spec/b.ts': "import type { A } from './a.ts';\nexport type B = A | 1;\n",
    });
    expect(check().output).toContain('error no-cycle');
  });

  it('reports a cycle of folders whose files have none', () => {
    write({
      'packages/client/src/call/a.ts': "import type { B } from '../lists/b.ts';\nexport type A = B;\n",
      'packages/client/src/lists/b.ts': 'export type B = 1;\n',
      'packages/client/src/lists/c.ts': "import type { D } from '../call/d.ts';\nexport type C = D;\n",
      'packages/client/src/call/d.ts': 'export type D = 1;\n',
    });
    expect(check('folders').output).toContain('error no-cycle-of-folders');
  });

  it('accepts imports of lower layers and of the entry of a domain', () => {
    const from = `${service}/domains/scans/a.ts`;
    const to = `${service}/domains/findings/index.ts`;
    write({ [from]: importOf(from, to), [to]: 'export type B = string;\n' });
    expect(check()).toMatchObject({ status: 0 });
  });
});

describe('the check of resolvers', () => {
  it.each([
    "export const key = (text: string) => text.replaceAll('~1', '/');",
    "export const key = (text: string) => text.replace(/~1/g, '/');",
    "export const keys = ($ref: string) => $ref.slice(2).split('/');",
  ])('reports %s', (source) => {
    write({
      'biome.json': JSON.stringify({ plugins: [join(root, 'scripts/lint/one-resolver.grit')] }),
      'pointer.ts': `${source}\n`,
    });
    const { status, output } = run('biome', 'lint', 'pointer.ts');
    expect(output).toContain('@aispm/openapi');
    expect(status).not.toBe(0);
  });
});

describe('the check of seeds', () => {
  it.each([
    "import fc from 'fast-check';\nfc.assert(property);",
    "import { assert } from 'fast-check';\nassert(property);",
    'fc.assert(property, { numRuns: 10, seed: 1 });',
    'fc.check(property, { seed });',
  ])('reports %s', (source) => {
    write({
      'biome.json': JSON.stringify({ plugins: [join(root, 'scripts/lint/one-seed.grit')] }),
      'property.ts': `${source}\n`,
    });
    const { status, output } = run('biome', 'lint', 'property.ts');
    expect(output).toContain('@aispm/testing/properties');
    expect(status).not.toBe(0);
  });

  it('accepts properties with the seed of all', () => {
    write({
      'biome.json': JSON.stringify({ plugins: [join(root, 'scripts/lint/one-seed.grit')] }),
      'property.ts': "import fc from '@aispm/testing/properties';\nfc.assert(property, { numRuns: 10 });\n",
    });
    const { status, output } = run('biome', 'lint', 'property.ts');
    expect(status, output).toBe(0);
  });
});

describe('the check of terms', () => {
  it('reports a replaced word in an identifier and suggests the term', () => {
    write({ 'a.ts': 'export const mendedAnswer = 1;\n' });
    const { status, output } = run('cspell', '--config', join(root, 'scripts/lint/terms.yaml'), join(folder, 'a.ts'));
    expect(output).toMatch(/Forbidden word \(mended\) fix: \(fixed\)/);
    expect(output).toMatch(/Forbidden word \(Answer\) fix: \(Response\)/);
    expect(status).not.toBe(0);
  });

  it('reports every replaced word of a long file', () => {
    const words = Array.from(
      { length: 2_000 },
      (_, number) => `word${'abcdefghij'[number % 10]}${'klmnopqrst'[number % 7]}z`,
    );
    const lines = words.map((word, number) => `${word} ${number % 200 === 199 ? 'answer' : 'response'}`);
    write({ 'long.md': `${lines.join('\n')}\n` });
    const { output } = run('cspell', '--config', join(root, 'scripts/lint/terms.yaml'), join(folder, 'long.md'));
    expect(output.match(/Forbidden word \(answer\)/g)).toHaveLength(10);
  });
});
