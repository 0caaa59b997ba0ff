/** Parses JSON bodies: small ones in one piece, larger ones part by part, yielding to other tasks in between. */
import {
  clip,
  findUnsupportedValues,
  formatPointer,
  invalidJson,
  isDeeper,
  MAX_BODY_DEPTH,
  MAX_DETAILS,
  TOO_DEEP,
  toStorableText,
} from '@aispm/openapi';
import { DEFAULT_MAX_BODY_BYTES } from '../../contract/contract.ts';
import { runInSlices, type Slices } from '../../core/slices.ts';
import { type ApiError, type ErrorDetails, invalidRequest } from '../errors/errors.ts';

/** Bodies up to this size are parsed in one piece, in bytes. */
const MAX_BYTES_AT_ONCE = 64 * 1024;
/** List items are parsed together up to this size, in bytes. */
const BATCH_BYTES = 64 * 1024;
/**
 * Maximum size of a part, in bytes, and maximum content: the number of properties, items, objects and lists in it. A part is a
 * property of the body, or an item of a list in such a property.
 */
const MAX_PART_BYTES = 4 * 1024 * 1024;
const MAX_PART_CONTENT = 50_000;
/** Maximum content of a body. */
const MAX_CONTENT = 2_000_000;

const describeContent = (count: number) => `${count.toLocaleString('en')} properties, items, objects and lists`;
/** Detail: a part is too large. */
export const TOO_LARGE_PART = `must have at most ${MAX_PART_BYTES / 1024 ** 2} MiB, and ${describeContent(MAX_PART_CONTENT)}`;
/** Detail: a body has too much content. */
export const TOO_MUCH_CONTENT = `must have at most ${describeContent(MAX_CONTENT)}`;

/**
 * Escapes of U+0000 and surrogates, and exponents or digits of numbers beyond the range of a double. Only bodies with them are
 * searched for unsupported values.
 */
const POSSIBLY_UNSUPPORTED = /\\u(?:0000|d[89a-f])|\de\+?\d{3}|\d{200}/i;

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20] as const;
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c] as const;
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Parses a body as `JSON.parse` does.
 *
 * @param allowsUnsupported whether the body may contain values that can't be stored
 * @throws {ApiError} 400 if the body isn't JSON in UTF-8, is nested too deep, contains values that can't be stored, or has a
 * part that is too large
 */
export async function parseJson(
  bytes: Uint8Array<ArrayBuffer>,
  allowsUnsupported: boolean,
  slices?: Slices,
): Promise<unknown> {
  const parts = new Parts(bytes, allowsUnsupported);
  const value =
    bytes.byteLength <= MAX_BYTES_AT_ONCE ? parts.readAtOnce() : await runInSlices(parts.readBody(), slices);
  // Frees a large body immediately, because it would be in memory together with its value.
  if (bytes.byteLength > DEFAULT_MAX_BODY_BYTES) bytes.buffer.transfer(0);
  const unsupported = [...parts.unsupported].slice(0, MAX_DETAILS);
  if (unsupported.length > 0) throw invalidRequest('invalid_body', Object.fromEntries(unsupported));
  return value;
}

/** Reads a body part by part. Its generators yield where other tasks may run. */
class Parts {
  /** Messages about values that can't be stored, by location. */
  readonly unsupported = new Map<string, string>();
  readonly #bytes: Uint8Array;
  readonly #allowsUnsupported: boolean;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  /** Whether the last parsed part may contain values that can't be stored. */
  #mayBeUnsupported = false;
  #content = 0;
  #at = 0;

