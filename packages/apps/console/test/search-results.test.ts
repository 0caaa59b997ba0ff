/** The palette opens the records of every type that a search finds. */
import contract from '@aispm/spec/strict.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { TARGETS, toEntries } from '../src/features/palette/search-results.ts';

it.each(contract.components.schemas.SearchResultType.enum)('the type %s has a screen', (type) => {
  expect(TARGETS[type]?.toScreen('a/b')).toEqual({
    to: expect.stringMatching(/^[a-z-]+(\/a%2Fb)?$/),
    search: expect.anything(),
  });
});

it('results of unknown types are left out', () => {
  const result = { id: 'a', name: 'A', context: null, match: 'exact' as const, matched_fields: ['name'] };
  expect(toEntries({ ...result, result_type: 'view' })).toHaveLength(1);
  expect(toEntries({ ...result, result_type: 'later' as 'view' })).toEqual([]);
});
