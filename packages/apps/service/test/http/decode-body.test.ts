import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readDecoded } from '../../src/platform/http/bodies/decode-body.ts';

const MIB = 1024 ** 2;
/** Expands to 512 MiB. */
const BOMB = Buffer.concat(Array.from({ length: 32 }, () => gzipSync(Buffer.alloc(16 * MIB))));

/** Returns a message with a gzip body, and how much of it was read. */
function createMessage(body: Buffer) {
  const read = { bytes: 0 };
  function* split() {
    for (let start = 0; start < body.byteLength; start += 1024) {
      const chunk = body.subarray(start, start + 1024);
      read.bytes += chunk.byteLength;
      yield chunk;
    }
  }
  const stream = Readable.from(split());
  return {
    message: Object.assign(stream, { headers: { 'content-encoding': 'gzip' } }) as never as IncomingMessage,
    read,
  };
}

describe('a gzip body that expands to 512 MiB', () => {
  it('is decompressed up to the limit, and no longer read', async () => {
    const { message, read } = createMessage(BOMB);
    let decoded = 0;
    const write = async (chunk: Buffer) => {
      decoded += chunk.byteLength;
    };
    await expect(readDecoded(message, MIB, write)).rejects.toMatchObject({ status: 413 });
    expect(decoded).toBeLessThanOrEqual(MIB);
    expect(read.bytes).toBeLessThan(BOMB.byteLength / 2);
  });
});
