/** Reads the header of one model file, whatever its format. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { extname } from 'node:path';
import { type Bytes, bytesOfBuffer, bytesOfFile, MalformedFile } from './bytes.ts';
import { isGguf, readGguf } from './gguf.ts';
import { readKeras } from './keras.ts';
import type { ModelHeader } from './model-header.ts';
import { readOnnx } from './onnx.ts';
import { isPickle, readPickles } from './pickle.ts';
import type { PickleImport } from './pickle-imports.ts';
import { isSafetensors, readSafetensors } from './safetensors.ts';
import { isZip, readZip } from './zip.ts';

/** What a file is. */
export type ReadModel =
  | { readonly kind: 'model'; readonly header: ModelHeader; readonly size: number }
  /** Another file type with the extension of a model, such as `.bin`. */
  | { readonly kind: 'other' }
  | { readonly kind: 'problem'; readonly message: string };

/** The extensions of model files. */
const EXTENSIONS = new Set(
  '.safetensors .gguf .ggml .pkl .pickle .joblib .dill .pt .pth .ckpt .bin .keras .onnx'.split(' '),
);
/** Extensions that other file types share. */
const SHARED = new Set(['.bin', '.ckpt']);

/** Returns whether a path has the extension of a model file. */
export function mayBeModelFile(path: string): boolean {
  return EXTENSIONS.has(extname(path).toLowerCase());
}

/** Reads a file. It never throws: what can't be read is a problem. */
export async function readModelFile(file: string): Promise<ReadModel> {
  let descriptor: number;
  try {
    // A pipe with the name of a model must not block.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return { kind: 'problem', message: `The file can't be opened: ${(error as NodeJS.ErrnoException).code}.` };
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return { kind: 'other' };
    const header = await readHeader(descriptor, stats.size, extname(file).toLowerCase());
    return header === undefined ? { kind: 'other' } : { kind: 'model', header, size: stats.size };
  } catch (error) {
    const message =
      error instanceof MalformedFile ? error.message : `It can't be read: ${(error as Error).message.split('\n')[0]}.`;
    return { kind: 'problem', message };
  } finally {
    closeSync(descriptor);
  }
}

async function readHeader(descriptor: number, size: number, extension: string): Promise<ModelHeader | undefined> {
  const start = Buffer.alloc(Math.min(size, 64));
  readSync(descriptor, start, 0, start.length, 0);
  if (start.toString('latin1').startsWith('version https://git-lfs.github.com/spec/'))
    throw new MalformedFile('The file is a pointer of Git LFS. Fetch the file with git lfs pull.');
  const bytes = bytesOfFile(descriptor, size);
  if (isGguf(bytes)) return readGguf(bytes);
  if (isZip(start)) return readArchive(descriptor, extension);
  if (isPickle(bytes)) return pickleHeader(bytes, 'pickle');
  if (extension === '.safetensors') {
    if (!isSafetensors(bytes)) throw new MalformedFile("The file doesn't start like a safetensors file.");
    return readSafetensors(bytes);
  }
  if (extension === '.gguf') throw new MalformedFile("The file doesn't start with GGUF.");
  if (extension === '.onnx') return readOnnx(bytes);
  if (SHARED.has(extension) || size === 0) return undefined;
  if (/^\.(?:pkl|pickle|joblib|dill|pt|pth)$/.test(extension)) return pickleHeader(bytes, 'pickle');
  throw new MalformedFile(`The file doesn't start like a ${extension} file.`);
}

async function readArchive(descriptor: number, extension: string): Promise<ModelHeader | undefined> {
  const isKeras = extension === '.keras';
  const archive = await readZip(descriptor, (name) =>
    isKeras ? /^(?:config|metadata)\.json$/.test(name) : /\.pkl$/i.test(name),
  );
  const problems = archive.problem === undefined ? [] : [archive.problem];
  if (isKeras) return readKeras(archive.entries, problems);
  if (archive.entries.length === 0 && problems.length === 0) {
    if (SHARED.has(extension)) return undefined;
    throw new MalformedFile("The archive doesn't contain a pickle.");
  }
  const imports = new Map<string, PickleImport>();
  for (const { name, content } of archive.entries) {
    const read = pickleHeader(bytesOfBuffer(content), 'pytorch');
    for (const each of read.imports ?? []) imports.set(`${each.module} ${each.name}`, each);
    problems.push(...read.problems.map((problem) => `${name}: ${problem}`));
  }
  return { format: 'pytorch', imports: [...imports.values()], problems };
}

function pickleHeader(bytes: Bytes, format: 'pickle' | 'pytorch'): ModelHeader {
  const { imports, problem } = readPickles(bytes);
  // Bytes that aren't a pickle are another file type.
  if (imports.length === 0 && problem !== undefined && !isPickle(bytes)) throw new MalformedFile(problem);
  return { format, imports, problems: problem === undefined ? [] : [problem] };
}
