/**
 * `vitest-project [--long | --push | --nightly] [arguments for vitest]`: runs the part of `npm test`, `npm run test:long`, both,
 * or `npm run test:nightly` that belongs to the package in the current folder; in the root, all of it. With names of
 * files, it runs these whatever their group. It writes the results to `reports/`.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { TIERS, type Tier } from './tiers.ts';

const root = resolve(import.meta.dirname, '../../../..');
const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');
const { name, workspaces } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string;
  workspaces?: string[];
};
const FLAGS: Record<string, Tier> = {
  '--long': 'test:long',
  '--push': 'test:push',
  '--nightly': 'test:nightly',
};
const flagged = FLAGS[process.argv[2] ?? ''];
const tier = flagged ?? TIERS[0];
const args = process.argv.slice(flagged ? 3 : 2);
const projects = workspaces ? [] : [`--project=${name}`, `--project=${name}:*`];

const environment: Record<string, string> = { TEST_TIER: tier };
if (args.some((arg) => !arg.startsWith('-'))) environment.TEST_GROUPS = 'all';
else if (workspaces) environment.TEST_PACKAGES = 'all';
if (tier === 'test:nightly') {
  environment.PROPERTY_SEED = process.env.PROPERTY_SEED || `${randomInt(2 ** 31)}`;
  process.stdout.write(`PROPERTY_SEED=${environment.PROPERTY_SEED} reproduces the random values of this run.\n`);
}

const child = spawn(
  process.execPath,
  [
    vitest,
    'run',
    ...['--root', root, ...projects, '--passWithNoTests'],
    ...['--reporter=default', '--reporter=@aispm/testing/json-report', '--reporter=@aispm/testing/timeout-report'],
    `--outputFile.json=${resolve('reports', `${tier.replace(':', '-')}.json`)}`,
    ...args,
  ],
  { stdio: 'inherit', env: { ...process.env, ...environment } },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
