import fc from '@aispm/testing/properties';
import type { ScanDocument } from '@aispm/types';
import { expect, it } from 'vitest';
import { type ImportContext, importReport } from '../../../src/domains/scans/index.ts';
import { catchImportError, expectValidDocument } from './scan-document.ts';

const context: ImportContext = { target: 'github.com/halden-freight/customs-desk' };
const CONTEXT = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';

const MODEL = {
  type: 'ai_AIPackage',
  spdxId: 'urn:model',
  name: 'tariff-classifier',
  description: 'Classifies goods.',
  suppliedBy: 'urn:organization',
  software_packageVersion: '2.1',
  software_primaryPurpose: 'model',
  software_downloadLocation: 'https://models.haldenfreight.example/tariff-classifier',
  ai_typeOfModel: ['transformer'],
  ai_limitation: 'English only.',
  ai_hyperparameter: [{ type: 'DictionaryEntry', key: 'layers', value: '12' }],
};

/** A document as the SPDX tools write it. */
const ELEMENTS = [
  { type: 'CreationInfo', '@id': '_:creation', specVersion: '3.0.1', createdUsing: ['urn:tool'] },
  { type: 'Tool', spdxId: 'urn:tool', name: 'bill-writer' },
  { type: 'Organization', spdxId: 'urn:organization', name: 'halden-freight' },
  { type: 'SpdxDocument', spdxId: 'urn:document', rootElement: ['urn:bill'] },
  { type: 'software_Sbom', spdxId: 'urn:bill', rootElement: ['urn:application'] },
  { type: 'software_Package', spdxId: 'urn:application', name: 'Customs desk', software_primaryPurpose: 'container' },
  MODEL,
  { type: 'dataset_DatasetPackage', spdxId: 'urn:data', name: 'tariffs', dataset_datasetSize: 1000 },
  { type: 'dataset_DatasetPackage', spdxId: 'urn:other-data', name: 'unused' },
  { type: 'software_Package', spdxId: 'urn:library', name: 'left-pad' },
  { type: 'software_File', spdxId: 'urn:file', name: 'weights.bin' },
  { type: 'security_Vulnerability', spdxId: 'urn:vulnerability', name: 'CVE-2026-1' },
  { type: 'simplelicensing_LicenseExpression', spdxId: 'urn:license', simplelicensing_licenseExpression: 'Apache-2.0' },
  { type: 'Relationship', spdxId: 'urn:r1', relationshipType: 'trainedOn', from: 'urn:model', to: ['urn:data'] },
  {
    type: 'Relationship',
    spdxId: 'urn:r2',
    relationshipType: 'hasDeclaredLicense',
    from: 'urn:model',
    to: ['urn:license'],
  },
  {
    type: 'Relationship',
    spdxId: 'urn:r3',
    relationshipType: 'dependsOn',
    from: 'urn:application',
    to: ['urn:library'],
  },
];

const createText = (elements: readonly object[]) => JSON.stringify({ '@context': CONTEXT, '@graph': elements });

function importSpdx(text: string) {
  const report = importReport('spdx', text, context);
  const [document] = report.documents as [ScanDocument];
  expectValidDocument(document);
  return { ...report, document };
}

const licensed = (to: string) => ({
  type: 'Relationship',
  relationshipType: 'hasConcludedLicense',
  from: 'urn:model',
  to: [to],
});

/** Imports a model, and returns it. */
const convertModel = (members: object, ...others: object[]) =>
  importSpdx(createText([{ ...MODEL, ...members }, ...others])).document.objects.find(
    ({ object_type }) => object_type === 'model',
  );

it('an SPDX document becomes a scan of what it describes, by the tool that created it', () => {
  const { document } = importSpdx(createText(ELEMENTS));
  expect(document).toMatchObject({
    scan_type: 'model',
    target: context.target,
    tool_name: 'bill-writer',
    tool_version: 'unknown',
  });
  expect(document.objects[0]).toMatchObject({
    object_type: 'asset',
    stable_key: context.target,
    aispm_friendly_name: 'Customs desk',
    asset_type: 'container_image',
  });
});

