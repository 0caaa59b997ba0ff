/** The contract as it is on the branch `main`. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { flattenSchemas } from '../../../spec/build/flatten-schemas.ts';
import type { Json } from './document.ts';

const root = join(import.meta.dirname, '../../..');
const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/** A commit to compare with. */
interface Commit {
  id: string;
  /** What it is, such as `where this branch left main`. */
  role: string;
}

/**
 * The commit where the working tree left `main`; on `main` itself, the commit before. Undefined for the first commit of
 * all, and for a clone of `main` that has only the newest.
 *
 * @param repository its folder
 * @param base name of the branch, `main` unless the build server says that the changes go elsewhere
 * @throws Error when the clone does not have what it takes, with the command that gets it
 */
export function commitToCompare(repository: string, base = process.env.GITHUB_BASE_REF || 'main'): Commit | undefined {
  const git = (...args: string[]): string | undefined => {
    try {
      const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
      return execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio }).trim();
    } catch {
      return undefined;
    }
  };
  const head = git('rev-parse', 'HEAD');
  if (!head) throw new Error('This is not a git repository; leave the comparison with main out by --no-main.');
  const main =
    git('rev-parse', '--verify', '--quiet', `refs/remotes/origin/${base}`) ??
    git('rev-parse', '--verify', '--quiet', `refs/heads/${base}`);
  if (!main) {
    throw new Error(
      `There is no branch ${base} to compare with. Get it by "git fetch origin ${base}:${base}", or leave it out by --no-main.`,
    );
  }
  const parted = git('merge-base', 'HEAD', main);
  const shallow = git('rev-parse', '--is-shallow-repository') === 'true';
  if (!parted) {
    const reason = shallow
      ? `This clone is too shallow to see where it left ${base}. Get the rest by "git fetch --unshallow"`
      : `This branch and ${base} have no commit in common. Rebase it`;
    throw new Error(`${reason}, or leave the comparison out by --no-main.`);
  }
  if (parted !== head) return { id: parted, role: `where this branch left ${base}` };
  const before = git('rev-parse', '--verify', '--quiet', 'HEAD~1');
  return before ? { id: before, role: `the commit before, as this is ${base}` } : undefined;
}

/**
 * Bundles the contract of a commit, by the tools of the working tree.
 *
 * @throws Error when it cannot be bundled
 */
export async function contractAt({ id }: Commit): Promise<Json> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-main-'));
  try {
    const archive = execFileSync('git', ['archive', id, 'spec', 'redocly.yaml'], { cwd: root, maxBuffer: 2 ** 28 });
    execFileSync('tar', ['-x'], { cwd: folder, input: archive });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const bundle = join(folder, 'bundle.json');
    await promisify(execFile)(process.execPath, [redocly, 'bundle', 'aispm', '--output', bundle], { cwd: folder });
    const contract: Json = JSON.parse(readFileSync(bundle, 'utf8'));
    flattenSchemas(contract);
    return contract;
  } catch (error) {
    const [line] = String((error as { stderr?: unknown }).stderr || (error as Error).message).split('\n');
    throw new Error(`The contract of ${id.slice(0, 10)} cannot be bundled: ${line}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
