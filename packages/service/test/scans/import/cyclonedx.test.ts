import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { importCycloneDx } from '../../../src/scans/import/cyclonedx.ts';
import { ImportError } from '../../../src/scans/import/document-part.ts';
import type { ImportContext } from '../../../src/scans/import/import-context.ts';
import { expectToBeValid } from './scan-document.ts';

const context: ImportContext = { target: 'github.com/halden-freight/customs-desk', root: '/srv/customs-desk' };

const file = (name: string) => readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8');

const bill = (parts: object) => JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', ...parts });

const model = (parts: object) => bill({ components: [{ type: 'machine-learning-model', name: 'm', ...parts }] });

const service = (parts: object) => bill({ services: [{ group: 'mcp', name: 'gateway', ...parts }] });

function converted(text: string, more: Partial<ImportContext> = {}) {
  const document = importCycloneDx(text, { ...context, ...more });
  expectToBeValid(document);
  return document;
}

const object = (text: string) => converted(text, { assetId: 'a1' }).objects[0];

describe.each(['1.5', '1.6'])('a bill of cdxgen in %s', (version) => {
  const document = converted(file(`aibom-${version}.cdx.json`));
  const named = (name: string) => document.objects.find((found) => found.aispm_friendly_name === name);

  test('says who wrote it', () => {
    expect(document).toMatchObject({ scan_type: 'model', tool_name: 'cdxgen', tool_version: '12.8.4' });
    expect(document.objects[0]).toMatchObject({ object_type: 'asset', stable_key: context.target });
  });

  test('has the models, those of a hub by their package URL', () => {
    expect(named('all-MiniLM-L6-v2')).toMatchObject({
      stable_key: 'pkg:huggingface/sentence-transformers/all-MiniLM-L6-v2',
      model_name: 'sentence-transformers/all-MiniLM-L6-v2',
      revision: null,
      license: 'Apache-2.0',
      source_url: 'https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2',
    });
    expect(named('claude-sonnet-4-5')).toMatchObject({
      stable_key: 'anthropic/claude-sonnet-4-5',
      provider_name: 'anthropic',
    });
    expect(named('claude-sonnet-4-5')).not.toHaveProperty('revision');
    expect(named('claude-sonnet-4-5')).not.toHaveProperty('license');
    expect(document.objects.filter((found) => found.object_type === 'model')).toHaveLength(5);
  });

  test('has the MCP servers, and no other services', () => {
    expect(document.objects.filter((found) => found.object_type === 'mcp_server')).toHaveLength(2);
    expect(named('customs-gateway')).toMatchObject({
      server_name: 'example.haldenfreight.customs-gateway/customs-gateway',
      transport: 'streamable-http',
      url: 'https://customs-gateway.haldenfreight.example/mcp',
      auth_type: 'none',
    });
    expect(named('filesystem')).toMatchObject({
      server_name: 'npm.modelcontextprotocol/server-filesystem',
      transport: 'stdio',
      packages: [{ identifier: '@modelcontextprotocol/server-filesystem', version: null }],
    });
    expect(named('filesystem')).not.toHaveProperty('auth_type');
  });

  test('leads from the objects to where they were found', () => {
    const key = named('claude-sonnet-4-5')?.key;
    const edge = document.edges.find((found) => found.from_key === key);
    expect(document.locations.find((location) => location.key === edge?.to_key)).toMatchObject({
      file_path: 'src/agent.py',
      start_line: 8,
    });
    expect(document.locations.map((location) => location.file_path)).toContain('.mcp.json');
  });
});

test('a bill with a card says what the model is made for', () => {
  const models = converted(file('aibom-1.6.cdx.json')).objects;
  expect(models.find((found) => found.aispm_friendly_name === 'all-MiniLM-L6-v2')).toMatchObject({
    task: 'sentence-similarity',
    architecture_family: 'bert',
  });
});

test.each([
  ['no word of a license', {}, undefined],
  ['an empty list', { licenses: [] }, null],
  ['an identifier', { licenses: [{ license: { id: 'MIT' } }] }, 'MIT'],
  [
    'a name',
    { licenses: [{ license: { name: 'Llama 3.3 Community License' } }] },
    'LicenseRef-Llama-3.3-Community-License',
  ],
  ['an expression', { licenses: [{ expression: 'MIT OR Apache-2.0' }] }, 'MIT OR Apache-2.0'],
  ['two of them', { licenses: [{ license: { id: 'MIT' } }, { license: { id: 'Apache-2.0' } }] }, 'MIT AND Apache-2.0'],
])('license of a model: %s', (_, parts, license) => {
  expect(object(model(parts))).toHaveProperty('object_type', 'model');
  expect((object(model(parts)) as { license?: unknown }).license).toBe(license);
});

