/** Reads reports as they are in files: in several encodings, with a byte order mark, and with strings that can't be stored. */
import { isJsonObject, type Keys, toStorableText } from '@aispm/openapi';
import { ImportError, type ImportLog } from './import-log.ts';
import { JsonNode } from './json-node.ts';

/** The longest text that Node.js and Chromium can have (V8). */
export const MAX_BYTES = 0x1fffffe8;
/** A string with half of a surrogate pair or U+0000, also as an escape sequence, has a match; so have a few others. */
const MAYBE_UNSUPPORTED = /\0|\\u(?:0000|d[89a-f])|\p{Surrogate}/iu;

/**
 * Decodes the bytes of a report: UTF-8, UTF-16, and for XML the encoding that it declares. Bytes that aren't valid in the
 * encoding become U+FFFD.
 *
 * @throws {ImportError} when the bytes are too many for one text
 */
export function decodeReport(bytes: Uint8Array, log: ImportLog): string {
  const encoding = detectEncoding(bytes);
  if (bytes.byteLength > MAX_BYTES) throw tooLarge();
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    log.omit({
      pointer: '',
      reason: `contains bytes that are not valid in ${encoding}; they are replaced by U+FFFD`,
      remedy: 'Create it again as UTF-8',
    });
    return new TextDecoder(encoding).decode(bytes);
  }
}

/** Creates the error for a report that doesn't fit into one text. */
function tooLarge(): ImportError {
  const reason = `is larger than ${MAX_BYTES} bytes`;
  return new ImportError({ pointer: '', reason, remedy: 'Scan parts separately, each with its own target' });
}

/** Detects the encoding by the byte order mark, the zero bytes of UTF-16, or the declaration of XML. */
function detectEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first !== 0 && second === 0) return 'utf-16le';
  if (first === 0 && second !== 0) return 'utf-16be';
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^(?:\xef\xbb\xbf)?\s{0,100}<\?xml[^>]*\sencoding=["']([\w.-]+)["']/i.exec(start)?.[1];
  // What declares UTF-16 in bytes of ASCII isn't UTF-16.
  const isPossible = declared !== undefined && !/^utf-?16/i.test(declared) && isKnownEncoding(declared);
  return isPossible ? declared : 'utf-8';
}

function isKnownEncoding(label: string): boolean {
  try {
    return new TextDecoder(label) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Parses JSON. Strings that the database can't store are replaced.
 *
 * @throws {ImportError} when the text isn't JSON
 */
export function parseJson(text: string, log: ImportLog): JsonNode {
  const value = parse(text);
  return MAYBE_UNSUPPORTED.test(text) ? toRoot(() => value, log) : JsonNode.root(value, log);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch (error) {
    const reason = `is not valid JSON (${(error as Error).message})`;
    throw new ImportError({ pointer: '', reason, remedy: 'Create it again with its tool, as JSON' });
  }
}

/**
 * Creates the root of a document. Strings that the database can't store are replaced.
 *
 * @param read returns its value
 * @throws {ImportError} when the value is nested too deeply
 */
export function toRoot(read: () => unknown, log: ImportLog): JsonNode {
  try {
    return JsonNode.root(toStorableValue(read(), [], log), log);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ImportError({ pointer: '', reason: 'is nested too deeply', remedy: 'Create it again with its tool' });
  }
}

/** Replaces each code unit that the database can't store by U+FFFD, and records where. */
function toStorableValue(value: unknown, keys: Keys, log: ImportLog): unknown {
  if (typeof value === 'string') {
    const text = toStorableText(value);
    if (text !== value) {
      const reason = 'contains U+0000 or an unpaired surrogate, which is replaced by U+FFFD';
      JsonNode.at(keys, log).omit(reason, 'Remove it at the source when it matters');
    }
    return text;
  }
  if (Array.isArray(value)) return value.map((item, index) => toStorableValue(item, [...keys, index], log));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => {
      const key = toStorableText(name);
      return [key, toStorableValue(child, [...keys, key], log)];
    }),
  );
}
