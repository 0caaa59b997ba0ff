/** Reads the contract of the commit where the working tree left the branch `main`. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Document, flattenSchemas } from '@aispm/openapi';

const root = join(import.meta.dirname, '../../../../..');
const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/** A commit to compare with. */
interface Commit {
  id: string;
  /** Says which commit it is, such as `where this branch left main`. */
  role: string;
}

/**
 * Finds the commit where the working tree left `main`; on `main` itself, the previous commit. Undefined for the first
 * commit, and for a clone of `main` that has only the newest.
 *
 * @param repository its folder
 * @param branch `main`, unless the build server says that the changes are for another branch
 * @throws {Error} when the clone lacks the branch or its history; the message has the command that gets them
 */
export function findBaseCommit(repository: string, branch = process.env.GITHUB_BASE_REF || 'main'): Commit | undefined {
  const git = (...args: string[]): string | undefined => {
    try {
      const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
      return execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio }).trim();
    } catch {
      return undefined;
    }
  };
  const head = git('rev-parse', 'HEAD');
  if (!head) throw new Error('This folder is not a git repository. Use --no-main to skip the comparison with main.');
  const main =
    git('rev-parse', '--verify', '--quiet', `refs/remotes/origin/${branch}`) ??
    git('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`);
  if (!main) {
    throw new Error(
      `The clone has no branch ${branch} to compare with. Run "git fetch origin ${branch}:${branch}", or use --no-main.`,
    );
  }
  const mergeBase = git('merge-base', 'HEAD', main);
  if (!mergeBase) {
    const isShallow = git('rev-parse', '--is-shallow-repository') === 'true';
    const problem = isShallow
      ? `The clone is too shallow: it lacks the commit where it left ${branch}. Run "git fetch --unshallow"`
      : `This branch and ${branch} have no commit in common. Rebase it`;
    throw new Error(`${problem}, or use --no-main.`);
  }
  if (mergeBase !== head) return { id: mergeBase, role: `where this branch left ${branch}` };
  const previous = git('rev-parse', '--verify', '--quiet', 'HEAD~1');
  return previous ? { id: previous, role: `the previous commit of ${branch}` } : undefined;
}

/**
 * Returns whether the branch `main` has a file. A repository without that branch may lack what has been released, so it
 * counts as one that has the file.
 *
 * @param repository its folder
 * @param file its path from the root of the repository
 */
export function isOnMain(repository: string, file: string): boolean {
  const succeeds = (...args: string[]) => spawnSync('git', args, { cwd: repository, stdio: 'ignore' }).status === 0;
  const refs = ['refs/remotes/origin/main', 'refs/heads/main'].filter((ref) =>
    succeeds('rev-parse', '--verify', '--quiet', ref),
  );
  return refs.length === 0 || refs.some((ref) => succeeds('cat-file', '-e', `${ref}:${file}`));
}

/**
 * Bundles the contract of a commit with the tools of the working tree.
 *
 * @throws {Error} when it can't be bundled
 */
export async function bundleContract({ id }: Commit): Promise<Document> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-main-'));
  try {
    const archive = execFileSync('git', ['archive', id], { cwd: root, maxBuffer: 2 ** 28 });
    execFileSync('tar', ['-x'], { cwd: folder, input: archive });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const bundle = join(folder, 'bundle.json');
    await promisify(execFile)(process.execPath, [redocly, 'bundle', 'aispm', '--output', bundle], { cwd: folder });
    const contract = JSON.parse(readFileSync(bundle, 'utf8'));
    flattenSchemas(contract);
    return contract;
  } catch (error) {
    const [reason] = String((error as { stderr?: unknown }).stderr || (error as Error).message).split('\n');
    throw new Error(`The contract of ${id.slice(0, 10)} cannot be bundled: ${reason}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
