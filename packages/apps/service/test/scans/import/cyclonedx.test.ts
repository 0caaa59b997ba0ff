import { readFileSync } from 'node:fs';
import type { ScanDocument } from '@aispm/types';
import { describe, expect, it } from 'vitest';
import { type ImportContext, importReport } from '../../../src/domains/scans/index.ts';
import { catchImportError, expectValidDocument } from './scan-document.ts';

const context: ImportContext = { target: 'github.com/halden-freight/customs-desk', root: '/srv/customs-desk' };

const readFile = (name: string) => readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8');

const createBill = (parts: object) => JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', ...parts });

const createModelBill = (parts: object) =>
  createBill({ components: [{ type: 'machine-learning-model', name: 'm', ...parts }] });

const createServiceBill = (parts: object) => createBill({ services: [{ group: 'mcp', name: 'gateway', ...parts }] });

function importBill(text: string | Uint8Array, options: Partial<ImportContext> = {}) {
  const report = importReport('cyclonedx', text, { ...context, ...options });
  for (const document of report.documents) expectValidDocument(document);
  return report;
}

function convert(text: string, options: Partial<ImportContext> = {}) {
  return importBill(text, options).documents[0] as ScanDocument;
}

const convertObject = (text: string) => convert(text, { assetId: 'a1' }).objects[0];

describe.each(['1.5', '1.6'])('a BOM from cdxgen in CycloneDX %s', (version) => {
  const document = convert(readFile(`aibom-${version}.cdx.json`));
  const findByName = (name: string) => document.objects.find((object) => object.aispm_friendly_name === name);

  it('has the tool that created it', () => {
    expect(document).toMatchObject({ scan_type: 'model', tool_name: 'cdxgen', tool_version: '12.8.4' });
    expect(document.objects[0]).toMatchObject({ object_type: 'asset', stable_key: context.target });
  });

  it('has the models; the package URL identifies those of a hub', () => {
    expect(findByName('all-MiniLM-L6-v2')).toMatchObject({
      stable_key: 'pkg:huggingface/sentence-transformers/all-MiniLM-L6-v2',
      model_name: 'sentence-transformers/all-MiniLM-L6-v2',
      revision: null,
      license: 'Apache-2.0',
      source_url: 'https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2',
    });
    expect(findByName('claude-sonnet-4-5')).toMatchObject({
      stable_key: 'anthropic/claude-sonnet-4-5',
      provider_name: 'anthropic',
    });
    expect(findByName('claude-sonnet-4-5')).not.toHaveProperty('revision');
    expect(findByName('claude-sonnet-4-5')).not.toHaveProperty('license');
    expect(document.objects.filter((object) => object.object_type === 'model')).toHaveLength(5);
  });

  it('has the MCP servers, and no other services', () => {
    expect(document.objects.filter((object) => object.object_type === 'mcp_server')).toHaveLength(2);
    expect(findByName('customs-gateway')).toMatchObject({
      server_name: 'example.haldenfreight.customs-gateway/customs-gateway',
      transport: 'streamable-http',
      url: 'https://customs-gateway.haldenfreight.example/mcp',
      auth_type: 'none',
    });
    expect(findByName('filesystem')).toMatchObject({
      server_name: 'npm.modelcontextprotocol/server-filesystem',
      transport: 'stdio',
      packages: [{ identifier: '@modelcontextprotocol/server-filesystem', version: null }],
    });
    expect(findByName('filesystem')).not.toHaveProperty('auth_type');
  });

  it('connects the objects to their locations', () => {
    const key = findByName('claude-sonnet-4-5')?.key;
    const edge = document.edges.find(({ from_key }) => from_key === key);
    expect(document.locations.find((location) => location.key === edge?.to_key)).toMatchObject({
      file_path: 'src/agent.py',
      start_line: 8,
    });
    expect(document.locations.map((location) => location.file_path)).toContain('.mcp.json');
  });
});