  constructor(bytes: Uint8Array, allowsUnsupported: boolean) {
    this.#bytes = bytes;
    this.#allowsUnsupported = allowsUnsupported;
    if (BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte)) this.#at = BYTE_ORDER_MARK.length;
  }

  readAtOnce(): unknown {
    const value = this.#parse(this.#at, this.#bytes.length);
    if (isDeeper(value)) throw invalidRequest('invalid_body', { body: TOO_DEEP });
    this.#findUnsupported(value, 'body');
    return value;
  }

  *readBody(): Generator<void, unknown> {
    const value = this.#peek() === OBJECT ? yield* this.#readProperties() : yield* this.#readProperty('body', 0);
    if (this.#peek() !== undefined) throw this.#unexpected();
    return value;
  }

  *#readProperties(): Generator<void, object> {
    const properties: [name: string, value: unknown][] = [];
    for (let isThere = this.#enter(OBJECT_END); isThere; isThere = this.#continue(OBJECT_END)) {
      yield;
      if (this.#peek() !== QUOTE) throw this.#unexpected();
      const start = this.#at;
      this.#skipString('body');
      const name = this.#parse(start, this.#at) as string;
      this.#findUnsupported({ [name]: null }, 'body');
      if (this.#peek() !== COLON) throw this.#unexpected();
      this.#at += 1;
      if (properties.length === MAX_PART_CONTENT) throw tooLarge('body');
      const location = `body${toStorableText(formatPointer([clip(name)]))}`;
      properties.push([name, yield* this.#readProperty(location, 1)]);
    }
    return Object.fromEntries(properties);
  }

  /** @param depth how many objects and lists contain the value */
  *#readProperty(location: string, depth: number): Generator<void, unknown> {
    if (this.#peek() === LIST) return yield* this.#readItems(location, depth + 1);
    const start = this.#at;
    this.#skipValue(location, depth);
    const value = this.#parse(start, this.#at);
    this.#findUnsupported(value, location);
    return value;
  }

  *#readItems(location: string, depth: number): Generator<void, unknown[]> {
    const list: unknown[] = [];
    let [start, count, content] = [0, 0, 0];
    for (let isThere = this.#enter(LIST_END); isThere; isThere = this.#continue(LIST_END)) {
      if (count === 0) start = this.#at;
      content += this.#skipValue(`${location}/${list.length + count}`, depth);
      count += 1;
      const isLast = this.#peek() === LIST_END;
      if (!isLast && content < MAX_PART_CONTENT && this.#at - start < BATCH_BYTES) continue;
      yield;
      for (const item of this.#parse(start, this.#at, ['[', ']']) as unknown[]) {
        this.#findUnsupported(item, `${location}/${list.length}`);
        list.push(item);
      }
      [count, content] = [0, 0];
    }
    return list;
  }

  /** Moves past the bracket to the first property or item. @returns whether there's one; otherwise, it has moved past the end */
  #enter(end: number): boolean {
    this.#at += 1;
    const isEmpty = this.#peek() === end;
    if (isEmpty) this.#at += 1;
    return !isEmpty;
  }

  /** Moves past the comma to the next property or item. @returns whether there's one; otherwise, it has moved past the end */
  #continue(end: number): boolean {
    const next = this.#peek();
    if (next !== end && next !== COMMA) throw this.#unexpected();
    this.#at += 1;
    this.#count(1);
    if (next === COMMA) this.#peek();
    return next === COMMA;
  }

  #count(content: number): void {
    this.#content += content;
    if (this.#content > MAX_CONTENT) throw invalidRequest('invalid_body', { body: TOO_MUCH_CONTENT });
  }

  /** Moves to the next non-space character. @returns the character; undefined at the end */
  #peek(): number | undefined {
    const bytes = this.#bytes;
    const end = Math.min(bytes.length, this.#at + MAX_PART_BYTES);
    let at = this.#at;
    while (at < end && isSpace(bytes[at] as number)) at += 1;
    this.#at = at;
    if (at === end && end < bytes.length) throw tooLarge('body');
    return at < end ? bytes[at] : undefined;
  }

  /** Moves to the end of a string. */
  #skipString(location: string): void {
    const [bytes, end] = [this.#bytes, Math.min(this.#bytes.length, this.#at + MAX_PART_BYTES)];
    let at = this.#at + 1;
    for (; at < end && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
    if (at >= bytes.length) throw unexpectedEnd();
    if (at >= end) throw tooLarge(location);
    this.#at = at + 1;
  }

  /**
   * Moves to the end of a value, which `JSON.parse` validates later.
   *
   * @param depth how many objects and lists contain it
   * @returns its amount of content
   */
  #skipValue(location: string, depth: number): number {
    const [bytes, limit] = [this.#bytes, this.#at + MAX_PART_BYTES];
    let [open, content] = [depth, 0];
    if (this.#peek() === undefined) throw unexpectedEnd();
    do {
      switch (bytes[this.#at]) {
        case undefined:
          throw unexpectedEnd();
        case QUOTE:
          this.#skipString(location);
          break;
        case LIST:
        case OBJECT:
          open += 1;
          content += 1;
          this.#at += 1;
          if (open > MAX_BODY_DEPTH) throw invalidRequest('invalid_body', { body: TOO_DEEP });
          // The first property or item; a comma precedes each of the others.
          if (!isEnd(this.#peek())) content += 1;
          break;
        case LIST_END:
        case OBJECT_END:
          open -= 1;
          this.#at += 1;
          break;
        case COMMA:
          content += 1;
          this.#at += 1;
          break;
        default:
          this.#at += 1;
          if (open === depth) while (this.#at <= limit && isPartOfWord(bytes[this.#at])) this.#at += 1;
      }
      if (content > MAX_PART_CONTENT || this.#at > limit) throw tooLarge(location);
    } while (open > depth);
    this.#count(content);
    return content;
  }

  #parse(start: number, end: number, [before, after] = ['', '']): unknown {
    const isPart = end < this.#bytes.length;
    let text: string;
    try {
      text = this.#decoder.decode(this.#bytes.subarray(start, end));
    } catch {
      throw malformed('it is not UTF-8');
    }
    this.#mayBeUnsupported = !this.#allowsUnsupported && POSSIBLY_UNSUPPORTED.test(text);
    try {
      return JSON.parse(before + text + after);
    } catch (error) {
      const { message } = error as Error;
      // The position is relative to the part.
      throw malformed(isPart ? `${message.replace(/ in JSON at position .*/, '')} after byte ${start}` : message);
    }
  }

  #findUnsupported(value: unknown, location: string): void {
    if (!this.#mayBeUnsupported || this.unsupported.size >= MAX_DETAILS) return;
    for (const [found, message] of Object.entries(findUnsupportedValues(value, location))) {
      // A name that can't be stored has the location of its value.
      if (!this.unsupported.has(found)) this.unsupported.set(found, message);
    }
  }

  #unexpected(): ApiError {
    const byte = this.#bytes[this.#at];
    return byte === undefined ? unexpectedEnd() : malformed(`Unexpected token at byte ${this.#at}`);
  }
}

function isSpace(byte: number): boolean {
  return byte <= SPACE && (byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB);
}

function isEnd(byte: number | undefined): boolean {
  return byte === LIST_END || byte === OBJECT_END;
}

/** Returns whether a byte may belong to a number or a literal. */
function isPartOfWord(byte: number | undefined): boolean {
  return byte !== undefined && byte !== COMMA && !isEnd(byte) && !isSpace(byte);
}

function malformed(reason: string): ApiError {
  return invalidRequest('malformed_json', { body: invalidJson(reason) });
}

function unexpectedEnd(): ApiError {
  return malformed('Unexpected end of JSON input');
}

function tooLarge(location: string): ApiError {
  return invalidRequest('invalid_body', { [location]: TOO_LARGE_PART } as ErrorDetails);
}
