/** What an import takes over from a bill in addition to single objects: versions, dependencies, vulnerabilities and data sets. */
import { listRelations } from '@aispm/domain';
import { describe, expect, it } from 'vitest';
import { importReport } from '../../../src/domains/scans/index.ts';
import { expectValidDocument } from './scan-document.ts';

const TARGET = 'github.com/halden-freight/customs-desk';

/** Imports a bill, and checks its document. */
function importBill(parts: object, assetId?: string) {
  const bill = { bomFormat: 'CycloneDX', specVersion: '1.6', ...parts };
  const context = { target: TARGET, ...(assetId !== undefined && { assetId }) };
  const { documents, ...rest } = importReport('cyclonedx', JSON.stringify(bill), context);
  const [document] = documents;
  if (document === undefined) throw new Error('The bill has no document.');
  expectValidDocument(document);
  return { document, objects: document.objects.filter(({ object_type }) => object_type !== 'asset'), ...rest };
}

const createModel = (parts: object) => ({ type: 'machine-learning-model', ...parts });

const createOwn = (type: string, name: string) => ({
  type: 'application',
  'bom-ref': name,
  name,
  properties: [{ name: 'aispm:object_type', value: type }],
});

const OWN = ['agent', 'model', 'tool', 'mcp_server'].map((type) => ({ ...createOwn(type, type), type: 'library' }));

describe('versions of a model in a BOM', () => {
  const versions = ['2', '10', '9'].map((version) => createModel({ group: 'acme', name: 'm', version }));

  it('are separate models, of which the newest has the key of the model', () => {
    const { objects, incomplete } = importBill({ components: versions });
    expect(objects.map((object) => [object.stable_key, 'model_version' in object && object.model_version])).toEqual([
      ['acme/m@2', '2'],
      ['acme/m', '10'],
      ['acme/m@9', '9'],
    ]);
    expect(incomplete).toEqual([]);
  });

  it('have the same keys in any order, and alone', () => {
    const keys = (components: object[]) => importBill({ components }).objects.map(({ stable_key }) => stable_key);
    expect(keys(versions.toReversed()).sort()).toEqual(keys(versions).sort());
    expect(keys(versions.slice(1, 2))).toEqual(['acme/m']);
  });

  it('are revisions in the package URL', () => {
    const purl = 'pkg:huggingface/google/bert';
    const components = ['a', 'b'].map((revision) => createModel({ name: 'bert', purl: `${purl}@${revision}` }));
    expect(importBill({ components }).objects.map(({ stable_key }) => stable_key)).toEqual([`${purl}@a`, purl]);
  });

  it('are one model when they are equal, without a finding', () => {
    const { objects, incomplete } = importBill({ components: [versions[0], versions[0]] });
    expect([objects.length, incomplete]).toEqual([1, []]);
  });
});

it('two entries with one identity and different values are one object, with a finding', () => {
  const purl = 'pkg:huggingface/google/bert';
  const components = [createModel({ name: 'bert', purl }), createModel({ name: 'other', purl })];
  const { objects, incomplete } = importBill({ components });
  expect(objects).toMatchObject([{ stable_key: purl, aispm_friendly_name: 'bert' }]);
  expect(incomplete).toMatchObject([
    {
      pointer: '/components/1',
      reason: expect.stringContaining('describes the same object as an earlier entry'),
    },
  ]);
});

describe('dependencies in a BOM', () => {
  it('become edges if the inventory has an edge for the types of their ends, in that direction', () => {
    const types = OWN.map(({ name }) => name);
    const dependencies = types.map((ref) => ({ ref, dependsOn: types }));
    const { document, ignored } = importBill({ components: OWN, dependencies });
    const types_ = new Map(document.objects.map(({ key, object_type }) => [key, object_type]));
    const found = document.edges.map(({ from_key, edge, to_key }) => [types_.get(from_key), edge, types_.get(to_key)]);
    const known = (['agent', 'model', 'tool', 'mcp_server'] as const).flatMap((type) =>
      listRelations(type)
        .filter(
          ({ from, name, relatedType }) => from === 'source' && types.includes(relatedType) && name !== 'sub_agents',
        )
        .map(({ name, relatedType }) => [type, name, relatedType]),
    );
    expect(found).toEqual(expect.arrayContaining(known));
    expect(found).toHaveLength(known.length);
    expect(ignored).toMatchObject([
      {
        what: 'dependencies that are not relations of AI objects',
        count: 16 - known.length,
        pointer: '/dependencies/0/dependsOn/0',
      },
    ]);
  });

  it('between two agents are delegations, each once', () => {
    const components = [createOwn('agent', 'a'), createOwn('agent', 'b')];
    const dependencies = [
      { ref: 'a', dependsOn: ['b', 'b'] },
      { ref: 'a', dependsOn: ['b'] },
    ];
    expect(importBill({ components, dependencies }).document.edges).toEqual([
      { from_key: 'agent-1', edge: 'sub_agents', to_key: 'agent-2' },
    ]);
  });

  it('of the described component need no edge, because all objects are in the scanned asset', () => {
    const metadata = { component: { type: 'application', 'bom-ref': 'root', name: 'desk' } };
    const dependencies = [{ ref: 'root', dependsOn: ['agent', 'lib'] }];
    const { document, ignored } = importBill({ metadata, components: OWN, dependencies });
    expect(document.edges).toEqual([]);
    expect(ignored).toMatchObject([{ count: 1, pointer: '/dependencies/0/dependsOn/1', name: 'lib' }]);
  });

  it('beyond the maximum number are rejected', () => {
    const names = Array.from({ length: 150 }, (_, index) => `a${index}`);
    const components = names.map((name) => createOwn('agent', name));
    const dependencies = names.map((ref) => ({ ref, dependsOn: names.filter((name) => name !== ref) }));
    const { document, rejected } = importBill({ components, dependencies });
    expect([document.edges.length, rejected.length]).toEqual([20_000, 150 * 149 - 20_000]);
    expect(new Set(rejected.map(({ reason }) => reason))).toEqual(
      new Set(['exceeds the 20000 edges that one scan can have']),
    );
  });
});

