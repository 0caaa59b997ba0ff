/** What all commands with a report share: options, help, progress, and delivery of the report. */
import type { ScanReport } from '../assemble/report.ts';
import { deliver } from './deliver.ts';
import { createProgress } from './progress.ts';
import {
  type Options,
  type Parsed,
  type ReportArguments,
  readArguments,
  readReportArguments,
} from './report-arguments.ts';

/** A command that ends with a report. */
export interface ReportCommand<T extends Options> {
  readonly name: string;
  readonly help: string;
  /** In the format of `parseArgs`, including the report options. */
  readonly options: T;
}

/** What a command is given when it is executed. */
export interface Given<T extends Options> {
  readonly values: Parsed<T>['values'];
  readonly positionals: readonly string[];
  /** The options of a scan that follow from those of the report. */
  readonly scanOptions: {
    readonly target?: string;
    readonly trigger: 'ci' | 'manual';
    readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void;
  };
}

/** A report, and the exit code when neither the report nor its delivery has another one than 0. */
export interface Executed {
  readonly report: ScanReport;
  readonly code?: number;
}

/**
 * Executes a command.
 *
 * @param execute returns the report, or the exit code when there is none
 * @returns the exit code
 * @throws {ScanError} when an option is wrong, and what `execute` throws
 */
export async function executeReportCommand<T extends Options>(
  args: string[],
  { name, help, options }: ReportCommand<T>,
  execute: (given: Given<T>) => Promise<Executed | number>,
): Promise<number> {
  const { values, positionals } = readArguments(args, options, name);
  const report: ReportArguments = readReportArguments(values);
  if (report.help) {
    process.stdout.write(help);
    return 0;
  }
  const progress = createProgress(process.stderr, report.quiet);
  try {
    const executed = await execute({
      values,
      positionals,
      scanOptions: {
        ...(report.target !== undefined && { target: report.target }),
        trigger: process.env.CI ? 'ci' : 'manual',
        onProgress: progress.show,
      },
    });
    progress.clear();
    if (typeof executed === 'number') return executed;
    const delivered = await deliver(executed.report, report);
    return delivered === 0 ? (executed.code ?? 0) : delivered;
  } finally {
    progress.clear();
  }
}
