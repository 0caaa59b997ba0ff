/**
 * Headers of GGUF: typed keys and values, then the shapes of all tensors.
 * Source: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
import { type Bytes, type Cursor, createCursor, MalformedFile } from './bytes.ts';
import type { ModelHeader } from './model-header.ts';
import { optional } from './safetensors.ts';

/** More values, items of lists and tensors together aren't read; the largest public models have half a million. */
const MAX_STEPS = 5_000_000;
const MAX_NESTING = 4;
/** Longer strings, such as chat templates, are skipped. */
const MAX_TEXT = 4_096;
/** The format allows 64 kB. */
const MAX_KEY = 65_535;
const MAX_DIMENSIONS = 8;

/** The sizes of the types with a fixed size, by their numbers. */
const SIZES: Readonly<Record<number, 1 | 2 | 4 | 8>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
const TEXT = 8;
const LIST = 9;
/** The types that are unsigned integers. */
const UNSIGNED = new Set([0, 2, 4, 10]);

/** The values of `general.file_type`, in the order of `llama_ftype` of llama.cpp; the others were removed. */
const FILE_TYPES: Readonly<Record<number, string>> = {
  0: 'F32',
  1: 'F16',
  2: 'Q4_0',
  3: 'Q4_1',
  7: 'Q8_0',
  8: 'Q5_0',
  9: 'Q5_1',
  10: 'Q2_K',
  11: 'Q3_K_S',
  12: 'Q3_K_M',
  13: 'Q3_K_L',
  14: 'Q4_K_S',
  15: 'Q4_K_M',
  16: 'Q5_K_S',
  17: 'Q5_K_M',
  18: 'Q6_K',
  19: 'IQ2_XXS',
  20: 'IQ2_XS',
  21: 'Q2_K_S',
  22: 'IQ3_XS',
  23: 'IQ3_XXS',
  24: 'IQ1_S',
  25: 'IQ4_NL',
  26: 'IQ3_S',
  27: 'IQ3_M',
  28: 'IQ2_S',
  29: 'IQ2_M',
  30: 'IQ4_XS',
  31: 'IQ1_M',
  32: 'BF16',
  36: 'TQ1_0',
  37: 'TQ2_0',
};

/** Returns whether bytes start like a GGUF file. */
export function isGguf(bytes: Bytes): boolean {
  return bytes.size >= 4 && bytes.read(0, 4).toString('latin1') === 'GGUF';
}

interface Reader {
  readonly cursor: Cursor;
  /** How many values may still be read. */
  steps: number;
  /** The lengths of version 1 have four bytes. */
  readonly wide: 4 | 8;
}

/**
 * Reads the header of a file.
 *
 * @throws {MalformedFile} when the header isn't valid
 */
export function readGguf(bytes: Bytes): ModelHeader {
  const cursor = createCursor(bytes, 4);
  const version = cursor.unsigned(4);
  if (version < 1 || version > 3) throw new MalformedFile(`Its version ${version} is not one of 1, 2 and 3.`);
  const reader: Reader = { cursor, steps: MAX_STEPS, wide: version === 1 ? 4 : 8 };
  const tensors = cursor.unsigned(reader.wide);
  const entries = cursor.unsigned(reader.wide);
  const values = new Map<string, string | number>();
  for (let index = 0; index < entries; index += 1) readEntry(reader, values);
  let parameters = 0;
  for (let index = 0; index < tensors; index += 1) parameters += readTensor(reader);
  const problems: string[] = [];
  // No type of GGUF has fewer than one bit for each parameter.
  const isPossible = Number.isSafeInteger(parameters) && parameters <= bytes.size * 8;
  if (!isPossible) problems.push(`The file is incomplete: its ${bytes.size} bytes can't hold its tensors.`);
  const text = (key: string) => {
    const value = values.get(key);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const architecture = text('general.architecture');
  const context = values.get(`${architecture}.context_length`);
  const fileType = values.get('general.file_type');
  const repository = text('general.source.huggingface.repository');
  return {
    format: 'gguf',
    ...optional({
      name: text('general.name') ?? text('general.basename'),
      author: text('general.organization') ?? text('general.author') ?? repository?.split('/')[0],
      version: text('general.version'),
      architecture,
      license: text('general.license'),
      contextWindow: typeof context === 'number' && context > 0 ? context : undefined,
      quantization: typeof fileType === 'number' ? FILE_TYPES[fileType] : undefined,
      sourceUrl: text('general.source.url') ?? text('general.source.repo_url') ?? text('general.url'),
      parameters: tensors > 0 && isPossible ? parameters : undefined,
    }),
    problems,
  };
}

function step(reader: Reader): void {
  reader.steps -= 1;
  if (reader.steps < 0) throw new MalformedFile(`Its header has more than ${MAX_STEPS} values.`);
}

function readEntry(reader: Reader, values: Map<string, string | number>): void {
  step(reader);
  const { cursor } = reader;
  const length = cursor.unsigned(reader.wide);
  if (length === 0 || length > MAX_KEY) throw new MalformedFile(`A key of its header has ${length} bytes.`);
  const key = cursor.take(length).toString('utf8');
  const type = cursor.unsigned(4);
  const isWanted = key.startsWith('general.') || key.endsWith('.context_length');
  if (isWanted && type === TEXT) {
    const size = cursor.unsigned(reader.wide);
    if (size > MAX_TEXT) cursor.skip(size);
    else values.set(key, cursor.take(size).toString('utf8'));
  } else if (isWanted && UNSIGNED.has(type)) values.set(key, cursor.unsigned(SIZES[type] ?? 1));
  else skipValue(reader, type, 0);
}

function skipValue(reader: Reader, type: number, depth: number): void {
  const { cursor } = reader;
  const size = SIZES[type];
  if (size !== undefined) cursor.skip(size);
  else if (type === TEXT) cursor.skip(cursor.unsigned(reader.wide));
  else if (type === LIST) skipList(reader, depth);
  else throw new MalformedFile(`Its header has a value of the unknown type ${type}.`);
}

function skipList(reader: Reader, depth: number): void {
  if (depth >= MAX_NESTING) throw new MalformedFile(`Its header has lists that are nested deeper than ${MAX_NESTING}.`);
  const { cursor } = reader;
  const type = cursor.unsigned(4);
  const count = cursor.unsigned(reader.wide);
  const size = SIZES[type];
  if (size !== undefined) {
    cursor.skip(size * count);
    return;
  }
  for (let index = 0; index < count; index += 1) {
    step(reader);
    skipValue(reader, type, depth + 1);
  }
}

/** Returns the number of parameters of a tensor. */
function readTensor(reader: Reader): number {
  step(reader);
  const { cursor } = reader;
  cursor.skip(cursor.unsigned(reader.wide));
  const dimensions = cursor.unsigned(4);
  if (dimensions > MAX_DIMENSIONS) throw new MalformedFile(`A tensor has ${dimensions} dimensions.`);
  let size = 1;
  for (let index = 0; index < dimensions; index += 1) size *= cursor.unsigned(reader.wide);
  // The type and the offset.
  cursor.skip(12);
  return size;
}
