/** A copy of the sources of the contract, in which nothing is built, for tests that change them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What a build of the contract reads. */
const SOURCES = [
  ...['openapi.yaml', 'relations.yaml', 'resources', 'shared', 'guides', 'build', 'package.json'].map(
    (name) => `spec/${name}`,
  ),
  ...['lib/domain', 'lib/openapi', 'tooling/ruleset'].flatMap((name) => [
    `packages/${name}/src`,
    `packages/${name}/package.json`,
  ]),
  'redocly.yaml',
  '.spectral.yaml',
];

/** The copy of a group of tests. */
export interface Copy {
  /** Its root, as long as the tests of the group run. */
  readonly path: string;
  /** Replaces the first occurrence of a string in a file, which is named from the folder of the contract. */
  edit(file: string, search: string, replacement: string): void;
}

/** Copies the sources for the tests of a group, and removes the copy after them. */
export function useCopy(): Copy {
  let path = '';
  beforeAll(() => {
    path = mkdtempSync(join(tmpdir(), 'aispm-contract-'));
    for (const source of SOURCES) cpSync(join(root, source), join(path, source), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
  });
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    get path() {
      return path;
    },
    edit(file, search, replacement) {
      const target = join(path, 'spec', file);
      const text = readFileSync(target, 'utf8');
      expect(text).toContain(search);
      writeFileSync(target, text.replace(search, replacement));
    },
  };
}
