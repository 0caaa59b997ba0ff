/** Parts of SARIF logs, for tests of their import. */
import { type ImportContext, type ImportedReport, importReport } from '../../../src/domains/scans/index.ts';
import { expectValidDocument } from './scan-document.ts';

export const context: ImportContext = { target: 'github.com/halden-freight/customs-desk', root: '/srv/customs-desk' };

export const createLog = (...runs: readonly unknown[]) => JSON.stringify({ version: '2.1.0', runs });

export const createRun = (parts: object, ...results: readonly unknown[]) => ({
  tool: { driver: { name: 'scan' } },
  ...parts,
  results,
});

export const createResult = (parts: object = {}) => ({
  ruleId: 'r1',
  message: { text: 'The code is insecure.' },
  ...parts,
});

export const locatedAt = (uri: string, region?: object) => ({
  locations: [{ physicalLocation: { artifactLocation: { uri }, ...(region !== undefined && { region }) } }],
});

/** Imports a log, and checks its documents. */
export function importLog(text: string | Uint8Array, options: Partial<ImportContext> = {}): ImportedReport {
  const report = importReport('sarif', text, { ...context, ...options });
  for (const document of report.documents) expectValidDocument(document);
  return report;
}

/** Converts a log and returns the document of its first run. */
export function convert(text: string | Uint8Array, options: Partial<ImportContext> = {}) {
  const [document] = importLog(text, options).documents;
  if (document === undefined) throw new Error('The log has no run.');
  return document;
}
