/** Lists the model files below folders. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ScanError } from '../core/errors.ts';
import { isBelow, portablePath } from '../walk/folders.ts';
import { mayBeModelFile } from './read-model-file.ts';

/** Limits of the search. */
const MAX_FILES = 20_000;
const MAX_ENTRIES = 2_000_000;
const MAX_DEPTH = 64;

/** Folders without models of the repository. */
const SKIPPED = new Set(['.git', '.hg', '.svn', 'node_modules', '__pycache__', '.tox', '.mypy_cache', 'site-packages']);

/** A model file. */
export interface ModelFile {
  /** The file to open. */
  readonly file: string;
  /** Its path from the root, separated by `/`. */
  readonly path: string;
}

/** The files, and whether there were more than the limit. */
export interface ModelFiles {
  readonly files: readonly ModelFile[];
  readonly isTruncated: boolean;
}

/**
 * Lists the model files of paths, sorted by path; files that git ignores count, because models are rarely committed.
 *
 * A symbolic link counts when the file that it means is below the same path: the cache of Hugging Face is made of such links.
 *
 * @param root - what the paths in the result start from; all paths are below it
 * @throws {ScanError} when a path doesn't exist
 */
export async function findModelFiles(root: string, paths: readonly string[]): Promise<ModelFiles> {
  const found = new Map<string, ModelFile>();
  let entries = 0;
  for (const path of paths) {
    const start = resolve(path);
    const stats = await stat(start).catch(() => undefined);
    if (stats === undefined) throw new ScanError(`${path} doesn't exist. Pass files or folders with models.`);
    const add = (file: string) => found.set(file, { file, path: portablePath(root, file) });
    if (stats.isFile()) {
      add(start);
      continue;
    }
    const real = await realpath(start);
    const pending = [{ folder: start, depth: 0 }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { folder, depth } = next;
      for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
        entries += 1;
        if (found.size >= MAX_FILES || entries > MAX_ENTRIES) return { files: sorted(found), isTruncated: true };
        const file = join(folder, entry.name);
        if (entry.isDirectory()) {
          if (!SKIPPED.has(entry.name) && depth < MAX_DEPTH) pending.push({ folder: file, depth: depth + 1 });
        } else if (mayBeModelFile(entry.name) && (entry.isFile() || (await leadsToFileBelow(real, file)))) add(file);
      }
    }
  }
  return { files: sorted(found), isTruncated: false };
}

async function leadsToFileBelow(root: string, link: string): Promise<boolean> {
  const target = await realpath(link).catch(() => undefined);
  if (target === undefined || !isBelow(root, target)) return false;
  return (await stat(target).catch(() => undefined))?.isFile() ?? false;
}

function sorted(found: ReadonlyMap<string, ModelFile>): readonly ModelFile[] {
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
