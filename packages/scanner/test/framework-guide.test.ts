/** The example of FRAMEWORKS.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FRAMEWORKS as CATALOGUE } from '../src/frameworks/frameworks.ts';
import type { Framework } from '../src/recognize/shared/framework.ts';

const text = readFileSync(join(import.meta.dirname, '../FRAMEWORKS.md'), 'utf8');
const [source = '', table = '', expectation = ''] = [...text.matchAll(/^( *)```\w+\n([\s\S]*?)^ *```$/gm)].map(
  ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
);
const expected = [...expectation.matchAll(/'([^']+ -\w+-> [^']+)'/g)].map(([, relation]) => relation);

const folder = mkdtempSync(join(tmpdir(), 'scanner-framework-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.doUnmock('../src/frameworks/frameworks.ts');
  vi.resetModules();
});

/** Returns what the scanner finds in the example with a framework in its catalogue. */
async function relationsWith(framework: Framework): Promise<readonly string[]> {
  vi.resetModules();
  vi.doMock('../src/frameworks/frameworks.ts', () => ({ FRAMEWORKS: [...CATALOGUE, framework] }));
  const { scanSources } = await import('./scan-sources.ts');
  return (await scanSources({ 'desk/crew.py': source })).relations();
}

describe('the framework that the guide adds', () => {
  let harbourmaster: Framework;
  beforeAll(async () => {
    const file = join(folder, 'harbourmaster.ts');
    writeFileSync(file, table);
    ({ harbourmaster } = await import(file));
  });

  it('finds the relations of its fixture', async () => {
    expect(expected).toHaveLength(5);
    expect(await relationsWith(harbourmaster)).toEqual(expected);
  });

  it('needs each entry of its table', async () => {
    for (const component of harbourmaster.components) {
      const components = harbourmaster.components.filter((each) => each !== component);
      expect(await relationsWith({ ...harbourmaster, components }), component.role).not.toEqual(expected);
    }
  });
});
