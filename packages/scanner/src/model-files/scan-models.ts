/** Scans model files: their headers, never their code. */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createReport, type ScanReport } from '../assemble/report.ts';
import { describeSubject, type SubjectOptions } from '../assemble/subject.ts';
import { ScanError } from '../core/errors.ts';
import { createGraph } from '../graph/graph.ts';
import { commonFolder } from '../walk/folders.ts';
import { readRepository } from '../walk/git.ts';
import { addModels, type ReadFile } from './add-models.ts';
import { digestOfFile } from './digest.ts';
import { findModelFiles } from './find-model-files.ts';
import { readModelFile } from './read-model-file.ts';

/** Options of a scan of model files. */
export interface ModelScanOptions extends SubjectOptions {
  /** Files up to this number of bytes get a digest, for which they are read completely. Default: 10 GB; 0: none. */
  readonly digestLimit?: number;
  /** Is called with the number of files that were read and of those to read. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

const DIGEST_LIMIT = 10_000_000_000;

/**
 * Reads the headers of model files. Nothing in them is executed or unpickled.
 *
 * @param paths - files, and folders that are searched
 * @throws {ScanError} when a path doesn't exist
 */
export async function scanModels(paths: readonly string[], options: ModelScanOptions = {}): Promise<ScanReport> {
  const root = rootOf(paths);
  const { files, isTruncated } = await findModelFiles(root, paths);
  const graph = createGraph();
  if (isTruncated) {
    graph.diagnostics.push({
      kind: 'limit',
      message: `There are more than ${files.length} model files. Scan parts of the folder separately.`,
    });
  }
  const read: ReadFile[] = [];
  for (const [index, { file, path }] of files.entries()) {
    options.onProgress?.({ done: index, total: files.length });
    const result = await readModelFile(file);
    if (result.kind === 'problem') graph.diagnostics.push({ kind: 'unreadable', file: path, message: result.message });
    if (result.kind !== 'model') continue;
    const { header, size } = result;
    const limit = options.digestLimit ?? DIGEST_LIMIT;
    const digest = size <= limit ? await digestOfFile(file, size) : undefined;
    if (digest === undefined && limit > 0) {
      const message = `The file has ${size} bytes, more than the limit of ${limit} for digests, and has none. --digest-limit sets the limit.`;
      graph.diagnostics.push({ kind: 'limit', file: path, message });
    }
    read.push({ path, size, header, ...(digest !== undefined && { digest }) });
  }
  addModels(graph, read);
  const subject = describeSubject(root, await readRepository(root), options, () => undefined);
  return createReport(graph, { ...subject, scanType: 'model' }, { files: files.length, parsed: read.length });
}

/** What paths in the document start from: the folder that all paths have in common. */
function rootOf(paths: readonly string[]): string {
  const folders = paths.map((path) => {
    const file = resolve(path);
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() ? file : dirname(file);
  });
  const root = folders.length === 0 ? process.cwd() : commonFolder(folders);
  if (root === undefined) throw new ScanError('The paths are on several drives. Scan one drive at a time.');
  return root;
}
