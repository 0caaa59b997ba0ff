/** Parses the arguments of a scan of a repository. */
import { ScanError } from '../core/errors.ts';
import { REPORT_OPTIONS, type ReportArguments, readArguments, readReportArguments } from './report-arguments.ts';

const OPTIONS = {
  ...REPORT_OPTIONS,
  exclude: { type: 'string', multiple: true },
  since: { type: 'string' },
  explain: { type: 'string' },
  version: { type: 'boolean' },
} as const;

/** The arguments. */
export interface Arguments extends ReportArguments {
  readonly path: string;
  readonly exclude: readonly string[];
  readonly since?: string;
  readonly explain?: string;
  readonly version: boolean;
}

/**
 * Parses arguments.
 *
 * @throws {ScanError} when an option is unknown, has a wrong value, or contradicts another one
 */
export function parseArguments(args: string[]): Arguments {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals.length > 1)
    throw new ScanError(`One path is expected; got ${positionals.length}. See aispm-scan --help.`);
  const report = readReportArguments(values);
  const { output, upload, failOn } = report;
  const { since, explain } = values;
  if (since !== undefined && upload) {
    throw new ScanError(
      "--since can't be used with --upload: a scan document is complete, and what it omits counts as removed.",
    );
  }
  if (since !== undefined && output === 'scan') {
    throw new ScanError("--since can't be used with --output scan: a scan document is complete.");
  }
  if (explain !== undefined && (upload || failOn !== undefined || output !== 'summary')) {
    throw new ScanError("--explain can't be used with --upload, --fail-on or --output: it prints an explanation only.");
  }
  return {
    ...report,
    path: positionals[0] ?? '.',
    exclude: values.exclude ?? [],
    version: values.version ?? false,
    ...(since !== undefined && { since }),
    ...(explain !== undefined && { explain }),
  };
}
