import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../commands.ts';

const root = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
/** Imports and exports of values at the start of a line; those of types load nothing. */
const LOADS = /^(?:import|export)(?! type\b)[^;]*?from '([^']+)'|^import '([^']+)'/gm;

/** The programs that run before the commands of the repository have built anything. */
const entries = [
  ['run', 'scripts/run.js'],
  ['run', 'scripts/commands.ts'],
  ...Object.entries(COMMANDS).flatMap(([command, steps]) => {
    const builds = steps.findIndex((step) => 'build' in step || 'turbo' in step);
    const early = builds < 0 ? steps : steps.slice(0, builds);
    return early.flatMap((step) => ('program' in step ? [[command, step.program[0]] as const] : []));
  }),
] as [command: string, file: string][];

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
  it('some commands start programs', () => {
    expect(entries.map(([command]) => command)).toEqual(
      expect.arrayContaining(['start', 'dev', 'pack', 'new:operation']),
    );
  });

  it.each(entries)('%s starts %s', (_, file) => {
    expect(findBuiltFiles(join(root, file))).toEqual([]);
  });
});
