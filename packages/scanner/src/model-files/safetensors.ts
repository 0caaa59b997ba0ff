/**
 * Headers of safetensors: eight bytes with the length of a JSON text, the JSON, then the tensors.
 * Source: https://github.com/huggingface/safetensors#format
 */
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { type Bytes, createCursor, MalformedFile } from './bytes.ts';
import type { ModelHeader } from './model-header.ts';

/** Headers of the largest public models have a few megabytes. */
const MAX_HEADER = 25_000_000;
/** Objects of a header are nested three deep. */
const MAX_DEPTH = 8;
/** No more properties of `__metadata__` are looked at. */
const MAX_TEXT = 500;

interface Collected {
  parameters: number;
  /** The end of the last tensor, from the end of the header. */
  end: number;
  readonly metadata: Map<string, string>;
  readonly types: Map<string, number>;
}

/** Returns whether bytes start like a file of safetensors: a possible length, then `{`. */
export function isSafetensors(bytes: Bytes): boolean {
  return bytes.size > 8 && bytes.read(8, 1)[0] === 0x7b;
}

/**
 * Reads the header of a file.
 *
 * @throws {MalformedFile} when the header isn't valid
 */
export function readSafetensors(bytes: Bytes): ModelHeader {
  const cursor = createCursor(bytes);
  const length = cursor.unsigned(8);
  if (length > MAX_HEADER) throw new MalformedFile(`Its header has ${length} bytes, more than ${MAX_HEADER}.`);
  const text = cursor.take(length).toString('utf8');
  if (isTooDeep(text)) throw new MalformedFile(`Its header is nested deeper than ${MAX_DEPTH} levels.`);
  const collected = collect(text);
  const available = bytes.size - 8 - length;
  const problems =
    collected.end > available
      ? [`The file is incomplete: its tensors have ${collected.end} bytes, but only ${available} are there.`]
      : [];
  const { metadata } = collected;
  const text_ = (key: string) => metadata.get(key)?.trim() || undefined;
  const [type] = [...collected.types].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return {
    format: 'safetensors',
    ...optional({
      name: text_('modelspec.title'),
      author: text_('modelspec.author'),
      architecture: text_('modelspec.architecture'),
      license: text_('modelspec.license'),
      quantization: type,
    }),
    // Four bits are the smallest type.
    ...(Number.isSafeInteger(collected.parameters) &&
      collected.parameters <= Math.max(collected.end, 0) * 2 && { parameters: collected.parameters }),
    problems,
  };
}

/** The properties of an object that aren't undefined. */
type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out what is undefined. */
export function optional<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isText && code === 0x5c) index += 1;
    else if (code === 0x22) isText = !isText;
    else if (!isText && (code === 0x5b || code === 0x7b)) depth += 1;
    else if (!isText && (code === 0x5d || code === 0x7d)) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Reads the JSON as a stream of events: a header can have more properties than memory has room for as objects. */
function collect(text: string): Collected {
  const collected: Collected = { parameters: 0, end: 0, metadata: new Map(), types: new Map() };
  let depth = 0;
  let tensor = '';
  let property = '';
  let size = 1;
  visit(
    text,
    {
      onObjectBegin: () => {
        depth += 1;
      },
      onObjectEnd: () => {
        depth -= 1;
      },
      onObjectProperty: (name) => {
        if (depth === 1) tensor = name;
        property = name;
      },
      onArrayBegin: () => {
        size = 1;
      },
      onArrayEnd: () => {
        if (depth === 2 && property === 'shape' && tensor !== '__metadata__') collected.parameters += size;
      },
      onLiteralValue: (value) => {
        if (depth !== 2) return;
        if (tensor === '__metadata__') {
          if (typeof value === 'string' && property.startsWith('modelspec.'))
            collected.metadata.set(property, value.slice(0, MAX_TEXT));
        } else if (property === 'dtype' && typeof value === 'string' && /^[A-Z][A-Z0-9_]{1,15}$/.test(value)) {
          collected.types.set(value, (collected.types.get(value) ?? 0) + 1);
        } else if (typeof value === 'number') {
          if (property === 'shape') size *= value;
          else if (property === 'data_offsets') collected.end = Math.max(collected.end, value);
        }
      },
      onError: (error: ParseErrorCode, offset) => {
        throw new MalformedFile(`Its header isn't valid JSON at byte ${offset + 8}: ${printParseErrorCode(error)}.`);
      },
    },
    { disallowComments: true },
  );
  return collected;
}
