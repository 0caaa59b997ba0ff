/** Random access to bytes within limits, so that no header makes a reader hang or allocate without end. */
import { readSync } from 'node:fs';

/** A file isn't what its header says; the message tells what is wrong, in the words of a user. */
export class MalformedFile extends Error {
  override readonly name = 'MalformedFile';
}

/** Bytes that are read in parts. */
export interface Bytes {
  readonly size: number;
  /**
   * Returns a part.
   *
   * @throws {MalformedFile} when it isn't completely inside, or more than a reader may ask for at once
   */
  readonly read: (offset: number, length: number) => Buffer;
}

/** Maximum length of one part. Longer data, such as tensors, is skipped. */
const MAX_PART = 64 * 1024 * 1024;
/** What is read ahead, because headers are read in small parts. */
const WINDOW = 256 * 1024;

/** Returns the bytes of an open file. */
export function bytesOfFile(descriptor: number, size: number): Bytes {
  let start = 0;
  let window = Buffer.alloc(0);
  return {
    size,
    read: (offset, length) => {
      checkPart(offset, length, size);
      if (offset < start || offset + length > start + window.length) {
        const target = Buffer.allocUnsafe(Math.min(Math.max(length, WINDOW), size - offset));
        window = target.subarray(0, readFully(descriptor, target, offset));
        start = offset;
        if (window.length < length) throw new MalformedFile(`The file ended at byte ${offset + window.length}.`);
      }
      return window.subarray(offset - start, offset - start + length);
    },
  };
}

function readFully(descriptor: number, target: Buffer, offset: number): number {
  let done = 0;
  while (done < target.length) {
    const count = readSync(descriptor, target, done, target.length - done, offset + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}

/** Returns bytes that are in memory already. */
export function bytesOfBuffer(buffer: Buffer): Bytes {
  return {
    size: buffer.length,
    read: (offset, length) => {
      checkPart(offset, length, buffer.length);
      return buffer.subarray(offset, offset + length);
    },
  };
}

function checkPart(offset: number, length: number, size: number): void {
  if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length) || offset < 0 || length < 0)
    throw new MalformedFile('A length in the header is impossible.');
  if (offset + length > size)
    throw new MalformedFile(`The header says that the file has at least ${offset + length} bytes; it has ${size}.`);
  if (length > MAX_PART) throw new MalformedFile(`A part of the header has ${length} bytes, more than ${MAX_PART}.`);
}

/** Reads values one after the other. */
export interface Cursor {
  /** The offset of the next byte. */
  position: number;
  /** Reads an unsigned integer of 1, 2, 4 or 8 bytes, the lowest byte first. */
  readonly unsigned: (length: 1 | 2 | 4 | 8) => number;
  /** Reads bytes. */
  readonly take: (length: number) => Buffer;
  /** Leaves bytes out, without reading them. */
  readonly skip: (length: number) => void;
}

/** How many bytes a cursor reads ahead: most integers are single bytes, and reading each of them alone is slow. */
const AHEAD = 4_096;

/** Creates a cursor at an offset. */
export function createCursor(bytes: Bytes, position = 0): Cursor {
  let start = position;
  let ahead: Buffer = Buffer.alloc(0);
  const cursor: Cursor = {
    position,
    unsigned: (length) => {
      if (cursor.position < start || cursor.position + length > start + ahead.length) {
        start = cursor.position;
        ahead = bytes.read(start, Math.max(length, Math.min(AHEAD, bytes.size - start)));
      }
      const offset = cursor.position - start;
      cursor.position += length;
      if (length < 8) return ahead.readUIntLE(offset, length);
      const value = ahead.readBigUInt64LE(offset);
      // Larger numbers are never a length or a count that a file can have.
      return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_VALUE : Number(value);
    },
    take: (length) => {
      const part = bytes.read(cursor.position, length);
      cursor.position += length;
      return part;
    },
    skip: (length) => {
      if (!Number.isSafeInteger(length) || length < 0 || cursor.position + length > bytes.size) {
        throw new MalformedFile(
          `The header says that ${length} bytes follow byte ${cursor.position}; the file has ${bytes.size}.`,
        );
      }
      cursor.position += length;
    },
  };
  return cursor;
}
