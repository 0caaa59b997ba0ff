/** Reads a repository with git: its files, its URL and its commit. Nothing is written, and no hook is executed. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { trimEnd } from '@aispm/openapi/trim';
import { findProgram } from './folders.ts';

/** What git says of a folder. */
export interface Repository {
  /** Address of the remote repository without credentials, such as `https://github.com/org/name`. */
  readonly url?: string;
  readonly branch?: string;
  readonly commit?: string;
  /** Folder of the scanned path below the root of the repository, with a trailing `/`; empty for the root. */
  readonly prefix: string;
}

const MAX_OUTPUT = 256 * 1024 * 1024;
const TIMEOUT = 60_000;

const GIT = process.platform === 'win32' ? findProgram('git.exe', process.env.PATH ?? '', existsSync) : 'git';

async function git(folder: string, args: readonly string[]): Promise<string | undefined> {
  return (await gitBytes(folder, args))?.toString('utf8');
}

/** @param input what git reads from its standard input */
async function gitBytes(folder: string, args: readonly string[], input = ''): Promise<Buffer | undefined> {
  const program = GIT;
  if (program === undefined) return undefined;
  const options = {
    cwd: folder,
    maxBuffer: MAX_OUTPUT,
    timeout: TIMEOUT,
    // No pagers, no prompts, no optional writes, and no settings of the repository that execute programs.
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' },
    encoding: 'buffer',
  } as const;
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false'];
  return new Promise((resolve) => {
    const child = execFile(program, [...safe, ...args], options, (error, output) =>
      resolve(error === null ? output : undefined),
    );
    // A git that has ended doesn't read its input.
    child.stdin?.on('error', () => {}).end(input);
  });
}

/** Returns whether git can know a folder, without starting it: there is a `.git` in the folder or above it, or the environment names one. */
function mayBeRepository(folder: string): boolean {
  if (process.env.GIT_DIR !== undefined) return true;
  for (let each = resolve(folder); ; each = dirname(each)) {
    if (existsSync(join(each, '.git'))) return true;
    if (dirname(each) === each) return false;
  }
}

/** The files that git lists. The working tree need not have all of them. */
export interface ListedFiles {
  /** The tracked files, and the untracked ones that aren't ignored. */
  readonly paths: readonly string[];
  /** Those that a sparse checkout leaves out. */
  readonly sparse: ReadonlySet<string>;
}

/** Lists the files of a git repository; undefined outside of one. */
export async function listFiles(folder: string): Promise<ListedFiles | undefined> {
  if (!mayBeRepository(folder)) return undefined;
  const output = await git(folder, ['ls-files', '-z', '-t', '--cached', '--others', '--exclude-standard']);
  // Each line has a tag: `H path`, and `S path` for what isn't checked out.
  const lines = output?.split('\0').filter((line) => line !== '');
  return (
    lines && {
      paths: lines.map((line) => line.slice(2)),
      sparse: new Set(lines.filter((line) => line.startsWith('S ')).map((line) => line.slice(2))),
    }
  );
}

/** Lists the files that differ from a commit; undefined when git doesn't know it. */
export async function listChangedFiles(folder: string, reference: string): Promise<readonly string[] | undefined> {
  if (reference.startsWith('-')) return undefined;
  const output = await git(folder, [
    'diff',
    '--name-only',
    '-z',
    '--relative',
    '--no-ext-diff',
    '--merge-base',
    reference,
    '--',
  ]);
  return output?.split('\0').filter((path) => path !== '');
}

/** Returns the hash of the commit that a reference names; undefined when git doesn't know it. */
export async function findCommit(folder: string, reference: string): Promise<string | undefined> {
  if (reference.startsWith('-')) return undefined;
  const output = await git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${reference}^{commit}`]);
  return output?.trim();
}

/** Returns the hash of the newest common ancestor of two commits; undefined when they have none. */
export async function findMergeBase(folder: string, one: string, other: string): Promise<string | undefined> {
  return (await git(folder, ['merge-base', one, other]))?.trim();
}

/** A file of a commit. */
export interface CommittedFile {
  /** The path from the folder. */
  readonly path: string;
  /** The hash of its content. */
  readonly object: string;
  /** In bytes. */
  readonly size: number;
}

/** Lists the regular files that a commit has in a folder: no symbolic links, and no other repositories. */
export async function listCommit(folder: string, commit: string): Promise<readonly CommittedFile[] | undefined> {
  const output = await git(folder, ['ls-tree', '-r', '-z', '--long', commit]);
  return output?.split('\0').flatMap((line) => {
    const [, object, size, path] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? [];
    return object && size && path ? [{ object, size: Number(size), path }] : [];
  });
}

/** Reads contents as git stores them, without filters; undefined when git lacks one. */
export async function readContents(folder: string, objects: readonly string[]): Promise<readonly Buffer[] | undefined> {
  const output = await gitBytes(folder, ['cat-file', '--batch'], objects.map((object) => `${object}\n`).join(''));
  if (output === undefined) return undefined;
  const contents: Buffer[] = [];
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(10, start);
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString('latin1', start, end))?.[1];
    if (size === undefined) return undefined;
    contents.push(output.subarray(end + 1, end + 1 + Number(size)));
    start = end + 1 + Number(size) + 1;
  }
  return contents.length === objects.length ? contents : undefined;
}

/** Reads what git knows of a folder; undefined outside of a git repository. */
export async function readRepository(folder: string): Promise<Repository | undefined> {
  if (!mayBeRepository(folder)) return undefined;
  const prefix = await git(folder, ['rev-parse', '--show-prefix']);
  if (prefix === undefined) return undefined;
  const [remote, branch, commit] = await Promise.all([
    git(folder, ['config', '--get', 'remote.origin.url']),
    git(folder, ['symbolic-ref', '--short', '-q', 'HEAD']),
    git(folder, ['rev-parse', '--verify', '-q', 'HEAD']),
  ]);
  const url = remote === undefined ? undefined : publicUrl(remote.trim());
  const name = branch?.trim() ?? '';
  const hash = commit?.trim() ?? '';
  return {
    prefix: prefix.trim(),
    ...(url !== undefined && { url }),
    ...(name !== '' && { branch: name }),
    ...(/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(hash) && { commit: hash }),
  };
}

/** Returns the URL of a remote repository for browsers, without credentials; undefined for a local path. */
function publicUrl(remote: string): string | undefined {
  const scp = /^(?:[\w.-]+@)?([\w.-]+\.[a-z]+):(?!\/\/)([\w./~-]+)$/i.exec(remote);
  const text = scp === null ? remote : `https://${scp[1]}/${scp[2]}`;
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname } = new URL(text);
  if (!/^(https?|ssh|git):$/.test(protocol) || hostname === '') return undefined;
  const isWeb = /^https?:$/.test(protocol);
  return `https://${hostname}${isWeb && port !== '' ? `:${port}` : ''}${trimEnd(pathname.replace(/\.git\/?$/, ''), /\//)}`;
}
