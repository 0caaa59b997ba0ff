/** Generated files depend only on the sources: not on the folder, the locale, the time zone or an earlier build. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTree, fingerprintFiles, listBuiltFiles, listOutputFolders, listSourceFiles, root } from './tree-copy.ts';

/** Turkish has other case mappings, and the Chatham Islands are 12:45 hours ahead of UTC. */
const OTHER_ENVIRONMENT = { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Chatham' };

/** Generated files that are committed, with the commands that write them. */
const GENERATED: [file: string, command: string[]][] = [
  ['packages/tooling/ruleset/RULES.md', ['packages/tooling/ruleset/build/write-rules-page.ts']],
  ['packages/tooling/contract-diff/VERDICTS.md', ['packages/tooling/contract-diff/test/write-verdicts.ts']],
  ['packages/client/etc', ['packages/tooling/contract-diff/src/write.ts']],
  ['packages/types/etc', ['packages/tooling/contract-diff/src/write.ts']],
  ['spec/CHANGELOG.md', ['packages/tooling/contract-diff/src/write.ts']],
];

mkdirSync(join(root, 'reports'), { recursive: true });
const temporary = mkdtempSync(join(root, 'reports', 'determinism-'));
const tree = join(temporary, 'another', 'folder');
const run = (command: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    // An empty cache, without the results of earlier builds and of other worktrees.
    env: { ...process.env, ...OTHER_ENVIRONMENT, TURBO_CACHE_DIR: join(temporary, 'cache') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // turbo prints the errors of its tasks to standard output.
  if (status !== 0)
    throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout.slice(-2000)}\n${stderr.slice(-1000)}`);
  return stdout;
};
/** The environment is loose, because turbo wouldn't pass the locale to its tasks. */
const build = (...filters: string[]) =>
  run(process.execPath, 'scripts/run.js', 'build', '--output-logs=errors-only', '--env-mode=loose', ...filters);

beforeAll(() => {
  mkdirSync(tree, { recursive: true });
  copyTree(tree);
});
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** Builds the contract and its tools without a cache. */
const CONTRACT = { timeout: 240_000 };
/** Builds every package without a cache. */
const COMPLETE_BUILD = { timeout: 900_000 };

describe('a build in another folder, locale and time zone', () => {
  it('writes the same contract', CONTRACT, () => {
    build('--filter=@aispm/spec');
    const files = listBuiltFiles(tree);
    expect(files).toEqual(expect.arrayContaining(['spec/dist/openapi.json', 'spec/dist/openapi.yaml']));
    expect(fingerprintFiles(tree, files)).toEqual(fingerprintFiles(root, files));
  });

  it('writes the same files in all packages, and removes those of deleted sources', COMPLETE_BUILD, () => {
    for (const folder of listOutputFolders(tree)) {
      mkdirSync(join(tree, folder), { recursive: true });
      writeFileSync(join(tree, folder, 'deleted-source.js'), '');
    }
    build('--force');
    const files = listBuiltFiles(root);
    expect(files.length).toBeGreaterThan(20);
    expect(listBuiltFiles(tree)).toEqual(files);
    expect(fingerprintFiles(tree, files)).toEqual(fingerprintFiles(root, files));
  });

  it('restores the same files from the cache', COMPLETE_BUILD, () => {
    const files = listBuiltFiles(tree);
    const built = fingerprintFiles(tree, files);
    for (const file of files) rmSync(join(tree, file));
    expect(build()).toMatch(/FULL TURBO/);
    expect(fingerprintFiles(tree, files)).toEqual(built);
  });

  it('writes the generated files that are committed', COMPLETE_BUILD, () => {
    for (const [file] of GENERATED) rmSync(join(tree, file), { recursive: true });
    for (const command of new Set(GENERATED.map(([, command]) => command[0] as string))) run(process.execPath, command);
    const files = listSourceFiles().filter((file) =>
      GENERATED.some(([path]) => file === path || file.startsWith(`${path}/`)),
    );
    expect(files.length).toBeGreaterThanOrEqual(GENERATED.length);
    expect(fingerprintFiles(tree, files)).toEqual(fingerprintFiles(root, files));
  });
});