describe('vulnerabilities in a BOM', () => {
  const components = [
    createOwn('agent', 'desk'),
    createModel({ 'bom-ref': 'm', name: 'bert' }),
    { type: 'library', name: 'l', 'bom-ref': 'l' },
  ];
  const CVE = {
    id: 'CVE-2026-1',
    source: { url: 'https://nvd.example/CVE-2026-1' },
    ratings: [{ severity: 'low' }, { severity: 'critical', score: 9.8 }],
    cwes: [502],
    description: 'Loading the model executes code.',
    recommendation: 'Use safetensors.',
    advisories: [{ url: 'https://example.com/advisory' }],
  };

  it('are findings of the objects that they affect', () => {
    const { document, ignored } = importBill({
      components,
      vulnerabilities: [{ ...CVE, affects: [{ ref: 'm' }, { ref: 'desk' }, { ref: 'm' }, { ref: 'l' }] }],
    });
    expect(document.rules).toEqual([
      {
        rule_id: 'CycloneDX.CVE-2026-1',
        rule_name: 'CVE-2026-1',
        rule_description: 'Loading the model executes code.',
        object_types: ['model', 'agent'],
        source: 'external',
        severity: 'critical',
        tags: { cwe: ['CWE-502'] },
        remediation: {
          summary: 'Use safetensors.',
          steps: [],
          references: ['https://nvd.example/CVE-2026-1', 'https://example.com/advisory'],
        },
      },
    ]);
    expect(document.occurrences).toMatchObject([
      { object_key: 'model-2', message: 'CVE-2026-1: Loading the model executes code.' },
      { object_key: 'agent-1' },
    ]);
    expect(ignored).toMatchObject([{ what: 'components that are not AI objects' }]);
  });

  it.each([undefined, 'a1'])('of the described component are findings of the scanned asset (%s)', (assetId) => {
    const metadata = { component: { type: 'application', 'bom-ref': 'root', name: 'desk' } };
    const vulnerabilities = [{ ...CVE, affects: [{ ref: 'root' }] }];
    const { document } = importBill({ metadata, vulnerabilities }, assetId);
    expect(document.occurrences).toHaveLength(1);
    expect(document.occurrences[0]).not.toHaveProperty('object_key');
    expect(document.rules?.[0]?.object_types).toEqual(['asset']);
  });

  it('are only counted if they affect nothing that is imported, or are closed', () => {
    const closed = ['resolved', 'resolved_with_pedigree', 'false_positive', 'not_affected'].map((state) => ({
      ...CVE,
      analysis: { state },
      affects: [{ ref: 'm' }],
    }));
    const { document, ignored } = importBill({
      components,
      vulnerabilities: [{ ...CVE, affects: [{ ref: 'l' }] }, CVE, ...closed],
    });
    expect(document.occurrences).toEqual([]);
    expect(ignored.slice(1)).toEqual([
      {
        what: "vulnerabilities that don't affect AI objects",
        count: 2,
        pointer: '/vulnerabilities/0',
        name: 'CVE-2026-1',
      },
      {
        what: "vulnerabilities that are resolved or don't apply",
        count: 4,
        pointer: '/vulnerabilities/2',
        name: 'CVE-2026-1',
      },
    ]);
  });

  it.each([
    [[], 'medium'],
    [[{ severity: 'none' }], 'info'],
    [[{ severity: 'unknown', score: 8 }], 'high'],
    [[{ severity: 'High' }], 'high'],
    [[{ score: 3.1 }, { score: 9.1 }], 'critical'],
  ])('have the highest stated severity: %j', (ratings, severity) => {
    const { document } = importBill({ components, vulnerabilities: [{ ...CVE, ratings, affects: [{ ref: 'm' }] }] });
    expect(document.rules?.[0]?.severity).toBe(severity);
  });

  it('without an id are rejected', () => {
    const { rejected } = importBill({ components, vulnerabilities: [{ affects: [{ ref: 'm' }] }] });
    expect(rejected).toMatchObject([{ pointer: '/vulnerabilities/0/id' }]);
  });

  it('contain no secrets from their descriptions', () => {
    const description = `Found ghp_${'a1B2'.repeat(9)}`;
    const { document } = importBill({
      components,
      vulnerabilities: [{ ...CVE, description, affects: [{ ref: 'm' }] }],
    });
    expect(JSON.stringify(document)).not.toContain('ghp_');
  });
});

