/** Executes the command. */
import packageJson from '../package.json' with { type: 'json' };
import { type Arguments, parseArguments } from './command/arguments.ts';
import { HELP } from './command/help.ts';
import { createProgress } from './command/progress.ts';
import { ScanError, type ScanReport, scan } from './index.ts';
import { SEVERITIES } from './severities.ts';
import { printable } from './text/terminal.ts';
import { listChangedFiles, readRepository } from './walk/git.ts';
import { requireFolder } from './walk/walk.ts';
import { changedOnly } from './write/changed.ts';
import { cyclonedxOf } from './write/cyclonedx.ts';
import { explain } from './write/explain.ts';
import { findingsText } from './write/findings.ts';
import { sarifOf } from './write/sarif.ts';
import { summaryOf } from './write/summary.ts';
import { checkEnvironment, type Uploaded, upload } from './write/upload.ts';
import { UploadError } from './write/upload-errors.ts';

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
    if (error instanceof ScanError || error instanceof UploadError) {
      process.stderr.write(`aispm-scan: ${printable(error.message)}\n`);
      return error instanceof UploadError ? 3 : 2;
    }
    const lines = (error instanceof Error && error.stack ? error.stack : String(error)).split('\n').map(printable);
    process.stderr.write(`aispm-scan: This is an error of the scanner. Please report it:\n${lines.join('\n')}\n`);
    return 4;
  }
}

async function execute(args: Arguments): Promise<number> {
  // Before the scan, which takes long.
  if (args.upload) checkEnvironment(process.env);
  const report = await scanPath(args);
  if (args.explain !== undefined) {
    process.stdout.write(await explain(report, args.path, args.explain));
    return 0;
  }
  if (!args.upload) {
    process.stdout.write(format(report, args, undefined));
    return 0;
  }
  // What was found is printed even when the upload fails; other outputs contain the findings.
  if (args.output === 'summary') process.stdout.write(summaryOf(report));
  const uploaded = await uploadReport(report, args);
  process.stdout.write(args.output === 'summary' ? findingsText(uploaded) : format(report, args, uploaded));
  return failOn(uploaded, args);
}

async function uploadReport(report: ScanReport, { quiet }: Arguments): Promise<Uploaded> {
  const progress = createProgress(process.stderr, quiet);
  try {
    return await upload(report.document, process.env, {
      onProgress: (share) => progress.show(`The service processes the scan: ${Math.round(share * 100)} %`),
    });
  } finally {
    progress.clear();
  }
}

/** Returns the exit code: 1 when findings are severe enough. */
function failOn({ findings }: Uploaded, { failOn: limit }: Arguments): number {
  if (limit === undefined) return 0;
  const severe = SEVERITIES.slice(0, SEVERITIES.indexOf(limit) + 1);
  const count = findings.filter(({ definitive_severity: severity }) => severe.includes(severity)).length;
  if (count === 0) return 0;
  const noun = count === 1 ? 'finding reaches' : 'findings reach';
  process.stderr.write(`aispm-scan: ${count} ${noun} the severity "${limit}" (--fail-on).\n`);
  return 1;
}

async function scanPath(args: Arguments): Promise<ScanReport> {
  const changed = args.since === undefined ? undefined : await changedFiles(args.path, args.since);
  const progress = createProgress(process.stderr, args.quiet);
  try {
    const report = await scan(args.path, {
      exclude: args.exclude,
      ...(args.target !== undefined && { target: args.target }),
      trigger: process.env.CI ? 'ci' : 'manual',
      onProgress: ({ done, total }) => progress.show(`${done} of ${total} files`),
    });
    return changed === undefined ? report : changedOnly(report, changed);
  } finally {
    progress.clear();
  }
}

async function changedFiles(path: string, reference: string): Promise<ReadonlySet<string>> {
  await requireFolder(path);
  if ((await readRepository(path)) === undefined) {
    throw new ScanError(`--since needs a git repository; ${path} is none that git can read.`);
  }
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
    output === 'scan' ? report.document : output === 'sarif' ? sarifOf(report, uploaded) : cyclonedxOf(report);
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
