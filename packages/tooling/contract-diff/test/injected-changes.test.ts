import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Part, splitByHash } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { compareStates } from '../src/gate.ts';
import type { State } from '../src/releases.ts';
import { VERDICTS } from '../src/verdict.ts';
import { furtherChanges } from './further-changes.ts';
import { Contract, type InjectedChange, injectedChanges } from './injected-changes.ts';
import { misjudgedChanges } from './misjudged-changes.ts';
import { rareChanges } from './rare-changes.ts';
import { getSecondOpinions, type Pair } from './second-opinion.ts';
import { createSlice } from './slice.ts';
import { createVerdictsPage } from './verdicts-page.ts';

/** Makes a change in a copy of the slice. */
function createPair({ prepare, inject }: InjectedChange): Pair {
  const [base, revision] = [createSlice(), createSlice()];
  for (const document of [base, revision]) prepare?.(new Contract(document));
  inject(new Contract(revision));
  return [base, revision];
}

/** A sample of one change in four and the rest, of each verdict, so that the sample has every verdict. */
const PARTS = VERDICTS.flatMap((verdict): Part<InjectedChange>[] =>
  splitByHash(
    injectedChanges.filter((change) => change.verdict === verdict),
    ({ title }) => title,
    4,
  ),
);
const isLong = ({ tags }: Part<InjectedChange>) => tags.includes('long');
const [sample, rest] = [PARTS.filter((part) => !isLong(part)), PARTS.filter(isLong)];

describe.each([
  { name: 'a sample of the injected changes', tags: [], changes: sample.flatMap(({ cases }) => cases) },
  { name: 'the other injected changes', tags: ['long'], changes: rest.flatMap(({ cases }) => cases) },
])('$name', { concurrent: availableParallelism() > 1 }, ({ tags, changes }) => {
  const pairs = changes.map(createPair);

  // Redocly starts once for each pair that cannot be merged with others, beside the other tests.
  const slow = { tags, timeout: 180_000 };
  it('get the verdicts from redocly diff that the table has as the second opinion', slow, async () => {
    const verdicts = await getSecondOpinions(pairs);
    const found = changes.map(({ title }, index) => `${title}: ${verdicts[index]}`);
    expect(found).toEqual(changes.map(({ title, verdict, redocly }) => `${title}: ${redocly?.verdict ?? verdict}`));
  });
});

describe.each([
  { name: 'an injected change', changes: injectedChanges },
  { name: 'a change that was misjudged', changes: misjudgedChanges },
  { name: 'a change chosen without the rules', changes: furtherChanges },
  { name: 'a change of something rare', changes: rareChanges },
])('$name', ({ changes }) => {
  it.each(changes)('requires the version of the table: $title', async (change) => {
    const [base, revision] = createPair(change).map((contract) => ({
      version: '1.0.0',
      contract,
      apiReports: new Map(),
    }));
    const { required, wire } = await compareStates(base as State, revision as State);
    expect(required, JSON.stringify(wire, null, 1)).toBe(change.verdict);
  });
});

describe('the table of injected changes', () => {
  it('has each change once, and several changes of every verdict', () => {
    const titles = [...injectedChanges, ...misjudgedChanges, ...furtherChanges, ...rareChanges].map(
      ({ title }) => title,
    );
    expect(new Set(titles).size).toBe(titles.length);
    expect(injectedChanges.length).toBeGreaterThanOrEqual(40);
    const counts = VERDICTS.map((verdict) => injectedChanges.filter((change) => change.verdict === verdict).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
    for (const { verdict, redocly } of injectedChanges) expect(redocly?.verdict).not.toBe(verdict);
  });

  it('is the one in VERDICTS.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../VERDICTS.md'), 'utf8');
    expect(createVerdictsPage(), 'VERDICTS.md is out of date. Run "npm run verdicts -w @aispm/contract-diff".').toBe(
      page,
    );
  });
});
