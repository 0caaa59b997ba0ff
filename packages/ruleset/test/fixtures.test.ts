import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { rules } from '../src/rules.ts';
import { lint, type Reported, read } from './lint.ts';

const root = join(import.meta.dirname, '../../..');

/** What the real command line, with the project's own `.spectral.yaml`, reports on every bad fixture. */
const fromCommandLine = new Map<string, Reported[]>();

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-ruleset-'));
  const output = join(folder, 'report.json');
  const { stdout, stderr } = spawnSync(
    'spectral',
    ['lint', 'packages/ruleset/fixtures/*/bad.yaml', '--format', 'json', '--output', output, '--quiet'],
    { cwd: root, encoding: 'utf8', timeout: 300_000 },
  );
  expect(`${stdout}${stderr}`).toBe('');
  for (const finding of JSON.parse(readFileSync(output, 'utf8')) as (Reported & { source: string })[]) {
    const id = basename(dirname(finding.source));
    fromCommandLine.set(id, [...(fromCommandLine.get(id) ?? []), finding]);
  }
  rmSync(folder, { recursive: true });
});

/** Places as lines of text, in an order that does not depend on the linter's. */
function places(findings: { path: (string | number)[] }[]): string[] {
  return findings.map(({ path }) => path.join(' › ')).sort();
}

describe.each(rules)('$id', ({ id, fix }) => {
  const bad = read(`fixtures/${id}/bad.yaml`);
  const expected = places((parse(bad)['x-expected'] as (string | number)[][]).map((path) => ({ path })));

  test('finds nothing in the good fixture', async () => {
    expect(await lint(read(`fixtures/${id}/good.yaml`), [id])).toEqual([]);
  });

  test('finds every mistake of the bad fixture, in its place, and says how to mend it', async () => {
    const findings = await lint(bad, [id]);
    expect(places(findings)).toEqual(expected);
    for (const { message } of findings) expect(message).toContain(fix);
  });

  test('finds the same from the command line', () => {
    const own = (fromCommandLine.get(id) ?? []).filter(({ code }) => code === id);
    expect(places(own)).toEqual(expected);
  });
});
