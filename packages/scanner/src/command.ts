/** Executes the command. */
import packageJson from '../package.json' with { type: 'json' };
import { type Arguments, parseArguments, SEVERITIES } from './command/arguments.ts';
import { HELP } from './command/help.ts';
import { createProgress } from './command/progress.ts';
import { ScanError, type ScanReport, scan } from './index.ts';
import { listChangedFiles } from './walk/git.ts';
import { changedOnly } from './write/changed.ts';
import { cyclonedxOf } from './write/cyclonedx.ts';
import { explain } from './write/explain.ts';
import { sarifOf } from './write/sarif.ts';
import { summaryOf } from './write/summary.ts';
import { findingsText, UploadError, type Uploaded, upload } from './write/upload.ts';

/**
 * Executes the command.
 *
 * @returns the exit code
 */
export async function main(args: string[]): Promise<number> {
  try {
    const parsed = parseArguments(args);
    if (parsed.help || parsed.version) {
      process.stdout.write(parsed.help ? HELP : `${packageJson.version}\n`);
      return 0;
    }
    return await execute(parsed);
  } catch (error) {
    if (!(error instanceof ScanError || error instanceof UploadError)) throw error;
    process.stderr.write(`aispm-scan: ${error.message}\n`);
    return error instanceof UploadError ? 3 : 2;
  }
}

async function execute(args: Arguments): Promise<number> {
  const report = await scanPath(args);
  if (args.explain !== undefined) {
    process.stdout.write(await explain(report, args.path, args.explain));
    return 0;
  }
  const uploaded = args.upload ? await upload(report.document, process.env) : undefined;
  process.stdout.write(format(report, args, uploaded));
  if (uploaded !== undefined && args.output === 'summary') process.stdout.write(findingsText(uploaded));
  const limit = args.failOn === undefined ? -1 : SEVERITIES.indexOf(args.failOn);
  const fails = uploaded?.findings.some(({ definitive_severity: severity }) => SEVERITIES.indexOf(severity) <= limit);
  return fails ? 1 : 0;
}

async function scanPath(args: Arguments): Promise<ScanReport> {
  const progress = createProgress(process.stderr, args.quiet);
  try {
    const report = await scan(args.path, {
      exclude: args.exclude,
      ...(args.target !== undefined && { target: args.target }),
      trigger: process.env.CI ? 'ci' : 'manual',
      onProgress: progress.show,
    });
    return args.since === undefined ? report : changedOnly(report, await changedFiles(args.path, args.since));
  } finally {
    progress.clear();
  }
}

async function changedFiles(path: string, reference: string): Promise<ReadonlySet<string>> {
  const files = await listChangedFiles(path, reference);
  if (files === undefined) {
    throw new ScanError(
      `git cannot compare with "${reference}" (--since). Fetch it first, and pass a branch, a tag or a commit.`,
    );
  }
  return new Set(files);
}

function format(report: ScanReport, { output }: Arguments, uploaded: Uploaded | undefined): string {
  if (output === 'summary') return summaryOf(report);
  const content =
    output === 'scan'
      ? report.document
      : output === 'sarif'
        ? sarifOf(report, uploaded?.findings ?? [])
        : cyclonedxOf(report);
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
