import { execFileSync } from 'node:child_process';
import { closeSync, openSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { bytesOfBuffer, bytesOfFile } from '../../src/model-files/bytes.ts';
import { scanModels } from '../../src/model-files/scan-models.ts';
import { withFiles } from '../scan-sources.ts';
import { entry, gguf, op, pickle, safetensors, tensor, u8, u32, u64, zip } from './fixtures.ts';
import { scanFile, scanFiles } from './scan.ts';

const FOREVER = 2n ** 63n;

describe('headers that lie', () => {
  it.each<[string, string, Buffer | string]>([
    ['an empty file', 'x.safetensors', ''],
    ['seven bytes', 'x.safetensors', Buffer.alloc(7)],
    ['a header longer than the file', 'x.safetensors', Buffer.concat([u64(1_000_000), Buffer.from('{}')])],
    ['a header of 2^63 bytes', 'x.safetensors', Buffer.concat([u64(FOREVER), Buffer.from('{}')])],
    ['a header that is no JSON', 'x.safetensors', safetensors('{"a": ', 0)],
    ['deep JSON', 'x.safetensors', safetensors('{"a":'.repeat(1_000_000), 0)],
    ['deep lists', 'x.safetensors', safetensors(`{"a": ${'['.repeat(5_000_000)}`, 0)],
    ['a GGUF that ends in its header', 'x.gguf', gguf([entry.text('general.name', 'x')], [], { entries: 5 })],
    ['2^63 keys', 'x.gguf', gguf([entry.number('general.a', 1)], [], { entries: FOREVER })],
    ['2^63 tensors', 'x.gguf', gguf([], [tensor('a', [2])], { tensors: FOREVER })],
    ['a text of 2^63 bytes', 'x.gguf', gguf([Buffer.concat([u64(9), Buffer.from('general.x'), u32(8), u64(FOREVER)])])],
    [
      'a list of 2^63 numbers',
      'x.gguf',
      gguf([Buffer.concat([u64(1), Buffer.from('x'), u32(9), u32(10), u64(FOREVER)])]),
    ],
    [
      'lists of lists',
      'x.gguf',
      gguf([
        Buffer.concat([
          u64(1),
          Buffer.from('x'),
          u32(9),
          ...Array.from({ length: 50 }, () => Buffer.concat([u32(9), u64(1)])),
        ]),
      ]),
    ],
    ['an unknown type', 'x.gguf', gguf([Buffer.concat([u64(1), Buffer.from('x'), u32(99)])])],
    ['a tensor with 2^32 dimensions', 'x.gguf', gguf([], [Buffer.concat([u64(1), Buffer.from('a'), u32(0xffffffff)])])],
    ['a version of the future', 'x.gguf', Buffer.concat([Buffer.from('GGUF'), u32(9), u64(0), u64(0)])],
    ['an archive without directory', 'x.pt', zip({ 'a/data.pkl': pickle() }).subarray(0, 60)],
    ['an archive without a pickle', 'x.pt', zip({ readme: Buffer.from('x') })],
    ['text with the name of ONNX', 'x.onnx', '{"this is": "no model"}'],
    [
      'ONNX with a length of ten bytes',
      'x.onnx',
      Buffer.from([8, 1, 0x3a, ...Array.from({ length: 9 }, () => 0xff), 1]),
    ],
    ['text with the name of a pickle', 'x.pkl', '# not a pickle\n'],
  ])('reports %s', async (_, name, content) => {
    const { model, problems } = await scanFile(name, content);
    expect(model).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^[A-Z].*\.$/s);
  });

  it.each<[string, string, Buffer]>([
    [
      'Its header is nested deeper than 8 levels.',
      'x.safetensors',
      safetensors(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 0),
    ],
    [
      'Its header has lists that are nested deeper than 4.',
      'x.gguf',
      gguf([
        Buffer.concat([
          u64(1),
          Buffer.from('x'),
          u32(9),
          ...Array.from({ length: 20 }, () => Buffer.concat([u32(9), u64(1)])),
          u32(0),
          u64(0),
        ]),
      ]),
    ],
  ])('that are complete have limits: %s', async (message, name, content) => {
    expect((await scanFile(name, content)).problems).toContain(message);
  });

  it.each<[string, () => readonly Buffer[]]>([
    ['The pickle nests more than 5000000 values.', () => [Buffer.alloc(5_000_001, 0x5d)]],
    ['The pickle memorizes more than 2000000 strings.', () => [op.text('x'), Buffer.alloc(2_000_001, 0x94)]],
    ['The pickle has more than 10000000 operations.', () => [Buffer.alloc(10_000_001, Buffer.from('N0')), op.stop]],
  ])('that are complete have limits: %s', { tags: ['long'] }, async (message, operations) => {
    expect((await scanFile('x.pkl', Buffer.concat([op.proto(), ...operations()]))).problems).toContain(message);
  });

  it('does not believe shapes that the file cannot hold', async () => {
    const huge = { w: { dtype: 'F32', shape: [1e15, 1e15], data_offsets: [0, 4] } };
    expect((await scanFile('x.safetensors', safetensors(huge, 4))).labels).not.toHaveProperty('parameters');
    const { labels, problems } = await scanFile('x.gguf', gguf([], [tensor('a', [2 ** 40, 2 ** 40])]));
    expect(labels).not.toHaveProperty('parameters');
    expect(problems).toEqual([expect.stringContaining("can't hold its tensors")]);
  });
});

