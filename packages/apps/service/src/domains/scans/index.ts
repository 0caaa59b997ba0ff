/** Scans: submission and processing of scan documents, and the import of reports as scan documents. */
export {
  describeGroup,
  describeIgnored,
  groupViolations,
  type ImportContext,
  ImportError,
  type ImportedReport,
  type ImportViolation,
  REPORT_FORMATS,
  type ReportFormat,
} from '@aispm/report-import';
export { importReport } from './documents/import-file.ts';
export { formatLocationStableKey } from './graph/merge-object.ts';
export { scanHandlers } from './handlers.ts';
export { scanJob } from './job.ts';
export { createScanList } from './lists.ts';
export { rfc8785Fingerprints } from './migrations/rfc8785-fingerprints.ts';
export { scanRetention } from './retention.ts';