test.each([
  [
    'of a hub, pinned',
    { purl: 'pkg:huggingface/google-bert/bert-base-cased@cd5ef92a9fb2f889e972770a36d4ed042daf221e' },
    'cd5ef92a9fb2f889e972770a36d4ed042daf221e',
  ],
  ['of a hub, not pinned', { purl: 'pkg:huggingface/google-bert/bert-base-cased' }, null],
  [
    'by a digest as its version',
    { version: 'cd5ef92a9fb2f889e972770a36d4ed042daf221e' },
    'cd5ef92a9fb2f889e972770a36d4ed042daf221e',
  ],
  ['behind an API', { name: 'gpt-4o', supplier: { name: 'OpenAI Inc' } }, undefined],
])('revision of a model %s', (_, parts, revision) => {
  expect((object(model(parts)) as { revision?: unknown }).revision).toBe(revision);
});

test('a model stands once, with all its places', () => {
  const component = (location: string) => ({
    type: 'machine-learning-model',
    group: 'g',
    name: 'm',
    evidence: { occurrences: [{ location, line: 4 }] },
  });
  const document = converted(
    bill({ components: [{ type: 'library', name: 'l', components: [component('a.py')] }, component('b.py')] }),
    { assetId: 'a1' },
  );
  expect(document.objects).toHaveLength(1);
  expect(document.locations).toMatchObject([
    { file_path: 'a.py', start_line: 4 },
    { file_path: 'b.py', start_line: 4 },
  ]);
});

test('the card of a model comes without its pictures', () => {
  const card = {
    modelParameters: { task: 't' },
    quantitativeAnalysis: {
      performanceMetrics: [{ type: 'f1' }],
      graphics: { collection: [{ image: { content: 'AAAA' } }] },
    },
  };
  expect(object(model({ modelCard: card }))).toMatchObject({
    task: 't',
    model_card: { quantitativeAnalysis: { performanceMetrics: [{ type: 'f1' }] } },
  });
  expect(JSON.stringify(object(model({ modelCard: card })))).not.toContain('AAAA');
});

test.each([
  [{ authenticated: false }, 'none'],
  [{ authenticated: true }, 'unknown'],
  [{ authenticated: true, properties: [{ name: 'cdx:mcp:authMode', value: 'oauth' }] }, 'oauth2'],
  [{}, undefined],
])('authentication of an MCP server from %j', (parts, auth) => {
  expect((object(service(parts)) as { auth_type?: unknown }).auth_type).toBe(auth);
});

test('credentials in the address of a server are left out', () => {
  expect(JSON.stringify(object(service({ endpoints: ['https://user:hunter2@gateway.example/mcp'] })))).not.toContain(
    'hunter2',
  );
});

test.each([
  ['not JSON, with a comma too many', '{"bomFormat": "CycloneDX", "metadata": {"a": 1,}}', '', /is not JSON/],
  ['a SARIF log', '{"version":"2.1.0","runs":[]}', '/bomFormat', /has to be "CycloneDX"/],
  ['an old version', bill({ specVersion: '1.3' }), '/specVersion', /"1\.3".*1\.5, 1\.6.*cyclonedx convert/],
  [
    'a component without a name',
    bill({ components: [{ type: 'machine-learning-model' }] }),
    '/components/0/name',
    /is missing/,
  ],
  ['a component without a type', bill({ components: [{ name: 'x' }] }), '/components/0/type', /is missing/],
  ['a purl that is none', model({ purl: 'huggingface/x' }), '/components/0/purl', /package URL/],
  ['components that are no list', bill({ components: {} }), '/components', /has to be a list/],
  ['a component that is nothing', bill({ components: [null] }), '/components/0', /has to be an object/],
])('%s is refused with its place', (_, text, pointer, message) => {
  const refused = (() => {
    try {
      return importCycloneDx(text, context);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(ImportError);
  expect((refused as ImportError).pointer).toBe(pointer);
  expect((refused as ImportError).message).toMatch(message);
});
