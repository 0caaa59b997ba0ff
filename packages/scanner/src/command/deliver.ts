/** What becomes of a report: output, upload, and the exit code. */
import type { ScanReport } from '../index.ts';
import { cyclonedxOf } from '../write/cyclonedx.ts';
import { sarifOf } from '../write/sarif.ts';
import { summaryOf } from '../write/summary.ts';
import { findingsText, type Uploaded, upload } from '../write/upload.ts';
import { type ReportArguments, SEVERITIES } from './report-arguments.ts';

/**
 * Prints a report, and uploads its document when that is asked for.
 *
 * @returns the exit code: 1 when a finding of the scanner or of the service is at least as severe as `failOn`, otherwise 0
 * @throws {UploadError} when the upload fails
 */
export async function deliver(report: ScanReport, args: ReportArguments): Promise<number> {
  const uploaded = args.upload ? await upload(report.document, process.env) : undefined;
  process.stdout.write(format(report, args, uploaded));
  if (uploaded !== undefined && args.output === 'summary') process.stdout.write(findingsText(uploaded));
  const limit = args.failOn === undefined ? -1 : SEVERITIES.indexOf(args.failOn);
  // After an upload, the service decides: it has these findings, too, and knows which of them are suppressed.
  const severities =
    uploaded === undefined
      ? report.findings.map(({ rule }) => rule.severity)
      : uploaded.findings.map(({ definitive_severity: severity }) => severity);
  return severities.some((severity) => severity !== undefined && SEVERITIES.indexOf(severity) <= limit) ? 1 : 0;
}

function format(report: ScanReport, { output }: ReportArguments, uploaded: Uploaded | undefined): string {
  if (output === 'summary') return summaryOf(uploaded === undefined ? report : { ...report, findings: [] });
  const content =
    output === 'scan'
      ? report.document
      : output === 'sarif'
        ? sarifOf(report, uploaded?.findings ?? [])
        : cyclonedxOf(report);
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
