import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../commands.ts';
import { readManifest, workspaceFolders } from '../workspaces.ts';

const root = join(import.meta.dirname, '../..');
const { scripts = {} } = readManifest(root);
const all = ['.', ...workspaceFolders(root)].flatMap((folder) =>
  Object.entries(readManifest(join(root, folder)).scripts ?? {}).map(
    ([name, script]): [name: string, script: string] => [`${name} in ${folder}`, script],
  ),
);

/** What cmd.exe doesn't have: a replaced process, variables before a command or in it, single quotes, `;` and command substitution. */
const POSIX_ONLY = /^(exec|export|source) |^\w+=|&& *(exec |\w+=)|\$|'|;|`|\|\| *true|\b(rm|cp|mv|mkdir|cat|sh|bash) /;

describe('the scripts of package.json', () => {
  it('are few enough to read', () => {
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
  });

  it.each(all)('%s also runs on Windows', (_, script) => {
    expect(script).not.toMatch(POSIX_ONLY);
  });

  it('run commands that exist, and each command is run by one', () => {
    const run = all.flatMap(([, script]) => [...script.matchAll(/\brun\.js ([\w:-]+)/g)].map(([, name]) => name));
    expect(run.toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  });

  it('are described in scripts/README.md', () => {
    const guide = readFileSync(join(root, 'scripts/README.md'), 'utf8');
    const names = Object.keys(scripts).filter((name) => name !== 'postinstall');
    expect(names.filter((name) => !new RegExp(`\\bnpm (run )?${name}\\b`).test(guide))).toEqual([]);
  });
});
