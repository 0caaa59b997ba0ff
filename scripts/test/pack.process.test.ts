import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../pack.ts');

// What it packs is installed by packages/e2e/journeys.
it.each([[[]], [['--help']], [['one', 'two']]])('npm run pack with %j reports what it needs', async (args) => {
  const failure = await promisify(execFile)(process.execPath, [SCRIPT, ...args]).catch((error) => error);
  expect([failure.code, failure.stdout, failure.stderr]).toEqual([
    2,
    '',
    'Name one folder for the packages: npm run pack -- ~/aispm-packages\n',
  ]);
});
