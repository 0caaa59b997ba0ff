import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERDICTS } from '../src/changes/verdict.ts';
import { compareStates } from '../src/gate/gate.ts';
import type { State } from '../src/releases/releases.ts';
import { furtherChanges } from './further-changes.ts';
import { injectedChanges } from './injected-changes.ts';
import { misjudgedChanges } from './misjudged-changes.ts';
import { createPair } from './pair.ts';
import { rareChanges } from './rare-changes.ts';
import { createVerdictsPage } from './verdicts-page.ts';

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
