/** The scripts and programs of the repository run on Linux, macOS and Windows. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest, workspaceFolders } from '../workspaces.ts';

const root = join(import.meta.dirname, '../..');

/** What npm's shells don't share: `sh`, and `cmd.exe` on Windows. Both have `&&`. */
const SHELL_ONLY =
  /(?:^|&& *)(?:exec|export|rm|cp|mv|mkdir|cat|touch|chmod|test|sh|bash|env|source|\.\/?|[A-Z_]+=\S*) |['$`;|\\<>]|&(?!&)(?<!&&)/;

describe('scripts of package.json', () => {
  it.each([
    'exec node start.ts',
    'NODE_ENV=test node start.ts',
    "node -e 'a'",
    'rm -rf dist && tsc',
    'tsc; node a.js',
    'node a.js | node b.js',
    'echo $HOME',
    'node a.js & node b.js',
  ])('detect "%s"', (script) => {
    expect(script).toMatch(SHELL_ONLY);
  });

  it.each(['.', ...workspaceFolders(root)])('need no certain shell in %s', (folder) => {
    const { scripts = {} } = readManifest(join(root, folder));
    expect(Object.entries(scripts).filter(([, script]) => SHELL_ONLY.test(script))).toEqual([]);
  });
});

/** A program that is started by a name without a folder. On Windows, those that npm installs are scripts, which only a shell starts. */
const BY_NAME = /\b(?:spawn|spawnSync|execFile|execFileSync|fork)\)?\(\s*'([\w-]+)'/g;

/** Programs that aren't scripts on Windows, or that only one platform has. */
const PROGRAMS = ['git', 'tar', 'ps', 'taskkill'];

it('packages, builds and scripts only start programs by name that are not scripts', () => {
  const files = globSync(['{spec,packages,scripts}/**/*.{ts,js,mjs}'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**', '**/test/**', 'packages/benchmarks/**'],
  });
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(BY_NAME)]
      .map(([, name = '']) => name)
      .filter((name) => !PROGRAMS.includes(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