describe('hostile pickles', () => {
  it.each<[string, Buffer]>([
    ['ends without STOP', Buffer.concat([op.proto(), Buffer.from('N')])],
    ['takes from an empty stack', pickle(u8(0x30))],
    ['has no mark', pickle(Buffer.from('Nt'))],
    ['has a text of 2^63 bytes', pickle(u8(0x8d), u64(FOREVER))],
    ['has bytes of 4 GB', pickle(u8(0x42), u32(0xffffffff))],
    ['has a negative length', pickle(Buffer.from('T'), u32(0xfffffff0))],
    ['has a line without end', Buffer.concat([op.proto(), Buffer.from('c'), Buffer.alloc(1_000_000, 0x61)])],
    ['memorizes nothing', pickle(op.memoize)],
    ['has an unknown operation', pickle(u8(0xff))],
  ])('that %s is reported', async (_, content) => {
    const { model, problems } = await scanFile('x.pkl', content);
    expect(model).toBeDefined();
    expect(problems.length).toBeGreaterThan(0);
  });

  it('with thousands of imports lists the dangerous one among them', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => op.global('pkg', `C${index}`));
    const { rules } = await scanFile('x.pkl', pickle(...many, op.global('os', 'system')));
    expect(rules).toContain('model-file-runs-code');
  });

  /** An archive that declares a size of its last entry. */
  const archiveOf = (size: number, entries: Readonly<Record<string, Buffer>>) => {
    const archive = zip(entries);
    archive.writeUInt32LE(size, archive.lastIndexOf(u32(0x02014b50)) + 24);
    return archive;
  };

  it('in an archive that declares more than 64 MiB in all is reported, and not inflated', async () => {
    const bomb = archiveOf(64 * 1024 * 1024, { 'a/data.pkl': pickle(), 'b/data.pkl': pickle() });
    const { problems } = await scanFile('x.pt', bomb);
    expect(problems).toEqual(['The archive inflates to more than 67108864 bytes.']);
  });

  it('in an archive that inflates to more than it declares is reported', async () => {
    const bomb = archiveOf(100, { 'a/data.pkl': Buffer.concat([op.proto(), Buffer.alloc(1_000_000, 0x4e)]) });
    expect(bomb.length).toBeLessThan(2_000);
    expect((await scanFile('x.pt', bomb)).problems).toEqual([expect.stringContaining('too many bytes in the stream')]);
  });

  it('of any operations are a model or a problem that was expected', async () => {
    const operations = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([op.proto(), bytes]));
    await expectExpected('pkl', operations, 150);
  });
});

/**
 * Scans files with random contents, fifty at a time. Expects each to be a model, or to have a problem that a reader knows; `It can't be
 * read` is about errors that none expects.
 */
async function expectExpected(extension: string, content: fc.Arbitrary<Uint8Array>, count: number): Promise<void> {
  const property = fc.asyncProperty(fc.array(content, { minLength: 50, maxLength: 50 }), async (contents) => {
    const files = Object.fromEntries(contents.map((bytes, index) => [`${index}.${extension}`, bytes]));
    const { objects, diagnostics } = await scanFiles(files);
    const known = [...objects.flatMap(({ locations }) => locations), ...diagnostics].map(({ file }) => file);
    expect(Object.keys(files).filter((file) => !known.includes(file))).toEqual([]);
    expect(diagnostics.filter(({ message }) => message.includes("can't be read"))).toEqual([]);
  });
  await fc.assert(property, { numRuns: count / 50 });
}

