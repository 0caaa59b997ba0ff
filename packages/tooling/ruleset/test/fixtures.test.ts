import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rules } from '../src/rules.js';
import { lint, type ReportedFinding, readPackageFile } from './lint.ts';

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

/** Formats the locations of findings, in alphabetical order. */
function formatLocations(findings: { path: (string | number)[] }[]): string[] {
  return findings.map(({ path }) => path.join(' › ')).sort();
}

describe.each(rules)('$id', ({ id, fix }) => {
  const bad = readPackageFile(`fixtures/${id}/bad.yaml`);
  const expected = formatLocations((parse(bad)['x-expected'] as (string | number)[][]).map((path) => ({ path })));

  it('has no findings in the good fixture', async () => {
    expect(await lint(readPackageFile(`fixtures/${id}/good.yaml`), [id])).toEqual([]);
  });

  it('reports every violation in the bad fixture at its location, with the fix', async () => {
    const findings = await lint(bad, [id]);
    expect(formatLocations(findings)).toEqual(expected);
    for (const { message } of findings) expect(message).toContain(fix);
  });

  it('has the same findings on the command line', () => {
    const own = (commandLineFindings.get(id) ?? []).filter(({ code }) => code === id);
    expect(formatLocations(own)).toEqual(expected);
  });
});
