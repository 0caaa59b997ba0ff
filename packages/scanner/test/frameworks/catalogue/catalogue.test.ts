import { sampleByHash } from '@aispm/testing';
import { describe, expect, it } from 'vitest';
import { FRAMEWORKS } from '../../../src/frameworks/frameworks.ts';
import { CASES } from './cases.ts';
import { readCase } from './find.ts';
import { findSurvivingMutants, listEntries, nameOf } from './surviving-mutants.ts';

describe('the catalogue', () => {
  it.each(Object.entries(CASES))('finds everything in sources of %s', async (_, { sources, found }) => {
    const find = await readCase({ sources });
    expect(find(FRAMEWORKS)).toEqual(found);
  });

  it('needs each of its entries: without one, another result is found', { tags: ['long'] }, async () => {
    const entries = sampleByHash(listEntries(FRAMEWORKS), nameOf, 4);
    expect(await findSurvivingMutants(entries, Object.values(CASES), FRAMEWORKS)).toEqual([]);
  });

  it('is measured by sources that need an entry', async () => {
    const own = FRAMEWORKS.filter(({ id }) => id === 'smolagents');
    const cases = [{ sources: { 'a.py': 'import smolagents\n' }, found: [] }];
    const mutants = await findSurvivingMutants(listEntries(own), cases, own);
    expect(mutants).toHaveLength(own[0]?.components.length ?? 0);
  });
});
