import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '@aispm/openapi';
import { sampleByHash } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { mostSevere, VERDICTS } from '../src/changes/verdict.ts';
import { compareStates } from '../src/gate/gate.ts';
import type { State } from '../src/releases/releases.ts';
import { furtherChanges } from './further-changes.ts';
import { type InjectedChange, injectedChanges } from './injected-changes.ts';
import { misjudgedChanges } from './misjudged-changes.ts';
import { createPair } from './pair.ts';
import { rareChanges } from './rare-changes.ts';
import { createSlice } from './slice.ts';
import { createTypesReport } from './types-report.ts';
import { createVerdictsPage } from './verdicts-page.ts';

const allChanges = [...injectedChanges, ...misjudgedChanges, ...furtherChanges, ...rareChanges];

describe.each([
  { name: 'an injected change', changes: injectedChanges },
  { name: 'a change that was misjudged', changes: misjudgedChanges },
  { name: 'a change chosen without the rules', changes: furtherChanges },
  { name: 'a change of something rare', changes: rareChanges },
])('$name', ({ changes }) => {
  it.each(changes)('requires the version of the table on the wire: $title', async (change) => {
    const [base, revision] = createPair(change).map((contract) => ({
      version: '1.0.0',
      contract,
      apiReports: new Map(),
    })) as [State, State];
    const { required, wire } = await compareStates(base, revision);
    expect(required, JSON.stringify(wire, null, 1)).toBe(change.verdict);
  });
});

/** The report of the slice, which most changes start from. */
const unchanged = createTypesReport(createSlice());

/** Compares with the whole gate: also the types that are generated from the two contracts. */
async function compareWithTypes(change: InjectedChange) {
  const [base, revision] = createPair(change);
  const toState = async (contract: Document, report: string | Promise<string>): Promise<State> => {
    return { version: '1.0.0', contract, apiReports: new Map([['@aispm/types', await report]]) };
  };
  return compareStates(
    await toState(base, change.prepare ? createTypesReport(base) : unchanged),
    await toState(revision, createTypesReport(revision)),
  );
}

describe('a change, with the types that are generated from the contract,', () => {
  it.each(sampleByHash(allChanges, ({ title }) => title, 16))(
    'requires the version of the table: $title',
    async (change) => {
      const { required, types } = await compareWithTypes(change);
      expect(required, JSON.stringify(types, null, 1)).toBe(mostSevere([change.verdict, change.types ?? 'none']));
    },
  );
});

describe('the table of injected changes', () => {
  it('has each change once, and several changes of every verdict', () => {
    const titles = allChanges.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(injectedChanges.length).toBeGreaterThanOrEqual(40);
    const counts = VERDICTS.map((verdict) => injectedChanges.filter((change) => change.verdict === verdict).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
    for (const { verdict, redocly } of injectedChanges) expect(redocly?.verdict).not.toBe(verdict);
  });

  it('has no verdict on types that is not more severe than the one on the wire', () => {
    for (const { title, verdict, types } of allChanges) {
      if (types) expect(mostSevere([verdict, types]) !== verdict, title).toBe(true);
    }
  });

  it('is the one in VERDICTS.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../VERDICTS.md'), 'utf8');
    expect(createVerdictsPage(), 'VERDICTS.md is out of date. Run "npm run verdicts -w @aispm/contract-diff".').toBe(
      page,
    );
  });
});
