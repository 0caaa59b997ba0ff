/** Digests of files. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/**
 * Returns the SHA-256 digest of a file in lower-case hexadecimal; undefined when it can't be read to the end that it had.
 *
 * @param size - its number of bytes; a file that grows isn't read for ever
 */
export async function digestOfFile(file: string, size: number): Promise<string | undefined> {
  const hash = createHash('sha256');
  let done = 0;
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024, end: Math.max(size - 1, 0) })) {
      hash.update(chunk as Buffer);
      done += (chunk as Buffer).length;
    }
  } catch {
    return undefined;
  }
  return done === size ? hash.digest('hex') : undefined;
}
