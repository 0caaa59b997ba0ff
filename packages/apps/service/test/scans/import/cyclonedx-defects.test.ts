/** What an import of a CycloneDX BOM does with items that it can't import as they are, or that aren't AI objects. */
import { describe, expect, it } from 'vitest';
import { type ImportContext, importReport } from '../../../src/domains/scans/index.ts';
import { maxItems } from '../../../src/platform/contract/limits.ts';
import { expectValidDocument } from './scan-document.ts';

const context: ImportContext = { target: 'github.com/halden-freight/customs-desk', assetId: 'a1' };

const createBill = (parts: object) => JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', ...parts });

const createModel = (parts: object = {}) => ({ type: 'machine-learning-model', name: 'm', ...parts });

/** Imports a bill, and checks its document. */
function importBill(parts: object, options: Partial<ImportContext> = {}) {
  const { documents, ...rest } = importReport('cyclonedx', createBill(parts), { ...context, ...options });
  expect(documents).toHaveLength(1);
  const [document] = documents;
  if (document === undefined) throw new Error('The bill has no document.');
  expectValidDocument(document);
  return { document, ...rest };
}

describe('a BOM without AI objects', () => {
  it.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])(
    'of version %s is accepted with a summary of its components',
    (specVersion) => {
      const { document, ...rest } = importBill({
        specVersion,
        components: [
          { type: 'library', name: 'a', components: [{ type: 'file', name: 'b' }] },
          { type: 'data', name: 'c' },
        ],
        services: [{ name: 'd', services: [{ name: 'e' }] }],
      });
      expect(document.objects).toEqual([]);
      expect(rest).toEqual({
        rejected: [],
        incomplete: [],
        ignored: [
          { what: 'components that are not AI objects', count: 2, pointer: '/components/0', name: 'a' },
          { what: 'services that are not MCP servers', count: 2, pointer: '/services/0', name: 'd' },
          { what: 'data sets that no model card references', count: 1, pointer: '/components/1', name: 'c' },
        ],
      });
    },
  );

  it('is accepted without components', () => {
    expect(importBill({}).ignored).toEqual([]);
  });
});

describe('a defect of one component or service', () => {
  it.each([
    ['a component that is null', { components: [null, createModel()] }, '/components/0/type', 'not empty'],
    ['a component without a type', { components: [{ name: 'x' }, createModel()] }, '/components/0/type', 'not empty'],
    [
      'a model without a name',
      { components: [{ type: 'machine-learning-model' }, createModel()] },
      '/components/0/name',
      'must be a string that is not empty',
    ],
    [
      'an MCP server without a name',
      { components: [createModel()], services: [{ group: 'mcp' }] },
      '/services/0/name',
      'must be a string that is not empty',
    ],
    ['a service that is null', { components: [createModel()], services: [null] }, '/services/0', 'must be an object'],
  ])('rejects %s, and imports the others', (_, parts, pointer, reason) => {
    const { document, rejected, incomplete } = importBill(parts);
    expect(document.objects).toHaveLength(1);
    expect(rejected).toMatchObject([{ pointer, reason: expect.stringContaining(reason) }]);
    expect(incomplete).toEqual([]);
  });

  it.each([
    ['an invalid package URL', { purl: 'huggingface/x' }, '/purl', /must be a package URL/],
    ['a package URL that is too long', { purl: `pkg:huggingface/${'x'.repeat(3000)}` }, '/purl', /at most 2048/],
    ['a version that is no text', { version: 2 }, '/version', /must be a string/],
    ['licenses that are no array', { licenses: {} }, '/licenses', /must be an array/],
    [
      'a line that is no number',
      { evidence: { occurrences: [{ location: 'a.py', line: 'four' }] } },
      '/evidence/occurrences/0/line',
      /must be an integer/,
    ],
    [
      'a file name that is too long',
      { evidence: { occurrences: [{ location: 'x'.repeat(5000) }] } },
      '/evidence/occurrences/0/location',
      /at most 4096 characters/,
    ],
    [
      'a model card that is nested too deeply',
      { modelCard: { properties: JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) } },
      '/modelCard',
      /nested more than 100 levels/,
    ],
    [
      'a text that cannot be stored',
      { description: 'a\u0000b' },
      '/description',
      /U\+0000 or an unpaired surrogate, which is replaced/,
    ],
  ])('imports a model with %s without that value', (_, parts, pointer, reason) => {
    const { document, rejected, incomplete } = importBill({ components: [createModel(parts)] });
    expect(document.objects).toHaveLength(1);
    expect(rejected).toEqual([]);
    expect(incomplete).toMatchObject([{ pointer: `/components/0${pointer}`, reason: expect.stringMatching(reason) }]);
  });
});

