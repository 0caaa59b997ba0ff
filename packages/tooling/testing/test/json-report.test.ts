import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const VITEST = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
const REPORTER = join(import.meta.dirname, '../src/json-report.ts');
/** Within the package, so that the files find Vitest; neither git nor the tests of the package look into it. */
const REPORTS = join(import.meta.dirname, '../reports');

it('states why a file failed when a hook of its tests failed', () => {
  mkdirSync(REPORTS, { recursive: true });
  const folder = mkdtempSync(join(REPORTS, 'failing-'));
  try {
    writeFileSync(
      join(folder, 'lists.test.ts'),
      `import { beforeAll, describe, it } from 'vitest';
       describe('lists', () => {
         describe('on a database', () => {
           beforeAll(() => { throw new Error('The database cannot be reached.'); });
           it('have pages', () => {});
         });
       });`,
    );
    const report = join(folder, 'report.json');
    spawnSync(process.execPath, [
      VITEST,
      'run',
      '--root',
      folder,
      `--reporter=${REPORTER}`,
      `--outputFile.json=${report}`,
    ]);
    expect(JSON.parse(readFileSync(report, 'utf8')).testResults).toMatchObject([
      { status: 'failed', message: 'The database cannot be reached.' },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
