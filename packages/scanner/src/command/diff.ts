/** The command `aispm-scan diff`. */
import { readFile } from 'node:fs/promises';
import type { ScanDocument } from '@aispm/types';
import type { ScanReport } from '../assemble/report.ts';
import { findViolation } from '../assemble/validate.ts';
import { compareDocuments, type Difference } from '../compare/difference.ts';
import { ScanError } from '../core/errors.ts';
import { SEVERITIES } from '../core/severities.ts';
import { type ScanOptions, scan, scanCommit } from '../scan/scan.ts';
import { findCommit, findMergeBase, readRepository } from '../walk/git.ts';
import { requireFolder } from '../walk/walk.ts';
import { differenceMarkdown, differenceText } from '../write/difference.ts';
import { sarifOf } from '../write/sarif.ts';
import { exitCode } from './deliver.ts';
import { createProgress } from './progress.ts';
import { oneOf, readArguments } from './report-arguments.ts';

const FORMATS = ['summary', 'markdown', 'json', 'sarif'] as const;

/** The options in the format of `parseArgs`. */
export const DIFF_OPTIONS = {
  output: { type: 'string' },
  baseline: { type: 'string' },
  exclude: { type: 'string', multiple: true },
  target: { type: 'string' },
  'fail-on': { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const HELP = `Usage: aispm-scan diff <base>[..<head>] [path] [options]
       aispm-scan diff --baseline <file> [path] [options]

Shows which components, relations and findings are new, changed or gone. Nothing is executed, and nothing is sent.

  main              what the working tree has changed since it left main
  main..feature     what differs between two branches, tags or commits
  main...feature    what feature has changed since it left main
  --baseline <file> what the working tree has changed since a scan: the output of aispm-scan --output scan

Options:
  --output <format>     ${FORMATS.join(', ')} (default: summary)
  --exclude <pattern>   paths to exclude, in .gitignore syntax; repeatable
  --target <name>       the name of the repository in every scan (default: the URL of its remote)
  --fail-on <severity>  exit with 1 when a finding that's new or more severe is at least this severe: ${SEVERITIES.join(', ')}
  --quiet               no progress
  --help                print this help

The exit code is 0 when both scans were completed, 1 when findings reach --fail-on, and 2 when an option is invalid or
something can't be scanned.
`;

/** A difference, and the report of the later scan. */
interface Compared {
  readonly difference: Difference;
  readonly head: ScanReport;
}

/**
 * Executes the command.
 *
 * @returns the exit code
 * @throws {ScanError} when an option is wrong, or git or the baseline can't be read
 */
export async function executeDiff(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, DIFF_OPTIONS, 'aispm-scan diff');
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const output = oneOf('--output', FORMATS, values.output ?? 'summary');
  const failOn = values['fail-on'] === undefined ? undefined : oneOf('--fail-on', SEVERITIES, values['fail-on']);
  const progress = createProgress(process.stderr, values.quiet ?? false);
  const options: ScanOptions = {
    exclude: values.exclude ?? [],
    ...(values.target !== undefined && { target: values.target }),
    trigger: process.env.CI ? 'ci' : 'manual',
    onProgress: progress.show,
  };
  try {
    const { difference, head } = await compare(values.baseline, positionals, options);
    progress.clear();
    process.stdout.write(format(output, difference, head));
    const { added, raised } = difference.findings;
    return exitCode(
      [...added, ...raised].map(({ severity }) => severity),
      failOn,
    );
  } finally {
    progress.clear();
  }
}

async function compare(baseline: string | undefined, positionals: string[], options: ScanOptions): Promise<Compared> {
  const [range, path = '.', ...rest] = baseline === undefined ? positionals : [undefined, ...positionals];
  if (rest.length > 0) throw new ScanError('Too many arguments. See aispm-scan diff --help.');
  if (baseline !== undefined) {
    const base = await readBaseline(baseline);
    const head = await scan(path, options);
    return { difference: compareDocuments(base, head.document), head };
  }
  if (range === undefined) throw new ScanError('Pass what to compare with, such as main. See aispm-scan diff --help.');
  const { base, head } = await readRange(path, range);
  // The later scan fills the cache, so that the earlier one only parses what differs.
  const later = head === undefined ? await scan(path, options) : await scanCommit(path, head, options);
  const earlier = await scanCommit(path, base, options);
  return { difference: compareDocuments(earlier.document, later.document), head: later };
}

/** Finds the commits of a range; without a head, it's the working tree. */
async function readRange(path: string, range: string): Promise<{ base: string; head: string | undefined }> {
  await requireFolder(path);
  if ((await readRepository(path)) === undefined) {
    throw new ScanError(`A comparison needs a git repository, and git can't read one in ${path}.`);
  }
  const [, from = '', dots = '', to = ''] = /^(.*?)(\.{2,3}|$)(.*)$/s.exec(range) ?? [];
  const start = await requireCommit(path, from === '' ? 'HEAD' : from);
  const end = dots === '' ? undefined : await requireCommit(path, to === '' ? 'HEAD' : to);
  if (dots === '..') return { base: start, head: end };
  const base = await findMergeBase(path, start, end ?? (await requireCommit(path, 'HEAD')));
  if (base === undefined) {
    throw new ScanError(
      `git knows no common ancestor for "${range}". Fetch more of the history, or compare with "..".`,
    );
  }
  return { base, head: end };
}

async function requireCommit(path: string, reference: string): Promise<string> {
  const commit = await findCommit(path, reference);
  if (commit === undefined) {
    throw new ScanError(`git doesn't know "${reference}". Fetch it first, and pass a branch, a tag or a commit.`);
  }
  return commit;
}

async function readBaseline(file: string): Promise<ScanDocument> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ScanError(`The baseline ${file} can't be read: ${error.code}.`);
  });
  let document: ScanDocument;
  try {
    document = JSON.parse(text);
  } catch {
    throw new ScanError(`The baseline ${file} isn't JSON. Create it with aispm-scan --output scan.`);
  }
  const violation = await findViolation(document);
  if (violation !== undefined) {
    throw new ScanError(
      `The baseline ${file} isn't a scan document (${violation}). Create it with aispm-scan --output scan.`,
    );
  }
  return document;
}

function format(output: (typeof FORMATS)[number], difference: Difference, head: ScanReport): string {
  if (output === 'summary') return differenceText(difference);
  if (output === 'markdown') return differenceMarkdown(difference);
  const { added, raised } = difference.findings;
  const changed = { ...head, document: { ...head.document, objects: [] }, findings: [...added, ...raised] };
  return `${JSON.stringify(output === 'json' ? difference : sarifOf(changed), undefined, 2)}\n`;
}
