import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judge } from '../src/judge.ts';
import { gravest } from '../src/verdict.ts';
import { Contract, planted } from './planted.ts';
import { type Pair, secondOpinions } from './second-opinion.ts';
import { slice } from './slice.ts';
import { verdictsPage } from './verdicts-page.ts';

const pairs = planted.map(({ given, plant }): Pair => {
  const [old, young] = [slice(), slice()];
  for (const document of [old, young]) given?.(new Contract(document));
  plant(new Contract(young));
  return [old, young];
});
const opinions = secondOpinions(pairs);
// Keeps a failure for the tests that wait for it.
opinions.catch(() => {});

describe.concurrent('a planted change', { concurrent: availableParallelism() > 1 }, () => {
  test.each(planted.map(({ change, verdict }, index) => [change, verdict, index] as const))(
    '%s: %s',
    async (_, verdict, index) => {
      const changes = await judge(...(pairs[index] as Pair));
      expect(gravest(changes.map((it) => it.verdict)), JSON.stringify(changes, null, 1)).toBe(verdict);
    },
  );
});

test('redocly diff says the same, but for where the table says that it does not', async () => {
  const verdicts = await opinions;
  const told = planted.map(({ change }, index) => `${change}: ${verdicts[index]}`);
  expect(told).toEqual(planted.map(({ change, verdict, redocly }) => `${change}: ${redocly?.verdict ?? verdict}`));
});

test('the table has each change once, and every verdict many times', () => {
  expect(new Set(planted.map(({ change }) => change)).size).toBe(planted.length);
  const count = (wanted: string) => planted.filter(({ verdict }) => verdict === wanted).length;
  expect(planted.length).toBeGreaterThanOrEqual(40);
  expect(Math.min(...['none', 'patch', 'minor', 'major'].map(count))).toBeGreaterThanOrEqual(4);
  for (const { verdict, redocly } of planted) expect(redocly?.verdict).not.toBe(verdict);
});

test('the page of the table is up to date', () => {
  const page = readFileSync(join(import.meta.dirname, '../VERDICTS.md'), 'utf8');
  expect(verdictsPage(), 'run "npm run verdicts -w @aispm/contract-diff"').toBe(page);
});
