/** Converts reports of scanners to scan documents. Nothing here needs Node.js. */
export type { ImportContext } from './document/import-context.ts';
export { type ImportedReport, importReport, REPORT_FORMATS, type ReportFormat } from './import-report.ts';
export {
  describeGroup,
  describeIgnored,
  describeViolation,
  groupViolations,
  type IgnoredItems,
  ImportError,
  type ImportViolation,
} from './report/import-log.ts';
export { MAX_BYTES } from './report/read-report.ts';
