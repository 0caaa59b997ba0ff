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

/** Of each verdict the first change and every fourth one for each push; the others for the tests that take long. */
const isQuick = planted.map(
  ({ verdict }, index) => planted.slice(0, index).filter((it) => it.verdict === verdict).length % 4 === 0,
);

describe.each([
  { some: planted.filter((_, index) => isQuick[index]), tags: [] },
  { some: planted.filter((_, index) => !isQuick[index]), tags: ['long'] },
])('of $some.length planted changes', { concurrent: availableParallelism() > 1 }, ({ some, tags }) => {
  const pairs = some.map(({ given, plant }): Pair => {
    const [old, young] = [slice(), slice()];
    for (const document of [old, young]) given?.(new Contract(document));
    plant(new Contract(young));
    return [old, young];
  });

  test.each(some.map(({ change, verdict }, index) => [change, verdict, index] as const))(
    '%s: %s',
    { tags },
    async (_, verdict, index) => {
      const changes = await judge(...(pairs[index] as Pair));
      expect(gravest(changes.map((it) => it.verdict)), JSON.stringify(changes, null, 1)).toBe(verdict);
    },
  );

  test('redocly diff says the same, but for where the table says that it does not', { tags }, async () => {
    const verdicts = await secondOpinions(pairs);
    const told = some.map(({ change }, index) => `${change}: ${verdicts[index]}`);
    expect(told).toEqual(some.map(({ change, verdict, redocly }) => `${change}: ${redocly?.verdict ?? verdict}`));
  });
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
