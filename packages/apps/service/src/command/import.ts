import { readFileSync } from 'node:fs';
import type { Scan, ScanTrigger } from '@aispm/types';
import {
  describeGroup,
  describeIgnored,
  groupViolations,
  type ImportContext,
  ImportError,
  type ImportedReport,
  type ImportViolation,
  importReport,
  REPORT_FORMATS,
} from '../domains/scans/index.ts';
import { getSchemaAt } from '../platform/contract/limits.ts';
import { parseOptions, UsageError } from './arguments.ts';
import { createScanClient } from './scan-client.ts';

/** How long the command waits for a scan to end, in seconds. */
const DEFAULT_WAIT_SECONDS = 600;

/** Maximum number of reasons of one type to print, each with an example and the number of its items. */
const MAX_PRINTED = 20;

const OPTIONS = {
  tenant: { type: 'string' },
  workspace: { type: 'string' },
  target: { type: 'string' },
  asset: { type: 'string' },
  root: { type: 'string' },
  repository: { type: 'string' },
  branch: { type: 'string' },
  commit: { type: 'string' },
  trigger: { type: 'string' },
  wait: { type: 'string' },
} as const;

/** Runs `aispm-service import`: converts a report to scans, submits them over HTTP, and waits until they are processed. */
export async function runImport(args: string[]): Promise<void> {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const [name, file] = positionals;
  const format = REPORT_FORMATS.find((known) => known === name);
  const { tenant, workspace, target } = values;
  if (format === undefined || file === undefined || positionals.length > 2) {
    throw new UsageError(`Specify a format and a file: import ${REPORT_FORMATS.join('|')} <file>.`);
  }
  if (tenant === undefined || workspace === undefined || target === undefined) {
    throw new UsageError('An import requires --tenant, --workspace and --target.');
  }
  const waitSeconds = parseWait(values.wait);
  const scans = createScanClient(process.env, tenant, workspace);
  const report = convertFile(file, (content) => importReport(format, content, { target, ...toContext(values) }));
  printReport(report);
  for (const document of report.documents) {
    const scanId = await scans.submit(document);
    const scan = await scans.waitForEnd(scanId, waitSeconds);
    if (scan.finished_at === null) printUnfinished(scan, waitSeconds);
    else printOutcome(scan);
  }
}

function parseWait(stated: string | undefined): number {
  if (stated === undefined) return DEFAULT_WAIT_SECONDS;
  if (!/^\d{1,6}$/.test(stated)) throw new UsageError('--wait must be a number of seconds.');
  return Number(stated);
}

function toContext({
  asset,
  root,
  repository,
  branch,
  commit,
  trigger,
}: Partial<Record<keyof typeof OPTIONS, string>>): Omit<ImportContext, 'target'> {
  const triggers = getSchemaAt('ScanTrigger').enum ?? [];
  if (trigger !== undefined && !triggers.includes(trigger)) {
    throw new UsageError(`--trigger must be one of ${triggers.join(', ')}.`);
  }
  return {
    ...(asset !== undefined && { assetId: asset }),
    ...(root !== undefined && { root }),
    ...(repository !== undefined && { repositoryUrl: repository }),
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && { commitSha: commit }),
    ...(trigger !== undefined && { trigger: trigger as ScanTrigger }),
  };
}

function convertFile(file: string, convert: (content: Uint8Array) => ImportedReport): ImportedReport {
  try {
    return convert(readFileSync(file));
  } catch (error) {
    const isFileError = error instanceof ImportError || (error as NodeJS.ErrnoException).code !== undefined;
    if (isFileError) throw new UsageError(`Cannot import ${file}: ${(error as Error).message}`);
    throw error;
  }
}

/** Prints what the documents don't contain to standard error. The command fails if nothing is left of the report. */
function printReport({ documents, rejected, incomplete, ignored }: ImportedReport): void {
  const lines = [
    ...listViolations('Rejected', rejected),
    ...listViolations('Imported with missing or changed values', incomplete),
    ...ignored.map((items) => `Skipped on purpose: ${describeIgnored(items)}`),
  ];
  if (documents.length === 0) lines.push('The report contains no scan to import.');
  if (documents.length === 0 && rejected.length > 0) process.exitCode = 1;
  process.stderr.write(lines.map((line) => `${line}\n`).join(''));
}

function listViolations(title: string, violations: readonly ImportViolation[]): string[] {
  if (violations.length === 0) return [];
  const groups = groupViolations(violations);
  const printed = groups.slice(0, MAX_PRINTED).map((group) => `  ${describeGroup(group)}`);
  const more = groups.slice(MAX_PRINTED).reduce((sum, { count }) => sum + count, 0);
  return [`${title}: ${violations.length}`, ...printed, ...(more > 0 ? [`  … and ${more} more`] : [])];
}

/** Prints the outcome of a scan. The command fails if a scan failed. */
function printOutcome({
  scan_id,
  status,
  tool_name,
  ai_object_count,
  detection_count,
  resolution_count,
  error_message,
}: Scan): void {
  if (status !== 'completed') process.exitCode = 1;
  const outcome =
    error_message ?? `${ai_object_count} objects, ${detection_count} findings, ${resolution_count} resolved`;
  process.stdout.write(`${scan_id} ${tool_name} ${status}: ${outcome}\n`);
}

/** Prints that a scan hasn't ended. The command fails. */
function printUnfinished({ scan_id, tool_name, status }: Scan, waitSeconds: number): void {
  process.exitCode = 1;
  const remedy =
    status === 'queued' ? 'Check that a worker is running' : "It's still running; increase --wait to see its result";
  process.stdout.write(`${scan_id} ${tool_name} ${status} after ${waitSeconds} seconds. ${remedy}.\n`);
}
