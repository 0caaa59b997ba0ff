/**
 * Sums the JSON reports that the test runs have left behind and prints `N passed, N failed`. Run from the root of the
 * project. Exits with 1 when anything failed, or when a part of the project that has tests has no report.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The part of vitest's JSON report that is read here. */
interface Report {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** Failed tests, and files that failed outside of their tests: such a file has none that are marked as failed. */
function failures({ success, numFailedTests, testResults }: Report): number {
  const failedFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const known = numFailedTests + failedFiles.length;
  // An error outside of every test and file, such as a promise that nobody waited for, only shows here.
  return known === 0 && !success ? 1 : known;
}

const parts = globSync(['vitest.config.ts', 'spec/vitest.config.ts', 'packages/*/vitest.config.ts'])
  .map(dirname)
  .sort();
const missing = parts.filter((part) => !existsSync(join(part, 'reports/vitest.json')));
const reports = parts
  .filter((part) => !missing.includes(part))
  .map((part): Report => JSON.parse(readFileSync(join(part, 'reports/vitest.json'), 'utf8')));

const passed = reports.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0);
const failed = reports.reduce((sum, report) => sum + failures(report), 0);
for (const part of missing) process.stderr.write(`The tests of ${part === '.' ? 'scripts' : part} left no report.\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || missing.length > 0 || reports.length === 0 ? 1 : 0;
