/** Delivers a report: output, upload, and the exit code. */
import type { Severity } from '@aispm/types';
import type { ScanReport } from '../assemble/report.ts';
import { SEVERITIES } from '../core/severities.ts';
import { cyclonedxOf } from '../write/cyclonedx.ts';
import { uploadedText } from '../write/findings.ts';
import { sarifOf } from '../write/sarif.ts';
import { inventoryOf, summaryOf } from '../write/summary.ts';
import { type Uploaded, upload } from '../write/upload.ts';
import { createProgress } from './progress.ts';
import type { ReportArguments } from './report-arguments.ts';

/**
 * Prints a report, and uploads its document if requested.
 *
 * @returns the exit code: 1 when a finding is at least as severe as `failOn`, otherwise 0
 * @throws {UploadError} when the upload fails
 */
export async function deliver(report: ScanReport, args: ReportArguments): Promise<number> {
  if (!args.upload) {
    process.stdout.write(format(report, args, undefined));
    return exitCode(
      report.findings.map(({ severity }) => severity),
      args.failOn,
    );
  }
  // What was found is printed even when the upload fails. The service returns all findings, with their triage.
  if (args.output === 'summary') process.stdout.write(inventoryOf(report));
  const uploaded = await uploadReport(report, args);
  process.stdout.write(args.output === 'summary' ? uploadedText(uploaded) : format(report, args, uploaded));
  // Suppressed findings aren't included.
  return exitCode(
    uploaded.findings.map(({ definitive_severity: severity }) => severity),
    args.failOn,
  );
}

async function uploadReport(report: ScanReport, { quiet }: ReportArguments): Promise<Uploaded> {
  const progress = createProgress(process.stderr, quiet);
  try {
    return await upload(report.document, process.env, {
      onProgress: (share) => progress.say(`The service processes the scan: ${Math.round(share * 100)} %`),
    });
  } finally {
    progress.clear();
  }
}

/** Returns the exit code: 1, with a message, when a severity is at least as high as the limit, otherwise 0. */
export function exitCode(severities: readonly Severity[], limit: Severity | undefined): number {
  if (limit === undefined) return 0;
  const severe = SEVERITIES.slice(0, SEVERITIES.indexOf(limit) + 1);
  const count = severities.filter((severity) => severe.includes(severity)).length;
  if (count === 0) return 0;
  const noun = count === 1 ? 'finding reaches' : 'findings reach';
  process.stderr.write(`aispm-scan: ${count} ${noun} the severity "${limit}" (--fail-on).\n`);
  return 1;
}

function format(report: ScanReport, { output }: ReportArguments, uploaded: Uploaded | undefined): string {
  if (output === 'summary') return summaryOf(report);
  const content =
    output === 'scan' ? report.document : output === 'sarif' ? sarifOf(report, uploaded) : cyclonedxOf(report);
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
