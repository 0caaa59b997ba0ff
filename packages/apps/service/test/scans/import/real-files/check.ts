/**
 * Imports local copies of real reports, and compares the results with those in results.json.
 *
 * `npm run imports:check -w @aispm/service -- <folder> [--write]`: the folder contains a clone of each repository in files.json, and of
 * those of the two schemas, as `<owner>/<name>`. With `--write` the results replace those in results.json and RESULTS.md.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import contract from '@aispm/spec/strict.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { findViolations } from '../../../../src/domains/scans/documents/validate-document.ts';
import { ImportError, importReport, type ReportFormat } from '../../../../src/domains/scans/index.ts';
import { runAtOnce } from '../run-at-once.ts';
import { describeReport } from './describe-report.ts';
import { formatTable } from './format-table.ts';
import { loadSchemas } from './schemas.ts';
import type { FileResult, RealFiles } from './types.ts';

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) throw new Error('Name the folder that contains the clones.');

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');
const isDocument = ajv.compile({ $ref: 'contract#/components/schemas/ScanDocument' });
const schemas = loadSchemas(folder);

const results = readJson<RealFiles[]>('files.json').flatMap(({ format, repository, commit, paths }) =>
  paths.map((path) => checkFile(format, repository, commit, path, readFileSync(join(folder, repository, path)))),
);
const known = readJson<FileResult[]>('results.json');
const changed = results.filter((result, index) => !isDeepStrictEqual(result, known[index]));
for (const { repository, path, outcome } of changed) console.log(`${repository} ${path}: ${outcome}`);
console.log(`${results.length} files, ${changed.length} with another result than in results.json`);
if (values.write) {
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(new URL('RESULTS.md', import.meta.url), formatTable(results));
} else if (changed.length > 0 || results.length !== known.length) process.exitCode = 1;

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;
}

function checkFile(
  format: ReportFormat,
  repository: string,
  commit: string,
  path: string,
  content: Buffer,
): FileResult {
  const { version, validity } = describeReport(format, content, schemas);
  return {
    format,
    repository,
    commit,
    path,
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
    version,
    validity,
    ...importFile(format, content),
  };
}

/** Imports a file without a root, so that the result doesn't depend on where the copies are. */
function importFile(format: ReportFormat, content: Buffer): Pick<FileResult, 'isImported' | 'outcome'> {
  try {
    const { documents, rejected, incomplete, ignored } = importReport(format, content, {
      target: 'example.com/target',
    });
    for (const document of documents) {
      const references = { hasAsset: true, ruleSources: new Map<string, string>(), interactions: new Set<string>() };
      const violations = runAtOnce(findViolations(document, references));
      if (!isDocument(document) || violations) {
        throw new Error(`The document is not valid: ${JSON.stringify(isDocument.errors ?? violations)}`);
      }
    }
    const count = (read: (document: (typeof documents)[number]) => readonly unknown[]) =>
      documents.reduce((sum, document) => sum + read(document).length, 0);
    const objects = count((document) => document.objects.filter(({ object_type }) => object_type !== 'asset'));
    const counts = {
      scans: documents.length,
      'failed scans': documents.filter(({ error_message }) => error_message).length,
      findings: count((document) => document.occurrences),
      objects,
      ...Object.fromEntries(ignored.map((items) => [items.what, items.count])),
      rejected: rejected.length,
      'without a value': incomplete.length,
    };
    const parts = Object.entries(counts).filter(([what, number]) => number > 0 || what === 'scans');
    const reasons = new Set([...rejected, ...incomplete].map(({ reason }) => shorten(reason)));
    const outcome = parts.map(([what, number]) => `${number} ${what}`).join(', ');
    return { isImported: true, outcome: [outcome, ...reasons].join('; ') };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { isImported: false, outcome: error.message };
  }
}

/** Shortens a reason to what is the same for all items. */
function shorten(reason: string): string {
  return reason
    .replace(/^is the absolute path .*, but/, 'is an absolute path, but')
    .replace(/message \S+, which/, 'message, which');
}