describe('values that are names of inherited properties', () => {
  it('are unknown types', () => {
    const parts = {
      metadata: { component: { type: 'constructor', name: 'desk' } },
      services: [{ group: 'mcp', name: 'gateway', properties: [{ name: 'cdx:mcp:authMode', value: 'constructor' }] }],
    };
    const { documents } = importReport('cyclonedx', createBill(parts), {
      target: 'github.com/halden-freight/customs-desk',
    });
    expect(documents[0]?.objects[0]).toMatchObject({ asset_type: 'repository' });
    expect(documents[0]?.objects[1]).not.toHaveProperty('auth_type');
  });
});

describe('MCP servers in a BOM', () => {
  it('are also found in other services', () => {
    const { document } = importBill({ services: [{ name: 'api', services: [{ group: 'mcp', name: 'gateway' }] }] });
    expect(document.objects).toMatchObject([{ object_type: 'mcp_server', aispm_friendly_name: 'gateway' }]);
  });

  it('have their own name when the reference to their package ends with a slash', () => {
    const properties = [{ name: 'cdx:mcp:packageRefs', value: 'https://packages.halden.example/' }];
    const { document } = importBill({ services: [{ group: 'mcp', name: 'gateway', properties }] });
    expect(document.objects[0]).toMatchObject({ server_name: 'npm.unscoped/gateway' });
  });

  it('have a name with a namespace, no matter how long their host is', () => {
    const host = Array.from({ length: 60 }, () => 'abc').join('.');
    const { document } = importBill({
      services: [{ group: 'mcp', name: 'gateway', endpoints: [`https://${host}.example`] }],
    });
    expect(document.objects[0]).toMatchObject({ server_name: expect.stringMatching(/^example\.abc\.abc.*\/gateway$/) });
  });
});

describe('absolute paths in a BOM', () => {
  const model = createModel({ evidence: { occurrences: [{ location: '/srv/desk/a.py#L4' }] } });

  it('are imported as URLs, with a remedy, if the root of the repository is unknown', () => {
    const { document, rejected, incomplete } = importBill({ components: [model] });
    expect(document.locations).toMatchObject([{ url: 'file:///srv/desk/a.py', start_line: 4 }]);
    expect(rejected).toEqual([]);
    expect(incomplete).toMatchObject([
      { pointer: '/components/0/evidence/occurrences/0/location', remedy: expect.stringContaining('Set root') },
    ]);
  });

  it('are relative to the root of the repository', () => {
    const { document, incomplete } = importBill({ components: [model] }, { root: '/srv/desk' });
    expect(document.locations).toMatchObject([{ file_path: 'a.py', start_line: 4 }]);
    expect(incomplete).toEqual([]);
  });
});

describe('more than the limits of one scan', () => {
  it('rejects the objects beyond the maximum number', () => {
    const max = maxItems('ScanDocument.objects');
    const components = Array.from({ length: max + 2 }, (_, index) => createModel({ name: `m${index}` }));
    const { document, rejected } = importBill({ components });
    expect(document.objects).toHaveLength(max);
    expect(rejected.map(({ pointer }) => pointer)).toEqual([`/components/${max}`, `/components/${max + 1}`]);
    expect(rejected[0]?.reason).toBe(`exceeds the ${max} AI objects that one scan can have`);
  });

  it('imports an object without the locations beyond the maximum number', () => {
    const max = maxItems('ScanDocument.locations');
    const occurrences = Array.from({ length: max + 1 }, (_, index) => ({ location: `${index}.py` }));
    const { document, incomplete } = importBill({ components: [createModel({ evidence: { occurrences } })] });
    expect(document.locations).toHaveLength(max);
    expect(incomplete).toMatchObject([
      { pointer: `/components/0/evidence/occurrences/${max}/location`, reason: expect.stringContaining(`the ${max}`) },
    ]);
  });

  it('rejects the objects beyond the maximum size of a document', { tags: ['long'] }, () => {
    const modelCard = { properties: [{ name: 'notes', value: '\u{1F512}'.repeat(1_000_000) }] };
    const components = Array.from({ length: 10 }, (_, index) => createModel({ name: `m${index}`, modelCard }));
    const { document, rejected } = importBill({ components });
    expect(document.objects).toHaveLength(8);
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(33_554_432);
    expect(rejected).toMatchObject([
      { pointer: '/components/8', reason: 'exceeds the bytes that one scan can have' },
      { pointer: '/components/9' },
    ]);
  });
});
