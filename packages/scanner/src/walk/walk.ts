/** Lists the files to read: those of git, or all of a folder that isn't a git repository. */
import { hash } from 'node:crypto';
import { access, constants, lstat, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import ignore from 'ignore';
import { ScanError } from '../core/errors.ts';
import type { Diagnostic } from '../graph/graph.ts';
import { listFiles } from './git.ts';
import { presentFiles } from './present-files.ts';

/** Limits of a scan. */
export const LIMITS = {
  /** Bytes of a file. Larger ones are reported and not read. */
  fileSize: 2_000_000,
  /** Bytes of a notebook, whose outputs are large. */
  notebookSize: 20_000_000,
  /** Number of files. */
  files: 200_000,
  /** Depth of folders. */
  depth: 64,
} as const;

/** Folders that never contain sources of the repository. */
const SKIPPED = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.mypy_cache',
  'site-packages',
]);

/** Files of a folder, as paths from it, in the order of their code units. */
export interface Listing {
  readonly paths: readonly string[];
  /** What wasn't listed. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks that a path is a folder that can be read.
 *
 * @throws {ScanError} when it isn't
 */
export async function requireFolder(path: string): Promise<void> {
  const stats = await stat(path).catch(codeOf);
  if (stats === 'ENOENT' || stats === 'ENOTDIR') throw new ScanError(`The folder ${path} doesn't exist.`);
  if (typeof stats !== 'string' && !stats.isDirectory()) {
    throw new ScanError(`${path} is a file. Pass the folder of a repository.`);
  }
  const isReadable = await access(path, constants.R_OK | constants.X_OK).then(() => true, codeOf);
  if (isReadable !== true) throw new ScanError(`The folder ${path} can't be read: ${isReadable}.`);
}

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? 'unknown error';
}

/** Lists the files of a folder. `exclude` has patterns in the syntax of `.gitignore`. */
export async function walk(root: string, exclude: readonly string[]): Promise<Listing> {
  const diagnostics: Diagnostic[] = [];
  const known = await listFiles(root);
  const wanted = selectPaths(known?.paths ?? (await walkFolder(root, diagnostics)), exclude);
  const present = known === undefined ? wanted : await presentFiles(root, wanted);
  const paths = present.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const sparse = known === undefined ? 0 : countSparse(known.sparse, wanted, present);
  if (sparse > 0) {
    const message = `${sparse} of the files of the repository are not in the working tree, which is a sparse checkout, and were not read.`;
    diagnostics.push({ kind: 'limit', message });
  }
  if (paths.length > LIMITS.files) {
    const message = `There are more than ${LIMITS.files} files; the others were not read. Scan parts of the repository one by one.`;
    diagnostics.push({ kind: 'limit', message });
  }
  return { paths: [...new Set(paths)].slice(0, LIMITS.files), diagnostics };
}

/** Selects the paths to read. `exclude` has patterns in the syntax of `.gitignore`. */
export function selectPaths(paths: readonly string[], exclude: readonly string[]): string[] {
  const excluded = ignore().add([...exclude]);
  return paths
    .filter((path) => !path.split('/').some((part) => SKIPPED.has(part)))
    .filter((path) => !ignore.isPathValid(path) || !excluded.ignores(path));
}

/** Counts the files that a sparse checkout leaves out, of those that are wanted. */
function countSparse(sparse: ReadonlySet<string>, wanted: readonly string[], present: readonly string[]): number {
  const there = new Set(present);
  return wanted.filter((path) => sparse.has(path) && !there.has(path)).length;
}

/** Walks a folder that isn't a git repository. What is there counts: ignore files would also exclude files that an archive has. */
async function walkFolder(root: string, diagnostics: Diagnostic[]): Promise<readonly string[]> {
  const found: string[] = [];
  const pending = [{ folder: '', depth: 0 }];
  for (let next = pending.pop(); next !== undefined && found.length <= LIMITS.files; next = pending.pop()) {
    const { folder, depth } = next;
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(codeOf);
    if (typeof entries === 'string') {
      if (entries !== 'ENOENT') {
        diagnostics.push({ kind: 'unreadable', file: folder, message: `The folder can't be read: ${entries}.` });
      }
      continue;
    }
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      // Symbolic links aren't followed: they may point outside the tree, or form cycles.
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && !SKIPPED.has(entry.name) && depth < LIMITS.depth) {
        pending.push({ folder: path, depth: depth + 1 });
      }
    }
  }
  return found;
}

/** The number of bytes up to which a file is read. */
export function maxSizeOf(path: string): number {
  return path.endsWith('.ipynb') ? LIMITS.notebookSize : LIMITS.fileSize;
}

/** The text of a file, or why it wasn't read. */
export type ReadResult = { readonly text: string } | { readonly problem: string } | undefined;

/**
 * Reads a file of the tree. Symbolic links and special files aren't read, and give undefined; so do files that disappeared.
 * Bytes that aren't UTF-8 are replaced.
 */
export async function readText(root: string, path: string): Promise<ReadResult> {
  const file = join(root, path);
  if (!(await isInside(root, path))) return undefined;
  const stats = await lstat(file).catch(codeOf);
  if (typeof stats === 'string') return isGone(stats) ? undefined : { problem: `The file can't be read: ${stats}.` };
  if (!stats.isFile()) return undefined;
  const limit = maxSizeOf(path);
  if (stats.size > limit)
    return { problem: `The file has ${stats.size} bytes, more than the limit of ${limit}, and was not read.` };
  const bytes = await readFile(file).catch(codeOf);
  if (typeof bytes === 'string') return isGone(bytes) ? undefined : { problem: `The file can't be read: ${bytes}.` };
  return { text: decode(bytes) };
}

function isGone(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Identifies what was read: equal digests mean equal content. */
export function digestOf(read: ReadResult): string {
  if (read === undefined) return 'nothing';
  return 'text' in read ? hash('sha256', read.text) : read.problem;
}

/** Returns whether no folder on the way is a symbolic link. */
const insideFolders = new Map<string, Promise<boolean>>();

async function isInside(root: string, path: string): Promise<boolean> {
  const parts = path.split('/').slice(0, -1);
  let folder = root;
  for (const part of parts) {
    if (part === '..') return false;
    folder = join(folder, part);
    let known = insideFolders.get(folder);
    if (known === undefined) {
      known = lstat(folder).then(
        (stats) => stats.isDirectory(),
        // What may not be entered is reported with the file.
        (error) => !isGone(codeOf(error)),
      );
      insideFolders.set(folder, known);
    }
    if (!(await known)) return false;
  }
  return true;
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}
