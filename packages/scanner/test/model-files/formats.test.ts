import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scanModels } from '../../src/model-files/scan-models.ts';
import { cyclonedxOf } from '../../src/write/cyclonedx.ts';
import { summaryOf } from '../../src/write/summary.ts';
import { withFiles } from '../scan-sources.ts';
import { entry, gguf, op, pickle, safetensors, tensor, u8, zip } from './fixtures.ts';
import { scanFile, scanFiles } from './scan.ts';

const WEIGHTS = {
  __metadata__: { format: 'pt', 'modelspec.title': 'Router', 'modelspec.license': 'apache-2.0' },
  'layers.0.weight': { dtype: 'BF16', shape: [4, 8], data_offsets: [0, 64] },
  'layers.0.bias': { dtype: 'F32', shape: [3], data_offsets: [64, 76] },
  scale: { dtype: 'BF16', shape: [], data_offsets: [76, 78] },
};

describe('safetensors', () => {
  it('reports the parameters, the type, the license and the digest', async () => {
    const content = safetensors(WEIGHTS, 78);
    const { model, labels, problems } = await scanFile('router/model.safetensors', content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(model).toMatchObject({ model_name: 'Router', license: 'Apache-2.0', revision: `sha256:${sha256}` });
    expect(labels).toEqual({
      bytes: String(content.length),
      format: 'safetensors',
      parameters: '36',
      quantization: 'BF16',
      sha256,
    });
    expect(problems).toEqual([]);
  });

  it('takes the parts of a model as one, with the name of the folder', async () => {
    const part = (index: number) =>
      safetensors({ [`w${index}`]: { dtype: 'F16', shape: [5], data_offsets: [0, 10] } }, 10);
    const { document, objects } = await scanFiles({
      'tiny-chat/model-00001-of-00002.safetensors': part(1),
      'tiny-chat/model-00002-of-00002.safetensors': part(2),
    });
    expect(objects.map(({ name }) => name)).toEqual(['tiny-chat']);
    const model = document.objects.find(({ object_type }) => object_type === 'model');
    expect(model?.labels).toMatchObject({ files: '2', parameters: '10' });
    expect(model).not.toHaveProperty('revision');
    expect(document.locations.map(({ file_path, start_line }) => [file_path, start_line])).toEqual([
      ['tiny-chat/model-00001-of-00002.safetensors', undefined],
      ['tiny-chat/model-00002-of-00002.safetensors', undefined],
    ]);
  });

  it('reports missing tensors', async () => {
    const { model, problems } = await scanFile('cut.safetensors', safetensors(WEIGHTS, 70));
    expect(model).toBeDefined();
    expect(problems).toEqual(['The file is incomplete: its tensors have 78 bytes, but only 70 are there.']);
  });
});

describe('GGUF', () => {
  it('reports what the keys declare, and the parameters', async () => {
    const content = gguf(
      [
        entry.text('general.architecture', 'llama'),
        entry.text('general.name', 'Tiny Llama'),
        entry.text('general.organization', 'Halden'),
        entry.text('general.license', 'llama3.1'),
        entry.text('general.source.url', 'https://huggingface.co/halden/tiny-llama'),
        entry.texts('tokenizer.ggml.tokens', ['a', 'bc']),
        entry.number('llama.context_length', 8192),
        entry.number('general.file_type', 15),
      ],
      [tensor('a', [16, 4]), tensor('b', [8])],
    );
    const { model, labels, problems } = await scanFile('tiny.gguf', content);
    expect(problems).toEqual([]);
    expect(model).toMatchObject({
      model_name: 'Tiny Llama',
      provider_name: 'Halden',
      architecture_family: 'llama',
      license: 'LicenseRef-llama3.1',
      context_window: 8192,
      source_url: 'https://huggingface.co/halden/tiny-llama',
    });
    expect(labels).toMatchObject({ format: 'gguf', parameters: '72', quantization: 'Q4_K_M' });
  });

  it('omits what the header does not contain', async () => {
    const { model } = await scanFile('bare.gguf', gguf([entry.text('general.architecture', 'bert')]));
    expect(Object.keys(model ?? {}).sort()).toEqual([
      'aispm_friendly_name',
      'architecture_family',
      'key',
      'labels',
      'model_name',
      'object_type',
      'provider_name',
      'revision',
      'stable_key',
    ]);
  });
});

describe('pickles', () => {
  it.each<[string, Buffer]>([
    ['GLOBAL', pickle(op.global('posix', 'system'), op.text('id'), op.call)],
    ['STACK_GLOBAL', pickle(op.stackGlobal('os', 'system'), op.text('id'), op.call)],
    [
      'names from the memo',
      pickle(
        op.text('os'),
        op.memoize,
        u8(0x30),
        op.text('system'),
        op.memoize,
        u8(0x30),
        op.get(0),
        op.get(1),
        u8(0x93),
      ),
    ],
    ['INST', pickle(Buffer.from('(ios\nsystem\n'))],
    ['names below a harmless value', pickle(op.text('os'), op.text('system'), op.text('x'), u8(0x30), u8(0x93))],
    ['a module behind a module', pickle(op.stackGlobal('torch.serialization', 'os.system'))],
    ['a computed name', pickle(op.text('os'), Buffer.from('N'), u8(0x93))],
    ['a code of the extension registry', pickle(Buffer.from([0x82, 1]))],
    ['an import before a broken end', Buffer.concat([op.proto(), op.global('builtins', 'eval'), u8(0xff)])],
    ['a second pickle', Buffer.concat([pickle(Buffer.from('N')), pickle(op.global('builtins', 'exec'))])],
    ['protocol 0', Buffer.from("cos\nsystem\n(S'id'\ntR.")],
    ['attributes of attributes', pickle(op.stackGlobal('builtins', 'getattr'))],
  ])('finds code in %s', async (_, content) => {
    const { rules, model } = await scanFile('x.pkl', content);
    expect(model).toBeDefined();
    expect(rules).toEqual(['model-file-runs-code']);
  });

  it('lists every import, and takes those that rebuild tensors as harmless', async () => {
    const content = pickle(
      op.global('collections', 'OrderedDict'),
      op.global('torch._utils', '_rebuild_tensor_v2'),
      op.global('torch', 'FloatStorage'),
      op.global('torch', 'bfloat16'),
      op.stackGlobal('numpy._core.multiarray', '_reconstruct'),
    );
    const { rules, labels } = await scanFile('weights.pt', content);
    expect(rules).toEqual([]);
    expect(labels.imports).toBe(
      'collections.OrderedDict torch._utils._rebuild_tensor_v2 torch.FloatStorage torch.bfloat16 numpy._core.multiarray._reconstruct',
    );
  });

  it('distinguishes other modules', async () => {
    const { rules, evidence } = await scanFile(
      'x.joblib',
      pickle(op.global('sklearn.tree._classes', 'DecisionTreeClassifier')),
    );
    expect(rules).toEqual(['model-file-imports-unlisted-code']);
    expect(evidence).toEqual(['sklearn.tree._classes.DecisionTreeClassifier']);
  });

  it('reads archives of PyTorch', async () => {
    const content = zip({ 'archive/data.pkl': pickle(op.global('os', 'popen')), 'archive/data/0': Buffer.alloc(64) });
    const { labels, rules } = await scanFile('net.pth', content);
    expect([labels.format, rules]).toEqual(['pytorch', ['model-file-runs-code']]);
  });

  it('does not take other files with the same extension as models', async () => {
    const { model, problems } = await scanFile('firmware.bin', Buffer.alloc(4096, 7));
    expect([model, problems]).toEqual([undefined, []]);
    const archive = await scanFile('data.bin', zip({ 'readme.txt': Buffer.from('x') }));
    expect([archive.model, archive.problems]).toEqual([undefined, []]);
  });
});

describe('other formats', () => {
  it('finds layers with code in archives of Keras', async () => {
    const layers = [{ class_name: 'Dense' }, { class_name: 'Lambda', config: {} }];
    const config = { class_name: 'Sequential', config: { layers } };
    const content = zip({
      'config.json': Buffer.from(JSON.stringify(config)),
      'metadata.json': Buffer.from('{"keras_version": "3.11.3"}'),
    });
    const { model, rules, evidence } = await scanFile('m.keras', content);
    expect(model).toMatchObject({ architecture_family: 'Sequential', library: 'keras 3.11.3' });
    expect([rules, evidence]).toEqual([['model-file-runs-code'], ['Lambda']]);
    const safe = await scanFile('s.keras', zip({ 'config.json': Buffer.from('{"class_name": "Sequential"}') }));
    expect(safe.rules).toEqual([]);
  });

  it('reads the short fields of ONNX', async () => {
    const field = (number: number, content: Buffer) => Buffer.concat([u8(number * 8 + 2), u8(content.length), content]);
    const property = Buffer.concat([field(1, Buffer.from('license')), field(2, Buffer.from('MIT'))]);
    const graph = Buffer.concat([u8(7 * 8 + 2), Buffer.from([0x80, 0x20]), Buffer.alloc(4096)]);
    const content = Buffer.concat([Buffer.from([8, 9]), field(2, Buffer.from('pytorch')), graph, field(14, property)]);
    const { model, problems } = await scanFile('m.onnx', content);
    expect(problems).toEqual([]);
    expect(model).toMatchObject({ library: 'pytorch', license: 'MIT' });
  });
});

describe('a scan of model files', () => {
  it('follows links below the folder only, and takes no pointers of Git LFS', async () => {
    await withFiles({ 'secret.gguf': gguf([]) }, (outside) =>
      withFiles(
        {
          'blobs/abc': gguf([entry.text('general.name', 'Linked')]),
          'x.gguf': 'version https://git-lfs.github.com/spec/v1\n',
        },
        async (folder) => {
          mkdirSync(join(folder, 'snapshots'));
          symlinkSync('../blobs/abc', join(folder, 'snapshots/model.gguf'));
          symlinkSync(join(outside, 'secret.gguf'), join(folder, 'outside.gguf'));
          symlinkSync(folder, join(folder, 'circle'));
          const { objects, diagnostics } = await scanModels([folder]);
          expect(objects.map(({ name }) => name)).toEqual(['Linked']);
          expect(diagnostics.map(({ file, message }) => [file, message])).toEqual([
            ['x.gguf', 'The file is a pointer of Git LFS. Fetch the file with git lfs pull.'],
          ]);
        },
      ),
    );
  });

  it('is deterministic, and shows models in the summary and in CycloneDX', async () => {
    const files = { 'router.safetensors': safetensors(WEIGHTS, 78), 'evil.pkl': pickle(op.global('os', 'system')) };
    const [first, second] = [await scanFiles(files), await scanFiles(files)];
    expect(JSON.stringify(first.document)).toBe(JSON.stringify(second.document));
    expect(first.document).toMatchObject({ scan_type: 'model', target: 'example.com/models' });
    expect(summaryOf(first)).toContain(
      '  Router  router.safetensors\n      safetensors, 36 parameters, BF16, Apache-2.0\n      sha256: ',
    );
    expect(summaryOf(first)).toContain(
      'critical  model-file-runs-code\n  evil.pkl  model evil: Loading evil can run code: it uses os.system.\n',
    );
    const { components } = cyclonedxOf(first) as { components: { name: string }[] };
    expect(components.find(({ name }) => name === 'Router')).toMatchObject({
      type: 'machine-learning-model',
      hashes: [{ alg: 'SHA-256', content: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      licenses: [{ expression: 'Apache-2.0' }],
    });
  });

  it('keeps hostile texts of headers out of terminals and documents', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const content = gguf([
      entry.text('general.name', `\u001b]0;owned\u0007 ${secret}`),
      entry.text('general.author', `a ${secret}`),
    ]);
    const report = await scanFiles({ 'x.gguf': content, 'y.pkl': pickle(op.global('os', `\u001b[31m ${secret}`)) });
    const outputs = summaryOf(report) + JSON.stringify([report.document, cyclonedxOf(report)]);
    expect(outputs).not.toContain(secret);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
    expect(summaryOf(report)).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(outputs).not.toContain('\\u001b]0');
  });
});
