/** What is generated follows from the sources alone: not from the folder, the locale, the time zone, or an earlier build. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtFiles, copyTree, fingerprints, root, sourceFiles } from './tree-copy.ts';

/** Letters are cased otherwise in Turkish, and the Chatham Islands are 12:45 hours ahead. */
const elsewhere = { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Chatham' };

/** Committed files that are generated, with what writes them. */
const GENERATED: [file: string, command: string[]][] = [
  ['packages/ruleset/RULES.md', ['packages/ruleset/build/write-rules-page.ts']],
  ['packages/contract-diff/VERDICTS.md', ['packages/contract-diff/test/write-verdicts.ts']],
  ['surface', ['packages/contract-diff/src/write.ts']],
  ['spec/CHANGELOG.md', ['packages/contract-diff/src/write.ts']],
];

mkdirSync(join(root, 'reports'), { recursive: true });
const temporary = mkdtempSync(join(root, 'reports', 'determinism-'));
const tree = join(temporary, 'another', 'folder');
const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, {
    cwd: tree,
    encoding: 'utf8',
    // A cache of its own: neither a build of yesterday nor one of another worktree comes from it.
    env: { ...process.env, ...elsewhere, TURBO_CACHE_DIR: join(temporary, 'cache') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
/** Loose, for turbo would keep the locale from the tasks. */
const build = (...which: string[]) =>
  run(process.execPath, 'scripts/turbo.ts', 'run', 'build', '--output-logs=errors-only', '--env-mode=loose', ...which);

beforeAll(() => {
  mkdirSync(tree, { recursive: true });
  copyTree(tree);
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

test('a cold build of the contract in another folder, locale and time zone gives the same bytes', () => {
  build('--filter=@aispm/spec');
  const files = builtFiles(tree);
  expect(files).toEqual(expect.arrayContaining(['spec/dist/openapi.json', 'spec/dist/openapi.yaml']));
  expect(fingerprints(tree, files)).toEqual(fingerprints(root, files));
});

const WHOLE = { tags: ['long'] };

test('a cold build in another folder, locale and time zone gives the same bytes', WHOLE, () => {
  build();
  const files = builtFiles(root);
  expect(files.length).toBeGreaterThan(20);
  expect(builtFiles(tree)).toEqual(files);
  expect(fingerprints(tree, files)).toEqual(fingerprints(root, files));
});

test('what comes from the cache is what was built', WHOLE, () => {
  const files = builtFiles(tree);
  const built = fingerprints(tree, files);
  for (const file of files) rmSync(join(tree, file));
  expect(build()).toMatch(/FULL TURBO/);
  expect(fingerprints(tree, files)).toEqual(built);
});

test('every generated file that is committed is the one that its generator writes', WHOLE, () => {
  for (const [file] of GENERATED) rmSync(join(tree, file), { recursive: true });
  for (const command of new Set(GENERATED.map(([, command]) => command[0] as string))) run(process.execPath, command);
  const files = sourceFiles().filter((file) => GENERATED.some(([it]) => file === it || file.startsWith(`${it}/`)));
  expect(files.length).toBeGreaterThanOrEqual(GENERATED.length);
  expect(fingerprints(tree, files)).toEqual(fingerprints(root, files));
});

test('the lock file is the one that npm makes of the manifests, with every platform of a package that has several', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const bare = join(temporary, 'lock');
  for (const file of sourceFiles().filter((it) => /(^|\/)(package(-lock)?\.json|\.npmrc)$/.test(it))) {
    mkdirSync(join(bare, file, '..'), { recursive: true });
    writeFileSync(join(bare, file), readFileSync(join(root, file)));
  }
  const npm = ['install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund'];
  execFileSync('npm', npm, { cwd: bare, stdio: ['ignore', 'pipe', 'pipe'] });
  expect(readFileSync(join(bare, 'package-lock.json'), 'utf8') === lock, 'run "npm install" and commit the lock').toBe(
    true,
  );

  const packages: Record<string, { optionalDependencies?: Record<string, string> }> = JSON.parse(lock).packages;
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isInstalledFor(path, name, packages)),
  );
  expect(missing).toEqual([]);
});

/** Whether a package would find another one, in its own folder or in one above. */
function isInstalledFor(path: string, name: string, packages: object): boolean {
  const folders = path
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, parts.length - index).join('/node_modules/'));
  return [...folders, ''].some((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages);
}
