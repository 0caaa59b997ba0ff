import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const VITEST = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
const SOURCES = join(import.meta.dirname, '../src');
/** Inside the package, so that the files can import Vitest; git and the package's tests ignore it. */
const REPORTS = join(import.meta.dirname, '../reports');

/** Runs a test file, and returns Vitest's output and JSON report. */
function run(reporter: string, source: string, environment: Record<string, string> = {}) {
  mkdirSync(REPORTS, { recursive: true });
  const folder = mkdtempSync(join(REPORTS, 'failing-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'lists.test.ts'), source);
  const report = join(folder, 'report.json');
  const args = ['run', '--root', folder, `--reporter=${join(SOURCES, reporter)}`, `--outputFile.json=${report}`];
  const env = { ...process.env, ...environment };
  const { stdout } = spawnSync(process.execPath, [VITEST, ...args], { encoding: 'utf8', env });
  return { stdout, readReport: () => JSON.parse(readFileSync(report, 'utf8')) };
}

it('the JSON report states why a file failed if a hook failed', () => {
  const { readReport } = run(
    'json-report.ts',
    `import { beforeAll, describe, it } from 'vitest';
     describe('lists', () => {
       describe('on a database', () => {
         beforeAll(() => { throw new Error('The database cannot be reached.'); });
         it('have pages', () => {});
       });
     });`,
  );
  expect(readReport().testResults).toMatchObject([{ status: 'failed', message: 'The database cannot be reached.' }]);
});

const BUSY = `import { it } from 'vitest';
  it('sorts', { timeout: 60_000 }, () => { const end = Date.now() + 30; while (Date.now() < end); });
  it('filters', { timeout: 60_000 }, () => {});`;

it('the timeout report lists tests that would have failed on an idle machine', () => {
  expect(run('timeout-report.ts', BUSY, { TEST_TIMEOUT_SCALE: '3000' }).stdout).toBe(
    ['This machine is busy or slow: timeouts were 3000 times as long.', '  Needed by lists.test.ts > sorts', ''].join(
      '\n',
    ),
  );
});

it('the timeout report is empty on an idle machine', () => {
  expect(run('timeout-report.ts', BUSY, { TEST_TIMEOUT_SCALE: '1' }).stdout).toBe('');
});
