import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../workspaces.ts';

const root = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
/** Imports and exports of values at the beginning of a line; those of types load nothing. */
const LOADS = /^(?:import|export)(?! type\b)[^;]*?from '([^']+)'|^import '([^']+)'/gm;

/** The programs that the commands of the repository run before they have built anything. */
const entries = Object.entries(readManifest(root).scripts ?? {}).flatMap(([command, text]) => {
  const parts = text.split(' && ');
  const builds = parts.findIndex((part) => /^npm run|turbo\.ts run/.test(part));
  const early = builds < 0 ? parts : parts.slice(0, builds + 1);
  return early.flatMap((part) => [...part.matchAll(/[\w./-]+\.[jt]s\b/g)].map(([file]) => [command, file] as const));
});

/** Returns the built files that a program loads when it starts, with the file that loads them. */
function findBuiltFiles(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return [...readFileSync(file, 'utf8').matchAll(LOADS)].flatMap(([, from, alone]) => {
    const name = from ?? alone ?? '';
    if (!/^\.|^@aispm\//.test(name)) return [];
    const target = name.startsWith('.') ? join(dirname(file), name) : require.resolve(name);
    if (/[\\/]dist[\\/]/.test(target)) return [`${relative(root, file)} loads ${name}`];
    return findBuiltFiles(target, seen);
  });
}

describe('in a fresh clone, where nothing is built', () => {
  it('the programs of some commands run', () => {
    expect(entries.map(([command]) => command)).toEqual(
      expect.arrayContaining(['start', 'dev', 'test', 'new:operation']),
    );
  });

  it.each(entries)('npm run %s starts %s', (_, file) => {
    expect(findBuiltFiles(join(root, file))).toEqual([]);
  });
});
