/**
 * Adds up JSON reports of tests: `node scripts/test-summary.ts reports/test.json`. Prints the name and reason of each failure, and last
 * `N passed, N failed`. Runs in the root of the repository. Exits with 1 if a test failed, or if a report is missing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The properties of Vitest's JSON report that are read here. */
interface Report {
  success: boolean;
  numPassedTests: number;
  testResults: FileResult[];
}

interface FileResult {
  name: string;
  status: string;
  message: string;
  assertionResults: TestResult[];
}

interface TestResult {
  status: string;
  fullName: string;
  failureMessages: string[];
}

/** A failed test, or a file or run that failed outside of its tests, as `name: reason`. */
type Failure = string;

/** Maximum length of a reason, in characters. The end is kept, where programs print their errors. */
const REASON_LIMIT = 3000;

/** Formats a message without its stack trace. Further lines are indented. */
function formatReason(message = ''): string {
  const [first = '', ...more] = stripVTControlCharacters(message)
    .replace(/(\n {4}at .*)+$/, '')
    .trimEnd()
    .split('\n');
  const rest = more.map((line) => `\n  ${line}`).join('');
  return rest.length > REASON_LIMIT ? `${first}\n  […]${rest.slice(-REASON_LIMIT)}` : `${first}${rest}`;
}

/** Lists the failed tests of a file, or the file itself if it failed outside of them. */
function listFileFailures({ name, status, message, assertionResults }: FileResult): Failure[] {
  const file = relative('.', name);
  const failedTests = assertionResults.filter((test) => test.status === 'failed');
  if (failedTests.length === 0) return status === 'failed' ? [`${file}: ${formatReason(message)}`] : [];
  return failedTests.map((test) => `${file} > ${test.fullName}: ${formatReason(test.failureMessages[0])}`);
}

/** Lists the failures of a report. `success` is also false after an error outside of all files, such as an unhandled rejection. */
function listFailures(path: string, { success, testResults }: Report): Failure[] {
  const failures = testResults.flatMap(listFileFailures);
  return failures.length === 0 && !success ? [`${path}: an error outside of all test files`] : failures;
}

const files = process.argv.slice(2);
const missing = files.filter((file) => !existsSync(file));
const reports = files
  .filter((file) => !missing.includes(file))
  .map((file) => ({ file, report: JSON.parse(readFileSync(file, 'utf8')) as Report }));

const passed = reports.reduce((sum, { report }) => sum + report.numPassedTests, 0);
const failures = reports.flatMap(({ file, report }) => listFailures(file, report));
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
for (const file of missing) process.stderr.write(`${file} does not exist: its command ended before the tests.\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length > 0 || missing.length > 0 || reports.length === 0 ? 1 : 0;
