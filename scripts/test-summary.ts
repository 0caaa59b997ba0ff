/**
 * Adds up the JSON reports of all test runs and prints `N passed, N failed`. Runs in the root of the repository. Exits with 1
 * if a test failed, or if a workspace with tests has no report.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TIERS } from '@aispm/testing';
import { readManifest, workspaceFolders } from './workspaces.ts';

/** The members of Vitest's JSON report that are read here. */
interface Report {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** Counts failed tests, and files that failed outside of their tests: such a file has no failed test. */
function countFailures({ success, numFailedTests, testResults }: Report): number {
  const failedFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const count = numFailedTests + failedFiles.length;
  // `success` is also false after an error outside of all files, such as an unhandled rejection.
  return count === 0 && !success ? 1 : count;
}

const files = workspaceFolders('.').flatMap((folder) =>
  Object.keys(TIERS)
    .filter((tier) => readManifest(folder).scripts?.[tier] !== undefined)
    .map((tier) => join(folder, 'reports', `${tier.replace(':', '-')}.json`)),
);
const missing = files.filter((file) => !existsSync(file));
const reports = files
  .filter((file) => !missing.includes(file))
  .map((file): Report => JSON.parse(readFileSync(file, 'utf8')));

const passed = reports.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0);
const failed = reports.reduce((sum, report) => sum + countFailures(report), 0);
for (const file of missing) process.stderr.write(`${file} does not exist: run the tests of that workspace.\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || missing.length > 0 || reports.length === 0 ? 1 : 0;
