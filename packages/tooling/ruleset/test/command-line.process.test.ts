/** Checks that Spectral's command line has the same findings as the rules in this process. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { rules } from '../src/rules.js';
import { formatLocations, readExpected } from './fixtures.ts';
import type { ReportedFinding } from './lint.ts';

const root = join(import.meta.dirname, '../../../..');

/** Findings of the Spectral command line in all bad fixtures, by rule, with the `.spectral.yaml` of the project. */
const commandLineFindings = new Map<string, ReportedFinding[]>();

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-ruleset-'));
  const output = join(folder, 'report.json');
  const { stdout, stderr } = spawnSync(
    'spectral',
    ['lint', 'packages/tooling/ruleset/fixtures/*/bad.yaml', '--format', 'json', '--output', output, '--quiet'],
    { cwd: root, encoding: 'utf8', timeout: 300_000 },
  );
  expect(`${stdout}${stderr}`).toBe('');
  for (const finding of JSON.parse(readFileSync(output, 'utf8')) as (ReportedFinding & { source: string })[]) {
    const id = basename(dirname(finding.source));
    commandLineFindings.set(id, [...(commandLineFindings.get(id) ?? []), finding]);
  }
  rmSync(folder, { recursive: true });
});

it.each(rules)('the command line of Spectral has the expected findings of $id', ({ id }) => {
  const own = (commandLineFindings.get(id) ?? []).filter(({ code }) => code === id);
  expect(formatLocations(own)).toEqual(readExpected(id));
});
