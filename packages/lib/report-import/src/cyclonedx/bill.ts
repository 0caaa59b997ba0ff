import type { ImportLog } from '../report/import-log.ts';
import type { JsonNode } from '../report/json-node.ts';
import { parseJson, toRoot } from '../report/read-report.ts';
import { wrongFormat } from '../report/report-format.ts';
import { parseXmlBill } from './xml.ts';

/** The versions whose components and services are read. JSON is possible from 1.2 on. */
const VERSIONS: readonly string[] = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7'];

const MISSING_FORMAT_REMEDY = 'Provide a CycloneDX document, as XML or with "bomFormat": "CycloneDX"';

/**
 * Parses a CycloneDX bill of materials, in JSON or XML.
 *
 * @returns its root, in the structure of the JSON format
 * @throws {ImportError} if the text isn't a BOM, or has an unsupported version
 */
export function readBill(text: string, log: ImportLog): JsonNode {
  const bill = text.trimStart().startsWith('<') ? toRoot(() => parseXmlBill(text), log) : parseJson(text, log);
  const format = bill.requireObject().get('bomFormat');
  if (!format.exists) throw wrongFormat(bill, 'a CycloneDX bill of materials', MISSING_FORMAT_REMEDY);
  if (format.value !== 'CycloneDX') throw format.error('must be "CycloneDX"');
  const version = bill.get('specVersion');
  if (typeof version.value === 'string' && VERSIONS.includes(version.value)) return bill;
  throw version.error(
    `must be one of ${VERSIONS.join(', ')}, got ${JSON.stringify(version.value) ?? 'nothing'}`,
    'Convert the document with the CycloneDX CLI: cyclonedx convert --output-version v1_6',
  );
}
