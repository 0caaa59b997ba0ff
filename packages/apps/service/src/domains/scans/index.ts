/** Scans: submission and processing of scan documents, and the import of reports as scan documents. */
export { scanHandlers } from './handlers.ts';
export type { ImportContext } from './import/import-context.ts';
export { describeViolation, ImportError, type ImportViolation } from './import/import-log.ts';
export { type ImportedReport, importReport, REPORT_FORMATS, type ReportFormat } from './import/import-report.ts';
export { scanJob } from './job.ts';
export { createScanList } from './lists.ts';
export { formatLocationStableKey } from './merge-object.ts';
export { rfc8785Fingerprints } from './migrations/rfc8785-fingerprints.ts';
