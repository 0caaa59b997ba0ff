/**
 * Sums the JSON reports that the test runs have left behind and prints `N passed, N failed`. Run from the root of the
 * project. Exits with 1 when anything failed, or when a part of the project that has tests has no report.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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

const files = globSync(['vitest*.config.ts', 'spec/vitest*.config.ts', 'packages/*/vitest*.config.ts'])
  .map((config) => join(dirname(config), 'reports', basename(config).replace('.config.ts', '.json')))
  .sort();
const missing = files.filter((file) => !existsSync(file));
const reports = files
  .filter((file) => !missing.includes(file))
  .map((file): Report => JSON.parse(readFileSync(file, 'utf8')));

const passed = reports.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0);
const failed = reports.reduce((sum, report) => sum + failures(report), 0);
for (const file of missing) process.stderr.write(`The tests that report to ${file} left no report.\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || missing.length > 0 || reports.length === 0 ? 1 : 0;