it('an AI package becomes a model, with its supplier, license and data sets', () => {
  expect(importSpdx(createText(ELEMENTS)).document.objects.slice(1)).toEqual([
    {
      key: 'model-1',
      object_type: 'model',
      stable_key: 'halden-freight/tariff-classifier',
      aispm_friendly_name: 'tariff-classifier',
      model_name: 'tariff-classifier',
      provider_name: 'halden-freight',
      description: 'Classifies goods.',
      model_version: '2.1',
      architecture_family: 'transformer',
      license: 'Apache-2.0',
      source_url: 'https://models.haldenfreight.example/tariff-classifier',
      model_card: {
        ai_typeOfModel: ['transformer'],
        ai_limitation: 'English only.',
        ai_hyperparameter: [{ type: 'DictionaryEntry', key: 'layers', value: '12' }],
        trainedOn: [{ spdxId: 'urn:data', name: 'tariffs', dataset_datasetSize: 1000 }],
      },
    },
  ]);
});

it('everything else is counted, with its first example', () => {
  const { ignored, rejected, incomplete } = importSpdx(createText(ELEMENTS));
  expect({ rejected, incomplete }).toEqual({ rejected: [], incomplete: [] });
  expect(ignored).toEqual([
    { what: 'data sets that no model references', count: 1, pointer: '/@graph/8', name: 'unused' },
    { what: 'packages that are not models', count: 1, pointer: '/@graph/9', name: 'left-pad' },
    { what: 'files and snippets', count: 1, pointer: '/@graph/10', name: 'weights.bin' },
    { what: 'vulnerabilities', count: 1, pointer: '/@graph/11', name: 'CVE-2026-1' },
    { what: "relationships that the inventory doesn't have", count: 1, pointer: '/@graph/15' },
  ]);
});

it('elements that only a rejected model refers to are counted', () => {
  const elements = ELEMENTS.map((element) => (element === MODEL ? { ...MODEL, name: '' } : element));
  const { ignored, rejected } = importSpdx(createText(elements));
  expect(rejected).toHaveLength(1);
  expect(ignored.map(({ what, count }) => [what, count])).toEqual([
    ['data sets that no model references', 2],
    ['packages that are not models', 1],
    ['files and snippets', 1],
    ['vulnerabilities', 1],
    ['licenses of packages that are not models', 1],
    ["relationships that the inventory doesn't have", 3],
  ]);
});

it('elements that only a duplicate package of a model refers to are counted', () => {
  const later = { ...licensed('https://spdx.org/licenses/MIT'), from: 'urn:later' };
  const { document, ignored } = importSpdx(createText([MODEL, { ...MODEL, spdxId: 'urn:later' }, later]));
  expect(document.objects).toHaveLength(2);
  expect(ignored).toMatchObject([{ what: "relationships that the inventory doesn't have", count: 1 }]);
});

it('a relationship belongs to the element that it starts at', () => {
  const relationship = { type: 'Relationship', relationshipType: 'trainedOn', from: 'urn:data', to: ['urn:model'] };
  const { document, ignored } = importSpdx(createText([MODEL, { ...relationship, spdxId: 'urn:r1' }]));
  expect(document.objects[1]).not.toHaveProperty('model_card.trainedOn');
  expect(ignored).toMatchObject([{ what: "relationships that the inventory doesn't have", count: 1 }]);
});

it('relationships refer to the first of several elements with one identifier, and the others get a finding', () => {
  const { document, incomplete } = importSpdx(
    createText([MODEL, { ...MODEL, name: 'other' }, licensed('https://spdx.org/licenses/MIT')]),
  );
  expect(document.objects.slice(1).map((model) => (model as { license?: unknown }).license)).toEqual([
    'MIT',
    undefined,
  ]);
  expect(incomplete).toMatchObject([
    {
      pointer: '/@graph/1',
      reason: 'has the identifier of an earlier element, which is the one that relationships name',
    },
  ]);
});

it('a data set that a model lists twice is in its card once', () => {
  const dataSet = { type: 'dataset_DatasetPackage', spdxId: 'urn:data', name: 'tariffs' };
  const trained = {
    type: 'Relationship',
    relationshipType: 'trainedOn',
    from: 'urn:model',
    to: ['urn:data', 'urn:data'],
  };
  expect(convertModel({}, dataSet, trained)).toMatchObject({
    model_card: { trainedOn: [{ spdxId: 'urn:data', name: 'tariffs' }] },
  });
});

