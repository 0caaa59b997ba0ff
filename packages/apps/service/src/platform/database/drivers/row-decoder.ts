/**
 * Decodes the rows of a connection. The driver decodes each value by a call of its own, which takes longer than anything else that
 * becomes of a page of a list; here each row is decoded once, and its values are parts of that text.
 */
import type pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';

/** The values of a row; null where a column is null. */
type Values = (string | null)[];

/** Type of the message that contains a row. */
const DATA_ROW = 'D'.charCodeAt(0);
/** Length of the number of values, in bytes. */
const COUNT_BYTES = 2;
/** Length of the length before each value, and of the length of a message, in bytes. */
const LENGTH_BYTES = 4;
/**
 * Rows that are longer are decoded by value, in bytes: a part keeps the complete text in memory, and a long text may only be there
 * to be parsed.
 */
const MAX_SHARED_BYTES = 4096;

/** What the parser of the driver does with a message; its type declarations leave it out. */
const DriverParser = Parser as unknown as new () => {
  parse(bytes: Buffer, emit: (message: { name: string }) => void): void;
  /** @param start where the content of the message begins @param length of the message with this length, in bytes */
  handlePacket(start: number, type: number, length: number, bytes: Buffer): { name: string };
};

class RowParser extends DriverParser {
  override handlePacket(start: number, type: number, length: number, bytes: Buffer): { name: string } {
    if (type !== DATA_ROW) return super.handlePacket(start, type, length, bytes);
    return { name: 'dataRow', fields: decodeRow(bytes, start, start + length - LENGTH_BYTES) } as { name: string };
  }
}

/** Lets a client that is not connected yet decode rows as this module does. */
export function decodeRowsAtOnce({ connection }: pg.Client): void {
  // The driver calls it for the connection to the server, and again for its encrypted one.
  const attachListeners = (stream: NodeJS.ReadableStream) => {
    const parser = new RowParser();
    const emit = (message: { name: string }) => {
      connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
    };
    stream.on('data', (bytes: Buffer) => parser.parse(bytes, emit));
  };
  Object.assign(connection, { attachListeners });
}

/**
 * Decodes a row: the number of its values, then each with its length before it, -1 for null.
 *
 * @param bytes those of the row are overwritten
 */
function decodeRow(bytes: Buffer, start: number, end: number): Values {
  const lengths = takeLengths(bytes, start);
  const text = end - start <= MAX_SHARED_BYTES ? bytes.toString('utf8', start, end) : '';
  // As long in characters as in bytes: every character is ASCII, and a part begins at the same place in both.
  const isShared = text.length === end - start;
  let at = isShared ? COUNT_BYTES : start + COUNT_BYTES;
  return lengths.map((length) => {
    at += LENGTH_BYTES;
    if (length < 0) return null;
    const from = at;
    at += length;
    return isShared ? text.substring(from, at) : bytes.toString('utf8', from, at);
  });
}

/** Reads the lengths of the values, and replaces them by zeros: as part of the text they would not be ASCII. */
function takeLengths(bytes: Buffer, start: number): number[] {
  const lengths = new Array<number>(bytes.readInt16BE(start));
  let at = start + COUNT_BYTES;
  for (let index = 0; index < lengths.length; index += 1) {
    const length = bytes.readInt32BE(at);
    bytes.writeInt32BE(0, at);
    lengths[index] = length;
    at += LENGTH_BYTES + Math.max(length, 0);
  }
  return lengths;
}