describe('the import of CycloneDX BOMs', () => {
  it('reads the task and the architecture from the model card', () => {
    const models = convert(readFile('aibom-1.6.cdx.json')).objects;
    expect(models.find((model) => model.aispm_friendly_name === 'all-MiniLM-L6-v2')).toMatchObject({
      task: 'sentence-similarity',
      architecture_family: 'bert',
    });
  });

  it.each([
    ['no list of licenses', {}, undefined],
    ['an empty list', { licenses: [] }, null],
    ['an identifier', { licenses: [{ license: { id: 'MIT' } }] }, 'MIT'],
    [
      'a name',
      { licenses: [{ license: { name: 'Llama 3.3 Community License' } }] },
      'LicenseRef-Llama-3.3-Community-License',
    ],
    ['an expression', { licenses: [{ expression: 'MIT OR Apache-2.0' }] }, 'MIT OR Apache-2.0'],
    [
      'two licenses',
      { licenses: [{ license: { id: 'MIT' } }, { license: { id: 'Apache-2.0' } }] },
      'MIT AND Apache-2.0',
    ],
  ])('reads the license of a model from %s', (_, parts, license) => {
    expect(convertObject(createModelBill(parts))).toHaveProperty('object_type', 'model');
    expect((convertObject(createModelBill(parts)) as { license?: unknown }).license).toBe(license);
  });

  it.each([
    [
      'of a hub, pinned',
      { purl: 'pkg:huggingface/google-bert/bert-base-cased@cd5ef92a9fb2f889e972770a36d4ed042daf221e' },
      'cd5ef92a9fb2f889e972770a36d4ed042daf221e',
    ],
    ['of a hub, not pinned', { purl: 'pkg:huggingface/google-bert/bert-base-cased' }, null],
    [
      'with a digest as its version',
      { version: 'cd5ef92a9fb2f889e972770a36d4ed042daf221e' },
      'cd5ef92a9fb2f889e972770a36d4ed042daf221e',
    ],
    ['behind an API', { name: 'gpt-4o', supplier: { name: 'OpenAI Inc' } }, undefined],
  ])('reads the revision of a model %s', (_, parts, revision) => {
    expect((convertObject(createModelBill(parts)) as { revision?: unknown }).revision).toBe(revision);
  });

  it.each([
    ['its group', { group: 'halden', supplier: { name: 'Halden Freight' } }, 'halden'],
    ['its supplier', { supplier: { name: 'Halden Freight' }, authors: [{ name: 'Ann' }] }, 'Halden Freight'],
    ['its first author', { authors: [{ name: 'Ann' }, { name: 'Bob' }] }, 'Ann'],
    ['the owner at the hub', { purl: 'pkg:huggingface/google-bert/bert-base-cased' }, 'google-bert'],
    ['nothing', { purl: 'pkg:huggingface/bert-base-cased' }, 'unknown'],
  ])('reads the provider of a model from %s', (_, parts, provider) => {
    expect(convertObject(createModelBill(parts))).toHaveProperty('provider_name', provider);
  });

  it('adds a model once, with all its locations', () => {
    const component = (location: string) => ({
      type: 'machine-learning-model',
      group: 'g',
      name: 'm',
      evidence: { occurrences: [{ location, line: 4 }] },
    });
    const document = convert(
      createBill({ components: [{ type: 'library', name: 'l', components: [component('a.py')] }, component('b.py')] }),
      { assetId: 'a1' },
    );
    expect(document.objects).toHaveLength(1);
    expect(document.locations).toMatchObject([
      { file_path: 'a.py', start_line: 4 },
      { file_path: 'b.py', start_line: 4 },
    ]);
  });

  it('omits the graphics of a model card', () => {
    const modelCard = {
      modelParameters: { task: 't' },
      quantitativeAnalysis: {
        performanceMetrics: [{ type: 'f1' }],
        graphics: { collection: [{ image: { content: 'AAAA' } }] },
      },
    };
    expect(convertObject(createModelBill({ modelCard }))).toMatchObject({
      task: 't',
      model_card: { quantitativeAnalysis: { performanceMetrics: [{ type: 'f1' }] } },
    });
    expect(JSON.stringify(convertObject(createModelBill({ modelCard })))).not.toContain('AAAA');
  });

  it.each([
    [{ authenticated: false }, 'none'],
    [{ authenticated: true }, 'unknown'],
    [{ authenticated: true, properties: [{ name: 'cdx:mcp:authMode', value: 'oauth' }] }, 'oauth2'],
    [{}, undefined],
  ])('reads the authentication of an MCP server from %j', (parts, auth) => {
    expect((convertObject(createServiceBill(parts)) as { auth_type?: unknown }).auth_type).toBe(auth);
  });

  it('omits credentials in the URL of a server', () => {
    expect(
      JSON.stringify(convertObject(createServiceBill({ endpoints: ['https://user:hunter2@gateway.example/mcp'] }))),
    ).not.toContain('hunter2');
  });

  it.each([
    [
      'invalid JSON',
      '{"bomFormat": "CycloneDX", "metadata": {"a": 1,}}',
      '',
      /^The document is not valid JSON .*Create it again/,
    ],
    [
      'a SARIF log',
      '{"version":"2.1.0","runs":[]}',
      '',
      /is a SARIF log, not a CycloneDX bill of materials\. Import it with the format sarif/,
    ],
    ['an SPDX 2 document', '{"spdxVersion":"SPDX-2.3"}', '', /is an SPDX 2 document.*Convert it to CycloneDX/],
    ['another format', '{"bomFormat":"AcmeBOM"}', '/bomFormat', /must be "CycloneDX"/],
    ['no version', '{"bomFormat":"CycloneDX"}', '/specVersion', /must be one of 1\.0.*got nothing/],
    [
      'components that are not an array, since all known ones would count as removed',
      createBill({ components: {} }),
      '/components',
      /must be an array/,
    ],
    [
      'an unknown version',
      createBill({ specVersion: '9.1' }),
      '/specVersion',
      /one of 1\.0, 1\.1, 1\.2, 1\.3, 1\.4, 1\.5, 1\.6, 1\.7, got "9\.1".*cyclonedx convert/,
    ],
  ])('rejects %s with its location', (_, text, pointer, message) => {
    const error = catchImportError(() => importReport('cyclonedx', text, context));
    expect(error.violation.pointer).toBe(pointer);
    expect(error.message).toMatch(message);
  });
});
