/** Reads single entries of zip archives within limits. */
import { type Entry, fromFd, type ZipFile } from 'yauzl';
import { MalformedFile } from './bytes.ts';

/** More entries aren't looked at. Archives of PyTorch have one for each tensor. */
const MAX_ENTRIES = 200_000;
/** Bytes of all entries together that are inflated. An archive of a few kilobytes can inflate to terabytes. */
const MAX_INFLATED = 64 * 1024 * 1024;

/** An entry that was read. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** What was read of an archive. */
export interface ZipContents {
  readonly names: readonly string[];
  readonly entries: readonly ZipEntry[];
  readonly problem?: string;
}

/** Returns whether bytes start like a zip archive. */
export function isZip(start: Buffer): boolean {
  return start.length >= 4 && start.readUInt32LE(0) === 0x04034b50;
}

/**
 * Reads the entries that a function selects by name. The file stays open.
 *
 * @throws {MalformedFile} when the file isn't an archive
 */
export async function readZip(descriptor: number, isWanted: (name: string) => boolean): Promise<ZipContents> {
  const archive = await open(descriptor);
  const names: string[] = [];
  const entries: ZipEntry[] = [];
  const budget = { left: MAX_INFLATED };
  try {
    for (;;) {
      const entry = await nextEntry(archive);
      if (entry === undefined) return { names, entries };
      if (names.length >= MAX_ENTRIES)
        return { names, entries, problem: `The archive has more than ${MAX_ENTRIES} entries.` };
      names.push(entry.fileName);
      if (isWanted(entry.fileName))
        entries.push({ name: entry.fileName, content: await inflate(archive, entry, budget) });
    }
  } catch (error) {
    return { names, entries, problem: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof MalformedFile ? error.message : `The archive is damaged: ${(error as Error).message}.`;
}

function open(descriptor: number): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: false, validateEntrySize: true };
  return new Promise((resolve, reject) => {
    fromFd(descriptor, options, (error, archive) => {
      if (error) reject(new MalformedFile(messageOf(error)));
      else resolve(archive);
    });
  });
}

function nextEntry(archive: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const end = (action: () => void) => {
      archive.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error');
      action();
    };
    archive.once('entry', (entry: Entry) => end(() => resolve(entry)));
    archive.once('end', () => end(() => resolve(undefined)));
    archive.once('error', (error) => end(() => reject(error)));
    archive.readEntry();
  });
}

/** Inflates an entry. More bytes than it declares are an error of yauzl. */
async function inflate(archive: ZipFile, entry: Entry, budget: { left: number }): Promise<Buffer> {
  budget.left -= entry.uncompressedSize;
  if (budget.left < 0) throw new MalformedFile(`The archive inflates to more than ${MAX_INFLATED} bytes.`);
  const chunks: Buffer[] = [];
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    archive.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
