/** A copy of the repository that mutations may change. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNpm } from './run-npm.ts';

/** Folder of the copy, which the next run uses again. */
const FOLDER = join(tmpdir(), 'aispm-mutations');

/** A file in the copy while what is built there isn't that of its commit, so that an interrupted run builds again. */
export const STALE = '.stale';

/** A checkout with installed dependencies and built packages. */
export interface Copy {
  root: string;
  /** The commit, abbreviated. */
  commit: string;
}

/**
 * Copies the last commit of a repository, installs what it needs, and builds it. An earlier copy is brought to that commit.
 *
 * @param root the repository, which itself stays as it is
 */
export async function prepareCopy(root: string): Promise<Copy> {
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
  const commit = git(root, 'rev-parse', 'HEAD');
  if (!existsSync(join(FOLDER, '.git'))) git(root, 'clone', '--quiet', '--no-checkout', root, FOLDER);
  const isBuilt = !existsSync(join(FOLDER, STALE)) && git(FOLDER, 'rev-parse', 'HEAD') === commit;
  writeFileSync(join(FOLDER, STALE), '');
  const lockBefore = existsSync(join(FOLDER, 'package-lock.json')) && git(FOLDER, 'hash-object', 'package-lock.json');
  git(FOLDER, 'fetch', '--quiet', root, commit);
  git(FOLDER, 'checkout', '--quiet', '--force', '--detach', commit);
  const isInstalled =
    existsSync(join(FOLDER, 'node_modules')) && lockBefore === git(FOLDER, 'hash-object', 'package-lock.json');
  const steps = [...(isInstalled ? [] : [['ci']]), ...(isInstalled && isBuilt ? [] : [['run', 'build']])];
  for (const args of steps) {
    const { code, output } = await runNpm(FOLDER, args);
    if (code !== 0) throw new Error(`npm ${args.join(' ')} failed in ${FOLDER}:\n${output}`);
  }
  rmSync(join(FOLDER, STALE), { force: true });
  return { root: FOLDER, commit: commit.slice(0, 8) };
}