describe('damaged files', () => {
  const damages = fc.array(
    fc.record({
      at: fc.nat(),
      removed: fc.nat({ max: 8 }),
      added: fc.oneof(fc.uint8Array({ maxLength: 8 }), fc.constantFrom(u32(0xffffffff), u64(FOREVER))),
    }),
    { minLength: 1, maxLength: 3 },
  );

  it.each<[string, Buffer]>([
    ['pkl', pickle(op.stackGlobal('collections', 'OrderedDict'), op.memoize, op.get(0), op.call)],
    ['pt', zip({ 'a/data.pkl': pickle(op.global('torch', 'FloatStorage')), 'a/version': Buffer.from('3') })],
    [
      'gguf',
      gguf(
        [entry.text('general.name', 'x'), entry.number('x.context_length', 8), entry.texts('x.tokens', ['a', 'b'])],
        [tensor('w', [2, 2])],
      ),
    ],
    [
      'safetensors',
      safetensors(
        { __metadata__: { 'modelspec.title': 'x' }, w: { dtype: 'F16', shape: [2], data_offsets: [0, 4] } },
        4,
      ),
    ],
    // Fields of ONNX: the version, the producer, and a property.
    ['onnx', Buffer.from('\x08\x01\x12\x01x\x72\x0e\x0a\x07license\x12\x03MIT', 'latin1')],
    [
      'keras',
      zip({
        'config.json': Buffer.from('{"class_name": "Functional"}'),
        'metadata.json': Buffer.from('{"keras_version": "3"}'),
      }),
    ],
  ])('are models or problems that were expected: %s', async (extension, valid) => {
    const { model, problems } = await scanFile(`x.${extension}`, valid);
    expect([model?.object_type, problems]).toEqual(['model', []]);
    const damaged = damages.map((list) => {
      const bytes = [...valid];
      for (const { at, removed, added } of list) bytes.splice(at % (bytes.length + 1), removed, ...added);
      return Buffer.from(bytes);
    });
    await expectExpected(extension, damaged, 200);
  });
});

describe('the bytes of a file', () => {
  it.each(['a file', 'memory'])('in %s are read in parts of at most 64 MiB', (source) =>
    withFiles({ 'x.bin': '' }, async (folder) => {
      const size = 64 * 1024 * 1024 + 1;
      truncateSync(join(folder, 'x.bin'), size);
      const descriptor = openSync(join(folder, 'x.bin'), 'r');
      try {
        const { read } = source === 'memory' ? bytesOfBuffer(Buffer.alloc(size)) : bytesOfFile(descriptor, size);
        expect(read(1, size - 1)).toHaveLength(size - 1);
        expect(() => read(0, size)).toThrow('A part of the header has 67108865 bytes, more than 67108864.');
      } finally {
        closeSync(descriptor);
      }
    }),
  );
});

describe('a file of 100 GB', () => {
  /** Scans a file that starts with a header, and has zeros to its end. */
  const scanLarge = (name: string, header: Buffer) =>
    withFiles({ [name]: header }, async (folder) => {
      truncateSync(join(folder, name), 100_000_000_000);
      const { objects, diagnostics } = await scanModels([folder]);
      return { names: objects.map((model) => model.name), problems: diagnostics.map(({ kind }) => kind).sort() };
    });

  it.each<[string, Buffer, string[]]>([
    ['header.safetensors', safetensors({ w: { dtype: 'F16', shape: [100], data_offsets: [0, 200] } }, 0), ['limit']],
    ['bytes.pkl', Buffer.concat([op.proto(), u8(0x8e), u64(90_000_000_000)]), ['limit', 'unreadable']],
    ['marks.pkl', op.proto(), ['limit', 'unreadable']],
  ])('is a model without a digest: %s', async (name, header, problems) => {
    expect(await scanLarge(name, header)).toEqual({ names: [name.split('.')[0]], problems });
  });

  const isReported = async (name: string, header: Buffer) =>
    expect(await scanLarge(name, header)).toEqual({ names: [], problems: ['unreadable'] });

  it.each([
    ['zeros.safetensors', Buffer.alloc(0)],
    ['keys.gguf', gguf([], [], { entries: FOREVER })],
    ['archive.pt', zip({ 'a/data.pkl': pickle() })],
    ['fields.onnx', Buffer.from([8, 1])],
  ])('is reported without reading all of it: %s', isReported);

  it.each([
    ['tensors.gguf', gguf([], [], { tensors: FOREVER })],
    ['list.gguf', gguf([Buffer.concat([u64(1), Buffer.from('x'), u32(9), u32(8), u64(FOREVER)])])],
  ])('is reported after five million values: %s', { tags: ['long'] }, isReported);
});

it('a pipe with the name of a model does not block', () =>
  withFiles({}, async (folder) => {
    execFileSync('mkfifo', [join(folder, 'pipe.gguf')]);
    expect(await scanModels([folder])).toMatchObject({ objects: [], diagnostics: [] });
  }));
