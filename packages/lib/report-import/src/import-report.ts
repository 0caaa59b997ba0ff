import type { ScanDocument } from '@aispm/types';
import { readBill } from './cyclonedx/bill.ts';
import { readCycloneDx } from './cyclonedx/cyclonedx.ts';
import type { ImportContext } from './document/import-context.ts';
import { type IgnoredItems, ImportLog, type ImportViolation } from './report/import-log.ts';
import { decodeReport, parseJson } from './report/read-report.ts';
import { readSarif } from './sarif/sarif.ts';
import { readSpdxRoot } from './spdx/graph.ts';
import { readSpdx } from './spdx/spdx.ts';

/** The formats of reports. */
export type ReportFormat = keyof typeof READERS;

/** What an import makes of a report. */
export interface ImportedReport {
  /** The scans of the report; none when it contains none. */
  readonly documents: readonly ScanDocument[];
  /** Items that aren't in the documents, because they aren't valid or exceed a limit. */
  readonly rejected: readonly ImportViolation[];
  /** Values that were omitted or replaced in items that are in the documents. */
  readonly incomplete: readonly ImportViolation[];
  /** Items that aren't in the documents on purpose, by what they are. */
  readonly ignored: readonly IgnoredItems[];
}

/** Readers by format. */
const READERS = {
  sarif: (text: string, context: ImportContext, log: ImportLog) => readSarif(parseJson(text, log), context, log),
  cyclonedx: (text: string, context: ImportContext, log: ImportLog) => [
    readCycloneDx(readBill(text, log), context, log),
  ],
  spdx: (text: string, context: ImportContext, log: ImportLog) => [readSpdx(readSpdxRoot(text, log), context, log)],
};

/** The names of the formats. */
export const REPORT_FORMATS = Object.keys(READERS) as readonly ReportFormat[];

/**
 * Converts a report of a scanner to scan documents. It neither reads files nor sends requests.
 *
 * @param content the report as text, or its bytes: UTF-8 or UTF-16, decompressed
 * @param context what the report doesn't contain
 * @returns the documents, and what they don't contain: an item with a defect doesn't affect others
 * @throws {ImportError} with location, reason and remedy, when the report as a whole isn't in the format
 */
export function importReport(
  format: ReportFormat,
  content: string | Uint8Array,
  context: ImportContext,
): ImportedReport {
  const log = new ImportLog();
  const text = typeof content === 'string' ? content : decodeReport(content, log);
  const documents = READERS[format](text, context, log);
  return { documents, rejected: log.rejected, incomplete: log.incomplete, ignored: log.ignored };
}
