import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'test-summary-'));
});

afterEach(() => rmSync(project, { recursive: true }));

/** A part of the project that has tests, and the report of their last run. */
function addPart(name: string, report?: object): void {
  const folder = join(project, name);
  mkdirSync(join(folder, 'reports'), { recursive: true });
  writeFileSync(join(folder, 'vitest.config.ts'), '');
  if (report) writeFileSync(join(folder, 'reports/vitest.json'), JSON.stringify(report));
}

function reportOf(tests: { passed: number; failed: number }): object {
  const assertionResults = [
    ...Array.from({ length: tests.passed }, () => ({ status: 'passed' })),
    ...Array.from({ length: tests.failed }, () => ({ status: 'failed' })),
  ];
  return {
    success: tests.failed === 0,
    numPassedTests: tests.passed,
    numFailedTests: tests.failed,
    testResults: [{ status: tests.failed === 0 ? 'passed' : 'failed', assertionResults }],
  };
}

function summary() {
  const script = join(import.meta.dirname, '../test-summary.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: project, encoding: 'utf8' });
  return { status, lastLine: stdout.trimEnd().split('\n').at(-1), stderr };
}

test('sums the reports of all parts', () => {
  addPart('.', reportOf({ passed: 2, failed: 0 }));
  addPart('spec', reportOf({ passed: 3, failed: 0 }));
  addPart('packages/client', reportOf({ passed: 5, failed: 0 }));
  expect(summary()).toEqual({ status: 0, lastLine: '10 passed, 0 failed', stderr: '' });
});

test('a failed test fails the summary', () => {
  addPart('spec', reportOf({ passed: 3, failed: 2 }));
  expect(summary()).toMatchObject({ status: 1, lastLine: '3 passed, 2 failed' });
});

test('a file that fails before its tests is a failure', () => {
  const skipped = { status: 'failed', assertionResults: [{ status: 'skipped' }] };
  addPart('spec', { success: false, numPassedTests: 1, numFailedTests: 0, testResults: [skipped] });
  expect(summary()).toMatchObject({ status: 1, lastLine: '1 passed, 1 failed' });
});

test('an error outside of all files is a failure', () => {
  addPart('spec', { ...reportOf({ passed: 1, failed: 0 }), success: false });
  expect(summary()).toMatchObject({ status: 1, lastLine: '1 passed, 1 failed' });
});

test('a part without a report fails the summary and is named', () => {
  addPart('spec', reportOf({ passed: 1, failed: 0 }));
  addPart('packages/mock');
  const { status, lastLine, stderr } = summary();
  expect({ status, lastLine }).toEqual({ status: 1, lastLine: '1 passed, 0 failed' });
  expect(stderr).toContain('packages/mock');
});

test('tests that take long are a part of their own', () => {
  addPart('packages/service', reportOf({ passed: 4, failed: 0 }));
  writeFileSync(join(project, 'packages/service/vitest.long.config.ts'), '');
  expect(summary()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('packages/service/reports/vitest.long.json'),
  });
  const long = join(project, 'packages/service/reports/vitest.long.json');
  writeFileSync(long, JSON.stringify(reportOf({ passed: 1, failed: 0 })));
  expect(summary()).toEqual({ status: 0, lastLine: '5 passed, 0 failed', stderr: '' });
});

test('no reports at all fail the summary', () => {
  expect(summary()).toMatchObject({ status: 1, lastLine: '0 passed, 0 failed' });
});
