import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const REPORTS = ['reports/test.json', 'reports/test-long.json'];

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'test-summary-'));
  mkdirSync(join(project, 'reports'));
});

afterEach(() => rmSync(project, { recursive: true }));

/** Writes the report of a command. */
function writeReport(name: string, report: object): void {
  writeFileSync(join(project, 'reports', name), JSON.stringify(report));
}

/** Writes a report, and another one without tests. */
function writeReports(report: object): void {
  writeReport('test.json', report);
  writeReport('test-long.json', createReport({ passed: 0, failed: 0 }));
}

function createReport(tests: { passed: number; failed: number }): object {
  const assertionResults = [
    ...Array.from({ length: tests.passed }, () => ({ status: 'passed' })),
    ...Array.from({ length: tests.failed }, () => ({
      status: 'failed',
      fullName: 'a list has pages',
      failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n    at a line'],
    })),
  ];
  return {
    success: tests.failed === 0,
    numPassedTests: tests.passed,
    testResults: [
      {
        name: join(project, 'test/lists.test.ts'),
        status: tests.failed === 0 ? 'passed' : 'failed',
        message: '',
        assertionResults,
      },
    ],
  };
}

function runSummary() {
  const script = join(import.meta.dirname, '../test-summary.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...REPORTS], {
    cwd: project,
    encoding: 'utf8',
  });
  const lines = stdout.trimEnd().split('\n');
  return { status, failures: lines.slice(0, -1), lastLine: lines.at(-1), stderr };
}

describe('the test summary', () => {
  it('adds up the reports of several commands', () => {
    writeReport('test.json', createReport({ passed: 2, failed: 0 }));
    writeReport('test-long.json', createReport({ passed: 3, failed: 0 }));
    expect(runSummary()).toEqual({ status: 0, failures: [], lastLine: '5 passed, 0 failed', stderr: '' });
  });

  it('fails after a failed test, and lists it with its reason', () => {
    writeReports(createReport({ passed: 3, failed: 1 }));
    expect(runSummary()).toEqual({
      status: 1,
      failures: ['FAILED test/lists.test.ts > a list has pages: expected 1 to be 2'],
      lastLine: '3 passed, 1 failed',
      stderr: '',
    });
  });

  it('fails after a failed test of the second command', () => {
    writeReport('test.json', createReport({ passed: 3, failed: 0 }));
    writeReport('test-long.json', createReport({ passed: 0, failed: 1 }));
    expect(runSummary()).toMatchObject({ status: 1, lastLine: '3 passed, 1 failed' });
  });

  it('counts and names a file that fails before its tests', () => {
    const file = {
      name: join(project, 'spec/test/build.test.ts'),
      status: 'failed',
      message: 'Hook timed out in 60000ms.\nMore',
      assertionResults: [{ status: 'skipped' }],
    };
    writeReports({ success: false, numPassedTests: 1, testResults: [file] });
    expect(runSummary()).toMatchObject({
      status: 1,
      failures: ['FAILED spec/test/build.test.ts: Hook timed out in 60000ms.', '  More'],
      lastLine: '1 passed, 1 failed',
    });
  });

  it('keeps the end of what a failed program has printed', () => {
    const failureMessages = [
      `Error: the build ended with 1:\n${'a line of its output\n'.repeat(500)}the error\n    at a line`,
    ];
    const test = { status: 'failed', fullName: 'a build ends', failureMessages };
    const file = { name: join(project, 'test/build.test.ts'), status: 'failed', message: '', assertionResults: [test] };
    writeReports({ success: false, numPassedTests: 0, testResults: [file] });
    const { failures } = runSummary();
    expect(failures.slice(0, 2)).toEqual([
      'FAILED test/build.test.ts > a build ends: Error: the build ended with 1:',
      expect.stringMatching(/^ {2}\[…\]/),
    ]);
    expect(failures.at(-1)).toBe('  the error');
    expect(failures.length).toBeLessThan(200);
  });

  it('counts an error outside of all files as a failure', () => {
    writeReports({ ...createReport({ passed: 1, failed: 0 }), success: false });
    expect(runSummary()).toMatchObject({
      status: 1,
      failures: ['FAILED reports/test.json: an error outside of all test files'],
      lastLine: '1 passed, 1 failed',
    });
  });

  it.each([
    ['test-long.json', 'test.json'],
    ['test.json', 'test-long.json'],
  ])('fails without reports/%s', (missing, written) => {
    writeReport(written, createReport({ passed: 1, failed: 0 }));
    const { status, lastLine, stderr } = runSummary();
    expect({ status, lastLine }).toEqual({ status: 1, lastLine: '1 passed, 0 failed' });
    expect(stderr).toContain(`reports/${missing} does not exist`);
  });

  it('fails without any report', () => {
    expect(runSummary()).toMatchObject({ status: 1, lastLine: '0 passed, 0 failed' });
  });
});
