/** Reads the lines of a gzip file. */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** Maximum length of a line, in bytes. The longest rows have a few MiB. */
const MAX_LINE = 64 * 1024 * 1024;

const LINE_FEED = 10;

/** An archive can't be read or restored. The message is one line. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';

  /** @param line number of the line, from 1 */
  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
  }
}

/** A line of a file. */
export interface Line {
  /** From 1. */
  number: number;
  text: string;
}

/**
 * Yields the lines of a file. Text after the last line feed isn't a line.
 *
 * @throws {ArchiveError} if the file is damaged, ends early or has a line that is too long
 */
export async function* readLines(file: string): AsyncGenerator<Line> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
        yield { number, text: decoder.decode(Buffer.concat([...parts, chunk.subarray(start, end)])) };
        [number, parts, length, start] = [number + 1, [], 0, end + 1];
      }
      parts.push(chunk.subarray(start));
      length += chunk.length - start;
      if (length > MAX_LINE) throw new ArchiveError(number, `is longer than ${MAX_LINE / 1024 ** 2} MiB`);
    }
  } catch (error) {
    throw describeError(error, number);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
  if (length > 0) throw new ArchiveError(number, 'the file ends within it; export the workspace again');
}

function describeError(error: unknown, line: number): unknown {
  const { code = '' } = error as { code?: string };
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return new ArchiveError(line, 'is not UTF-8');
  if (code === 'Z_BUF_ERROR') return new ArchiveError(line, 'the file ends within it; export the workspace again');
  if (code.startsWith('Z_'))
    return new ArchiveError(line, `the file is damaged, or not an archive: ${(error as Error).message}`);
  return error;
}
