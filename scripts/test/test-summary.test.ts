import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'test-summary-'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ workspaces: ['spec', 'packages/*'] }));
});

afterEach(() => rmSync(project, { recursive: true }));

/** Adds a workspace with tests, and the report of their last run. */
function addWorkspace(name: string, report?: object): void {
  const folder = join(project, name);
  mkdirSync(join(folder, 'reports'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, scripts: { test: 'vitest-project' } }));
  if (report) writeFileSync(join(folder, 'reports/test.json'), JSON.stringify(report));
}

function createReport(tests: { passed: number; failed: number }): object {
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

function runSummary() {
  const script = join(import.meta.dirname, '../test-summary.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: project, encoding: 'utf8' });
  return { status, lastLine: stdout.trimEnd().split('\n').at(-1), stderr };
}

describe('the test summary', () => {
  it('adds up the reports of all workspaces', () => {
    addWorkspace('packages/types', createReport({ passed: 2, failed: 0 }));
    addWorkspace('spec', createReport({ passed: 3, failed: 0 }));
    addWorkspace('packages/client', createReport({ passed: 5, failed: 0 }));
    expect(runSummary()).toEqual({ status: 0, lastLine: '10 passed, 0 failed', stderr: '' });
  });

  it('fails after a failed test', () => {
    addWorkspace('spec', createReport({ passed: 3, failed: 2 }));
    expect(runSummary()).toMatchObject({ status: 1, lastLine: '3 passed, 2 failed' });
  });

  it('counts a file that fails before its tests as a failure', () => {
    const skipped = { status: 'failed', assertionResults: [{ status: 'skipped' }] };
    addWorkspace('spec', { success: false, numPassedTests: 1, numFailedTests: 0, testResults: [skipped] });
    expect(runSummary()).toMatchObject({ status: 1, lastLine: '1 passed, 1 failed' });
  });

  it('counts an error outside of all files as a failure', () => {
    addWorkspace('spec', { ...createReport({ passed: 1, failed: 0 }), success: false });
    expect(runSummary()).toMatchObject({ status: 1, lastLine: '1 passed, 1 failed' });
  });

  it('fails and names the report of a workspace that has none', () => {
    addWorkspace('spec', createReport({ passed: 1, failed: 0 }));
    addWorkspace('packages/mock');
    const { status, lastLine, stderr } = runSummary();
    expect({ status, lastLine }).toEqual({ status: 1, lastLine: '1 passed, 0 failed' });
    expect(stderr).toContain('packages/mock');
  });

  it('requires a report of the long tests, too', () => {
    addWorkspace('packages/mock', createReport({ passed: 4, failed: 0 }));
    const scripts = { test: 'vitest-project', 'test:long': 'vitest-project --long' };
    writeFileSync(join(project, 'packages/mock/package.json'), JSON.stringify({ name: '@aispm/mock', scripts }));
    expect(runSummary()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('packages/mock/reports/test-long.json'),
    });
    const long = join(project, 'packages/mock/reports/test-long.json');
    writeFileSync(long, JSON.stringify(createReport({ passed: 1, failed: 0 })));
    expect(runSummary()).toEqual({ status: 0, lastLine: '5 passed, 0 failed', stderr: '' });
  });

  it('fails without any report', () => {
    expect(runSummary()).toMatchObject({ status: 1, lastLine: '0 passed, 0 failed' });
  });
});
