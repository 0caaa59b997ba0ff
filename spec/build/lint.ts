/**
 * Lints the source of the contract with Redocly and Spectral, as their commands do. It needs no build. `npm run lint:spec` prints the
 * results of both.
 */
import { join, relative, sep } from 'node:path';
import { findCommand, type Output, runCommand } from './commands.ts';

const root = join(import.meta.dirname, '../..');
const redocly = findCommand('@redocly/cli', 'redocly');
const spectral = findCommand('@stoplight/spectral-cli', 'spectral');

/** The result of a linter. */
export interface LintResult {
  /** Name and version of the linter. */
  linter: string;
  seconds: number;
  /** One line each: file, line and column, rule, message. */
  findings: string[];
}

/** Lints the source of the contract. */
export function lintSource(): Promise<LintResult[]> {
  return Promise.all([
    lint(`Redocly ${redocly.version}`, readRedoclyReport, () =>
      runCommand(redocly, 'lint', 'aispm', '--format', 'json', '--max-problems', '1000'),
    ),
    lint(`Spectral ${spectral.version}`, readSpectralReport, () =>
      runCommand(spectral, 'lint', 'spec/openapi.yaml', '--format', 'json', '--quiet'),
    ),
  ]);
}

async function lint(
  linter: string,
  readReport: (report: string) => string[],
  run: () => Promise<Output>,
): Promise<LintResult> {
  const start = performance.now();
  const { status, stdout, stderr } = await run();
  const seconds = (performance.now() - start) / 1000;
  try {
    const findings = readReport(stdout);
    if (status === 0 || findings.length > 0) return { linter, seconds, findings };
  } catch {
    // A linter that can't start, because of its configuration for example, writes the reason instead of a report.
  }
  const reason = `${stdout}${stderr}`.trim().replaceAll(`${root}${sep}`, '');
  return { linter, seconds, findings: [reason || `${linter} ended with exit code ${status}.`] };
}

/** The report of Redocly, as far as it is printed. Lines and columns count from 1. */
interface RedoclyReport {
  problems: {
    ruleId: string;
    message: string;
    location: { source: { ref: string }; pointer?: string; start?: { line: number; col: number } }[];
  }[];
}

function readRedoclyReport(report: string): string[] {
  const { problems } = JSON.parse(report) as RedoclyReport;
  return problems.map(({ ruleId, message, location: [location] }) => {
    const { line, col } = location?.start ?? { line: 1, col: 1 };
    // An example that is put together from several files is found in the file that does so; the pointer refers to it.
    const pointer = location?.pointer ? `  (${location.pointer})` : '';
    return `${location?.source.ref ?? 'redocly.yaml'}:${line}:${col}  ${ruleId}  ${message}${pointer}`;
  });
}

/** The report of Spectral, as far as it is printed. Lines and characters count from 0. */
type SpectralReport = {
  code: string;
  message: string;
  source: string;
  range: { start: { line: number; character: number } };
}[];

function readSpectralReport(report: string): string[] {
  return (JSON.parse(report) as SpectralReport).map(({ code, message, source, range: { start } }) => {
    return `${relative(root, source).replaceAll(sep, '/')}:${start.line + 1}:${start.character + 1}  ${code}  ${message}`;
  });
}

if (import.meta.main) {
  const results = await lintSource();
  for (const { linter, seconds, findings } of results) {
    const count = findings.length === 1 ? '1 finding' : `${findings.length || 'no'} findings`;
    const lines = [`${linter.padEnd(16)}  ${count}  ${seconds.toFixed(1)} s`, ...findings.map((line) => `  ${line}`)];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  if (results.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
}