describe('data sets in a BOM', () => {
  const dataSet = {
    type: 'data',
    'bom-ref': 'd',
    name: 'tariffs',
    version: '3',
    data: [{ type: 'dataset', classification: 'public' }],
  };
  const modelCard = { modelParameters: { datasets: [{ ref: 'd' }, { type: 'dataset', name: 'inline' }] } };

  it('are in the card of the model that refers to them', () => {
    const { objects, ignored } = importBill({ components: [dataSet, createModel({ name: 'm', modelCard })] });
    expect(objects).toMatchObject([
      {
        model_card: {
          modelParameters: {
            datasets: [
              { ref: 'd', name: 'tariffs', version: '3', type: 'dataset', classification: 'public' },
              { type: 'dataset', name: 'inline' },
            ],
          },
        },
      },
    ]);
    expect(ignored).toEqual([]);
  });

  it('are only counted if no model refers to them', () => {
    expect(importBill({ components: [dataSet, createModel({ name: 'm' })] }).ignored).toEqual([
      { what: 'data sets that no model card references', count: 1, pointer: '/components/0', name: 'tariffs' },
    ]);
  });

  it('are in as many cards as fit in one scan if they are large, and all models are imported', () => {
    const large = {
      ...dataSet,
      data: [{ type: 'dataset', contents: { attachment: { content: 'x'.repeat(2 ** 20) } } }],
    };
    const datasets = Array.from({ length: 1000 }, () => ({ ref: 'd' }));
    const models = ['a', 'b'].map((name) => createModel({ name, modelCard: { modelParameters: { datasets } } }));
    const { objects, rejected, incomplete } = importBill({ components: [large, ...models] });
    expect(rejected).toEqual([]);
    expect(JSON.stringify(objects).split('tariffs')).toHaveLength(32);
    expect(incomplete).toMatchObject([
      { pointer: '/components/0', reason: expect.stringContaining('exceeds the bytes') },
    ]);
  });
});

it('other lists in a BOM are counted', () => {
  const lists = {
    externalReferences: [{}, {}],
    compositions: [{}],
    annotations: [{}],
    formulation: [{}],
    properties: [{}],
  };
  expect(importBill(lists).ignored.map(({ what, count }) => [what, count])).toEqual([
    ['items of externalReferences', 2],
    ['items of compositions', 1],
    ['items of annotations', 1],
    ['items of formulation', 1],
    ['items of properties', 1],
  ]);
});

it('the component that a BOM describes is the asset, and not counted', () => {
  const metadata = { component: { type: 'application', name: 'desk', components: [{ type: 'library', name: 'l' }] } };
  expect(importBill({ metadata }).ignored).toMatchObject([{ count: 1, pointer: '/metadata/component/components/0' }]);
});

describe('an object described by AISPM properties', () => {
  it('has their values, without invalid ones', () => {
    const properties = Object.entries({
      'aispm:object_type': 'tool',
      'aispm:stable_key': 'desk#tool:file',
      'aispm:tool_kind': 'resource',
      'aispm:tool_source': 'nowhere',
      'aispm:is_readonly': 'true',
      'aispm:is_destructive': 'maybe',
      'aispm:permissions': 'read',
      'aispm:label:team': 'customs',
      'aispm:key': 'x',
      'aispm:constructor': 'x',
      'aispm:input_schema': '{}',
    }).map(([name, value]) => ({ name, value }));
    const component = {
      type: 'library',
      name: 'file',
      description: 'd',
      properties: [...properties, { name: 'aispm:permissions', value: 'write' }],
    };
    const { objects, incomplete } = importBill({ components: [component] });
    expect(objects).toEqual([
      {
        key: 'tool-1',
        object_type: 'tool',
        stable_key: 'desk#tool:file',
        aispm_friendly_name: 'file',
        description: 'd',
        tool_name: 'file',
        tool_source: 'other',
        tool_kind: 'resource',
        is_readonly: true,
        permissions: ['read', 'write'],
        labels: { team: 'customs' },
      },
    ]);
    expect(incomplete.map(({ pointer }) => pointer)).toEqual([
      '/components/0/properties/3/value',
      '/components/0/properties/5/value',
    ]);
  });

  it.each(['constructor', 'asset', 'location', ''])('is ignored with the type %j', (type) => {
    expect(importBill({ components: [createOwn(type, 'a')] }).objects).toEqual([]);
  });
});
