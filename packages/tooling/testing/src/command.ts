/**
 * `vitest-project [--long] [arguments of vitest]`: runs the tests of the package in the current folder that belong to
 * `npm test`, or with `--long` to `npm run test:long`, and writes their results to `reports/`.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { TIERS, type Tier } from './tags.ts';

const root = resolve(import.meta.dirname, '../../../..');
const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
const isLong = process.argv[2] === '--long';
const tier: Tier = isLong ? 'test:long' : 'test';

const child = spawn(
  process.execPath,
  [
    vitest,
    'run',
    ...['--root', root, '--project', name, '--tags-filter', TIERS[tier], '--passWithNoTests'],
    ...['--reporter=default', '--reporter=@aispm/testing/json-report'],
    `--outputFile.json=${resolve('reports', `${tier.replace(':', '-')}.json`)}`,
    ...process.argv.slice(isLong ? 3 : 2),
  ],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
