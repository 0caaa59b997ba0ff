/** Reports as they are in files: compressed, in several encodings, and with values that a tool shouldn't write. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sampleByHash } from '@aispm/testing';
import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { importReport, type ReportFormat } from '../../../src/domains/scans/index.ts';
import { context, createLog, createResult, createRun } from './sarif-log.ts';
import { catchImportError, expectValidDocument } from './scan-document.ts';

const readFile = (name: string) => readFileSync(new URL(`files/${name}`, import.meta.url), 'utf8');

const LOG = createLog(createRun({}, createResult({ message: { text: 'Größe: 5 € 😀' } })));

const importMessage = (content: Uint8Array) => {
  const { documents, ...rest } = importReport('sarif', content, context);
  return { message: documents[0]?.occurrences[0]?.message, ...rest };
};

describe('the bytes of a report', () => {
  const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

  it.each([
    ['UTF-8', Buffer.from(LOG)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${LOG}`)],
    ['UTF-16LE with a byte order mark', Buffer.from(`\uFEFF${LOG}`, 'utf16le')],
    ['UTF-16LE', Buffer.from(LOG, 'utf16le')],
    ['UTF-16BE with a byte order mark', bigEndian(`\uFEFF${LOG}`)],
    ['UTF-16BE', bigEndian(LOG)],
    ['gzip', gzipSync(LOG)],
    ['gzip of UTF-16LE', gzipSync(Buffer.from(`\uFEFF${LOG}`, 'utf16le'))],
  ])('can be %s', (_, bytes) => {
    expect(importMessage(bytes)).toEqual({ message: 'Größe: 5 € 😀', rejected: [], incomplete: [], ignored: [] });
  });

  it.each(['\n', ' \t\r\n', '\uFEFF\n', '\n\uFEFF', '\u00a0'])('can start with white space: %j', (blank) => {
    expect(importMessage(Buffer.from(`${blank}${LOG}${blank}`))).toMatchObject({ message: 'Größe: 5 € 😀' });
    const xml = `${blank}<?xml version="1.0" encoding="UTF-8"?><bom xmlns="http://cyclonedx.org/schema/bom/1.6"/>${blank}`;
    expect(importReport('cyclonedx', Buffer.from(xml), context).documents).toHaveLength(1);
  });

  it('can be XML with a declared encoding after white space', () => {
    const xml =
      '\n<?xml version="1.0" encoding="iso-8859-1"?><bom xmlns="http://cyclonedx.org/schema/bom/1.6"><metadata><component type="application"><name>Größe</name></component></metadata></bom>';
    const [document] = importReport('cyclonedx', Buffer.from(xml, 'latin1'), context).documents;
    expect(document?.objects).toMatchObject([{ aispm_friendly_name: 'Größe' }]);
  });

  it('that are not valid UTF-8 are replaced, with a finding', () => {
    const latin1 = Buffer.from(LOG.replace('€', '').replace('😀', ''), 'latin1');
    expect(importMessage(latin1)).toMatchObject({
      message: expect.stringContaining('Gr\ufffd\ufffde: 5'),
      rejected: [],
      incomplete: [{ pointer: '', reason: expect.stringContaining('not valid in utf-8') }],
    });
  });

  it('that are not valid gzip are rejected with the reason', () => {
    const error = catchImportError(() => importMessage(gzipSync(LOG).subarray(0, 40)));
    expect(error.message).toMatch(/^The document is not valid gzip \(.+\)\. Compress it again/);
  });
});

describe('a report with arbitrary values', () => {
  it('that is nested too deeply is rejected', () => {
    const deep = `{"version":"2.1.0","runs":[{"a":"\\u0000","b":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}`;
    expect(catchImportError(() => importReport('sarif', deep, context)).message).toMatch(/is nested too deeply/);
  });

  /** Members of the root without which a report is rejected as a whole. */
  const ESSENTIAL = new Set(['version', 'runs', 'bomFormat', 'specVersion', 'components', 'services']);

  const VALUES = [
    null,
    '',
    0,
    -1,
    1.5,
    1e300,
    true,
    'x'.repeat(5000),
    `pkg:huggingface/${'x'.repeat(1000)}`,
    `https://a.example/${'x'.repeat(5000)}`,
    '\ud800',
    'a\u0000b',
    [],
    {},
    [null],
    'constructor',
  ];
  const anything = fc.oneof(
    fc.constantFrom(...VALUES),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.integer(),
    fc.jsonValue({ maxDepth: 3 }),
  );

  const REPORTS: [ReportFormat, string][] = [
    ['sarif', 'biome.sarif'],
    ['sarif', 'eslint.sarif'],
    ['sarif', 'eslint-failed.sarif'],
    ['cyclonedx', 'aibom-1.5.cdx.json'],
    ['cyclonedx', 'aibom-1.6.cdx.json'],
  ];

  describe.each(REPORTS)('becomes a valid document with the rest of the report: %s, %s', (format, file) => {
    const original = JSON.parse(readFile(file));
    const locations = listLocations(original).filter(([name = '', ...rest]) => rest.length > 0 || !ESSENTIAL.has(name));

    /** Imports the report with other values at some locations. */
    const expectImport = (changes: readonly (readonly [location: readonly string[], value: unknown])[]) => {
      const report = structuredClone(original);
      for (const [location, value] of changes) replaceAt(report, location, structuredClone(value));
      const { documents } = importReport(format, JSON.stringify(report), context);
      for (const document of documents) expectValidDocument(document);
    };

    it('with one of several values at any location', () => {
      const changes = selectByShape(locations).flatMap((location) => VALUES.map((value) => [location, value] as const));
      for (const change of sampleByHash(changes, (each) => JSON.stringify(each), 4)) expectImport([change]);
    });

    it('with several values of any type', () => {
      const location = fc.constantFrom(...selectByShape(locations));
      fc.assert(fc.property(fc.array(fc.tuple(location, anything), { minLength: 1, maxLength: 5 }), expectImport), {
        numRuns: 150,
      });
    });
  });
});

/** Lists the keys that lead to each value in a JSON value, without those of the root. */
function listLocations(value: unknown, keys: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [[...keys, key], ...listLocations(child, [...keys, key])]);
}

/** Selects one of the locations that only differ in the index of an item. */
function selectByShape(locations: readonly string[][]): string[][] {
  const byShape = new Map(locations.map((keys) => [keys.map((key) => key.replace(/^\d+$/, '#')).join('/'), keys]));
  return [...byShape.values()];
}

/** Replaces the value at a location, unless another change has removed it. */
function replaceAt(root: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  let parent: unknown = root;
  for (const key of keys.slice(0, -1)) parent = (parent as Record<string, unknown> | undefined)?.[key];
  if (typeof parent === 'object' && parent !== null) (parent as Record<string, unknown>)[keys.at(-1) ?? ''] = value;
}
