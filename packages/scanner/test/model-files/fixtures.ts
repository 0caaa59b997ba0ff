/** Builds model files byte by byte. */
import { crc32, deflateRawSync } from 'node:zlib';

export const u8 = (value: number) => Buffer.from([value]);
export const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
export const u64 = (value: number | bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

/** A file of safetensors with a header, and as many bytes of tensors as are asked for. */
export function safetensors(header: unknown, tensorBytes: number): Buffer {
  const json = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  return Buffer.concat([u64(json.length), json, Buffer.alloc(tensorBytes)]);
}

const ggufString = (text: string) => Buffer.concat([u64(Buffer.byteLength(text)), Buffer.from(text)]);
/** Entries of GGUF: a string, a number of 32 bits, a list of strings. */
export const entry = {
  text: (key: string, value: string) => Buffer.concat([ggufString(key), u32(8), ggufString(value)]),
  number: (key: string, value: number) => Buffer.concat([ggufString(key), u32(4), u32(value)]),
  texts: (key: string, values: readonly string[]) =>
    Buffer.concat([ggufString(key), u32(9), u32(8), u64(values.length), ...values.map(ggufString)]),
};
export const tensor = (name: string, shape: readonly number[]) =>
  Buffer.concat([ggufString(name), u32(shape.length), ...shape.map(u64), u32(0), u64(0)]);

/** A GGUF file; the counts may lie. */
export function gguf(
  entries: readonly Buffer[],
  tensors: readonly Buffer[] = [],
  counts: { tensors?: number | bigint; entries?: number | bigint } = {},
): Buffer {
  const { tensors: tensorCount = tensors.length, entries: entryCount = entries.length } = counts;
  return Buffer.concat([Buffer.from('GGUF'), u32(3), u64(tensorCount), u64(entryCount), ...entries, ...tensors]);
}

const shortString = (text: string) => Buffer.concat([u8(0x8c), u8(text.length), Buffer.from(text)]);
/** Operations of pickles. */
export const op = {
  proto: (version = 4) => Buffer.from([0x80, version]),
  text: shortString,
  global: (module: string, name: string) => Buffer.from(`c${module}\n${name}\n`),
  stackGlobal: (module: string, name: string) => Buffer.concat([shortString(module), shortString(name), u8(0x93)]),
  memoize: u8(0x94),
  get: (index: number) => Buffer.from([0x68, index]),
  call: Buffer.from([0x85, 0x52]),
  stop: Buffer.from('.'),
};
export const pickle = (...operations: readonly Buffer[]) => Buffer.concat([op.proto(), ...operations, op.stop]);

/** A zip archive. */
export function zip(entries: Readonly<Record<string, Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([u32(0x04034b50), fields, Buffer.from(name), packed]);
    directory.push(
      Buffer.concat([u32(0x02014b50), Buffer.from([20, 0]), fields, Buffer.alloc(10), u32(offset), Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = Buffer.alloc(4);
  count.writeUInt16LE(directory.length, 0);
  count.writeUInt16LE(directory.length, 2);
  return Buffer.concat([
    ...parts,
    ...directory,
    u32(0x06054b50),
    u32(0),
    count,
    u32(size),
    u32(offset),
    Buffer.alloc(2),
  ]);
}
