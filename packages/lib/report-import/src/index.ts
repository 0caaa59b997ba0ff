/** Converts reports of scanners to scan documents. Nothing here needs Node.js. */
export type { ImportContext } from './import-context.ts';
export {
  describeGroup,
  describeIgnored,
  describeViolation,
  groupViolations,
  type IgnoredItems,
  ImportError,
  type ImportViolation,
} from './import-log.ts';
export { type ImportedReport, importReport, REPORT_FORMATS, type ReportFormat } from './import-report.ts';
export { MAX_BYTES } from './read-report.ts';
