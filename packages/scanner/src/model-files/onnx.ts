/**
 * Models of ONNX: a message of Protocol Buffers. Only its short fields are read, the graph is left out.
 * Source: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto (ModelProto)
 */
import { type Bytes, bytesOfBuffer, type Cursor, createCursor, MalformedFile } from './bytes.ts';
import type { ModelHeader } from './model-header.ts';

const IR_VERSION = 1;
const PRODUCER = 2;
const METADATA = 14;
/** A model has a few dozen fields outside of its graph. */
const MAX_FIELDS = 10_000;
const MAX_TEXT = 1_000;

/**
 * Reads the fields of a model.
 *
 * @throws {MalformedFile} when the file isn't a message, or has no version
 */
export function readOnnx(bytes: Bytes): ModelHeader {
  const cursor = createCursor(bytes);
  const metadata = new Map<string, string>();
  let hasVersion = false;
  for (let count = 0; cursor.position < bytes.size; count += 1) {
    if (count >= MAX_FIELDS) throw new MalformedFile(`It has more than ${MAX_FIELDS} fields.`);
    const tag = varint(cursor);
    const field = Math.floor(tag / 8);
    if (field === IR_VERSION) hasVersion = true;
    const length = skipScalar(cursor, tag % 8);
    if (length === undefined) continue;
    if (field === PRODUCER && length <= MAX_TEXT) metadata.set('producer', cursor.take(length).toString('utf8'));
    else if (field === METADATA && length <= MAX_TEXT) addProperty(cursor.take(length), metadata);
    else cursor.skip(length);
  }
  if (!hasVersion) throw new MalformedFile("The file doesn't start like an ONNX model.");
  const license = metadata.get('license');
  const author = metadata.get('author') ?? metadata.get('model_author');
  const producer = metadata.get('producer');
  return {
    format: 'onnx',
    ...(license !== undefined && { license }),
    ...(author !== undefined && { author }),
    ...(producer !== undefined && { library: producer }),
    problems: [],
  };
}

/** Skips a field; returns the length of a string or message. */
function skipScalar(cursor: Cursor, wireType: number): number | undefined {
  if (wireType === 0) varint(cursor);
  else if (wireType === 1) cursor.skip(8);
  else if (wireType === 5) cursor.skip(4);
  else if (wireType === 2) return varint(cursor);
  else throw new MalformedFile(`It has a field of the unknown wire type ${wireType}.`);
  return undefined;
}

function varint(cursor: Cursor): number {
  let value = 0;
  for (let shift = 0; shift < 10; shift += 1) {
    const byte = cursor.unsigned(1);
    value += (byte & 0x7f) * 2 ** (7 * shift);
    if (byte < 0x80) return value;
  }
  throw new MalformedFile('It has a number of more than ten bytes.');
}

/** A property of the metadata: a message with a key and a value. */
function addProperty(message: Buffer, metadata: Map<string, string>): void {
  const cursor = createCursor(bytesOfBuffer(message));
  const fields = new Map<number, string>();
  while (cursor.position < message.length) {
    const tag = varint(cursor);
    const length = skipScalar(cursor, tag % 8);
    if (length !== undefined) fields.set(Math.floor(tag / 8), cursor.take(length).toString('utf8'));
  }
  metadata.set((fields.get(1) ?? '').toLowerCase(), fields.get(2) ?? '');
}
