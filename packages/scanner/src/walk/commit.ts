/** Writes the files of a commit to a temporary folder, so that they can be scanned like any others. */
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ScanError } from '../core/errors.ts';
import { type CommittedFile, listCommit, readContents } from './git.ts';
import { LIMITS, maxSizeOf, selectPaths } from './walk.ts';

/** How many bytes and files are read from git at once. */
const MAX_BATCH = 32_000_000;
const MAX_BATCH_FILES = 5_000;
/** A segment that would lead out of the folder, or that Windows reads as another one. Git rejects most of them itself. */
const UNSAFE = process.platform === 'win32' ? /^(?:\.{0,2}|\.git)$|[\\:]|[. ]$/i : /^(?:\.{0,2}|\.git)$/i;

/** The files of a commit. */
export interface CheckedOut {
  /** Contains them. */
  readonly folder: string;
  /** Their paths from the folder, in the order of their code units. */
  readonly paths: readonly string[];
  /** Deletes the folder. */
  remove(): Promise<void>;
}

/**
 * Writes the files that a commit has in a folder, without filters, hooks or changes to the repository.
 *
 * @param exclude patterns in the syntax of `.gitignore`
 * @throws {ScanError} when git can't read them
 */
export async function checkOut(root: string, commit: string, exclude: readonly string[]): Promise<CheckedOut> {
  const files = await listCommit(root, commit);
  if (files === undefined) throw new ScanError(`git can't list the files of the commit ${commit}.`);
  const safe = files.filter(({ path }) => !path.split('/').some((part) => UNSAFE.test(part)));
  const selected = new Set(
    selectPaths(
      safe.map(({ path }) => path),
      exclude,
    )
      .sort()
      .slice(0, LIMITS.files),
  );
  const folder = await mkdtemp(join(tmpdir(), 'aispm-scan-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    for (const batch of batchesOf(safe.filter(({ path }) => selected.has(path))))
      await write(root, folder, commit, batch);
  } catch (error) {
    await remove();
    const { code, path } = error as NodeJS.ErrnoException;
    throw code ? new ScanError(`The files of the commit can't be written to ${path ?? folder}: ${code}.`) : error;
  }
  return { folder, paths: [...selected], remove };
}

/** Returns whether a scan reads a file. Of others, it reports the size, so they only get that. */
function isRead({ path, size }: CommittedFile): boolean {
  return size <= maxSizeOf(path);
}

function* batchesOf(files: readonly CommittedFile[]): Generator<readonly CommittedFile[]> {
  let batch: CommittedFile[] = [];
  let size = 0;
  for (const file of files) {
    const bytes = isRead(file) ? file.size : 0;
    if (batch.length > 0 && (size + bytes > MAX_BATCH || batch.length >= MAX_BATCH_FILES)) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(file);
    size += bytes;
  }
  if (batch.length > 0) yield batch;
}

async function write(root: string, folder: string, commit: string, files: readonly CommittedFile[]): Promise<void> {
  const read = files.filter(isRead);
  const contents = await readContents(
    root,
    read.map(({ object }) => object),
  );
  if (contents === undefined) {
    throw new ScanError(`git lacks files of the commit ${commit}. Fetch it completely, without --filter.`);
  }
  const bytes = new Map(read.map(({ path }, index) => [path, contents[index] ?? Buffer.alloc(0)]));
  for (const file of files) {
    const path = join(folder, file.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes.get(file.path) ?? '');
    if (!isRead(file)) await truncate(path, file.size);
  }
}