it('a data set that is nested too deep for a model card is omitted from it', () => {
  const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`);
  const dataSet = { type: 'dataset_DatasetPackage', spdxId: 'urn:data', name: 'tariffs', dataset_sensor: deep };
  const trained = { type: 'Relationship', relationshipType: 'trainedOn', from: 'urn:model', to: ['urn:data'] };
  const { document, incomplete } = importSpdx(createText([{ ...MODEL, ai_domain: ['text'] }, dataSet, trained]));
  expect(document.objects[1]).toMatchObject({ model_card: { ai_domain: ['text'] } });
  expect(document.objects[1]).not.toHaveProperty('model_card.trainedOn');
  expect(incomplete).toMatchObject([
    { pointer: '/@graph/1', reason: 'would make a model card have more than 100 levels' },
  ]);
});

it('a large data set is in as many model cards as fit in one scan, and all models are imported', () => {
  const count = 40;
  const models = Array.from({ length: count }, (_, index) => ({
    ...MODEL,
    spdxId: `urn:m${index}`,
    name: `m${index}`,
  }));
  const trained = models.map(({ spdxId }) => ({
    type: 'Relationship',
    relationshipType: 'trainedOn',
    from: spdxId,
    to: ['urn:data'],
  }));
  const dataSet = {
    type: 'dataset_DatasetPackage',
    spdxId: 'urn:data',
    name: 'tariffs',
    description: 'x'.repeat(2 ** 20),
  };
  const { documents, rejected, incomplete } = importReport(
    'spdx',
    createText([...models, dataSet, ...trained]),
    context,
  );
  const cards =
    documents[0]?.objects.flatMap((object) => ('model_card' in object ? [object.model_card ?? {}] : [])) ?? [];
  expect(cards).toHaveLength(count);
  expect(cards.filter((card) => 'trainedOn' in card)).toHaveLength(31);
  expect(rejected).toEqual([]);
  expect(incomplete).toMatchObject([
    { pointer: `/@graph/${count}`, reason: expect.stringContaining('exceeds the bytes') },
  ]);
});

it('thousands of models can share a supplier and a license with names of megabytes', () => {
  const count = 4_000;
  const models = Array.from({ length: count }, (_, index) => ({
    ...MODEL,
    spdxId: `urn:m${index}`,
    name: `m${index}`,
    suppliedBy: 'urn:supplier',
  }));
  const supplier = { type: 'Organization', spdxId: 'urn:supplier', name: 'o'.repeat(5_000_000) };
  const license = {
    type: 'simplelicensing_SimpleLicensingText',
    spdxId: 'urn:license',
    name: `LicenseRef-${'l'.repeat(5_000_000)} 1`,
  };
  const licenses = models.map(({ spdxId }) => ({ ...licensed('urn:license'), from: spdxId }));
  const { document, rejected } = importSpdx(createText([...models, supplier, license, ...licenses]));
  expect(rejected).toEqual([]);
  expect(document.objects).toHaveLength(count + 1);
});

it.each([
  ['in its package URL', { software_packageUrl: 'pkg:huggingface/google-bert/bert-base-cased@cd5ef92' }],
  [
    'in an external identifier',
    {
      externalIdentifier: [
        { externalIdentifierType: 'packageUrl', identifier: 'pkg:huggingface/google-bert/bert-base-cased@cd5ef92' },
      ],
    },
  ],
])('a model of a hub %s has the same key as in CycloneDX', (_, members) => {
  const component = {
    type: 'machine-learning-model',
    name: 'm',
    purl: 'pkg:huggingface/google-bert/bert-base-cased@cd5ef92',
  };
  const bill = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [component] });
  const [, inCycloneDx] = importReport('cyclonedx', bill, context).documents[0]?.objects ?? [];
  expect(convertModel(members)).toMatchObject({
    stable_key: inCycloneDx?.stable_key,
    revision: 'cd5ef92',
    purl: component.purl,
  });
});

it.each([
  ['of the SPDX list', 'https://spdx.org/licenses/MIT', [], 'MIT'],
  ['that is an expression', 'urn:l', [{ simplelicensing_licenseExpression: 'MIT OR Apache-2.0' }], 'MIT OR Apache-2.0'],
  ['of its own', 'urn:l', [{ name: 'Llama 3.3 License' }], 'LicenseRef-Llama-3.3-License'],
  ['that is none', 'expandedlicensing_NoneLicense', [], null],
  ['that is not asserted', 'expandedlicensing_NoAssertionLicense', [], undefined],
  ['that the document does not contain', 'urn:missing', [], undefined],
])('a model with a license %s has it', (_, to, members, license) => {
  const elements = members.map((member) => ({ spdxId: 'urn:l', ...member }));
  expect((convertModel({}, licensed(to), ...elements) as { license?: unknown }).license).toBe(license);
});

it('values that are not asserted are omitted', () => {
  const model = convertModel({
    software_packageVersion: 'NOASSERTION',
    software_downloadLocation: 'NONE',
    description: undefined,
  });
  expect(model).not.toHaveProperty('model_version');
  expect(model).not.toHaveProperty('source_url');
  expect(model).not.toHaveProperty('description');
});

it('versions of one model are separate models', () => {
  const versions = ['2', '10'].map((version) => ({
    ...MODEL,
    spdxId: `urn:${version}`,
    software_packageVersion: version,
  }));
  const { objects } = importSpdx(createText(versions)).document;
  expect(objects.slice(1).map(({ stable_key }) => stable_key)).toEqual([
    'unknown/tariff-classifier@2',
    'unknown/tariff-classifier',
  ]);
});

it('a package without a name is rejected, and does not affect others', () => {
  const { document, rejected } = importSpdx(
    createText([
      { ...MODEL, name: '' },
      { ...MODEL, spdxId: 'urn:second' },
    ]),
  );
  expect(rejected).toMatchObject([{ pointer: '/@graph/0/name', reason: 'must be a string that is not empty' }]);
  expect(document.objects).toHaveLength(2);
});

it('a document of one element needs no graph', () => {
  const { document } = importSpdx(JSON.stringify({ '@context': CONTEXT, ...MODEL }));
  expect(document.objects).toHaveLength(2);
});

it.each([
  [
    'an SPDX 2 document',
    { spdxVersion: 'SPDX-2.3' },
    /is an SPDX 2 document, not an SPDX 3 document.*Convert it to CycloneDX/,
  ],
  ['a CycloneDX bill', { bomFormat: 'CycloneDX' }, /is a CycloneDX bill of materials.*format cyclonedx/],
  [
    'another JSON-LD document',
    { '@context': 'https://schema.org', '@graph': [] },
    /\/@context must be the SPDX 3\.0 context/,
  ],
  [
    'a newer version',
    { '@context': 'https://spdx.org/rdf/4.0/spdx-context.jsonld' },
    /\/@context must be the SPDX 3\.0 context/,
  ],
  ['a graph that is no list', { '@context': CONTEXT, '@graph': {} }, /\/@graph must be an array/],
  ['no object', [], /The document must be an object/],
])('%s is rejected', (_, value, message) => {
  expect(catchImportError(() => importReport('spdx', JSON.stringify(value), context)).message).toMatch(message);
});

it('each element of any document is imported, rejected or counted', () => {
  const id = fc.constantFrom(
    ...['urn:document', 'urn:bill', 'urn:application', 'urn:tool', 'urn:organization'],
    ...['urn:model', 'urn:data', 'urn:license', 'urn:missing'],
  );
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), id, fc.array(id, { maxLength: 3 }));
  const member = fc.constantFrom(
    ...[
      'spdxId',
      'name',
      'from',
      'to',
      'relationshipType',
      'rootElement',
      'suppliedBy',
      'originatedBy',
      'createdUsing',
    ],
    ...[
      'software_packageUrl',
      'software_packageVersion',
      'externalIdentifier',
      'ai_typeOfModel',
      'ai_metric',
      'description',
    ],
  );
  const changes = fc.array(fc.tuple(fc.nat(ELEMENTS.length - 1), member, value), { maxLength: 12 });
  fc.assert(
    fc.property(changes, (changed) => {
      const elements: object[] = structuredClone(ELEMENTS);
      for (const [index, name, changedValue] of changed) elements[index] = { ...elements[index], [name]: changedValue };
      const { document, rejected, ignored } = importSpdx(createText(elements));
      const models = document.objects.filter(({ object_type }) => object_type === 'model').length;
      expect(models + rejected.length).toBe(1);
      // The model, what frames the document, and what the model or the scan has taken values from.
      const counted = ignored.reduce((sum, { count }) => sum + count, 0);
      expect(counted).toBeGreaterThanOrEqual(5);
      expect(counted).toBeLessThanOrEqual(ELEMENTS.length - 6);
    }),
  );
});
