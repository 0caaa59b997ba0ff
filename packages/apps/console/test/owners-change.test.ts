import { describe, expect, it } from 'vitest';
import { restoringChange, toOwnersChange } from '../src/features/inventory/owners-change.ts';

describe('toOwnersChange', () => {
  it('has one owner per line, without duplicates, empty lines and spaces around', () => {
    expect(toOwnersChange('add', ' Lund, Kai \r\n\nSecurity team\n Lund, Kai')).toEqual({
      add_owners: ['Lund, Kai', 'Security team'],
    });
  });

  it('removes or replaces owners', () => {
    expect(toOwnersChange('remove', 'a')).toEqual({ remove_owners: ['a'] });
    expect(toOwnersChange('replace', '')).toEqual({ owners: [] });
  });
});

describe('restoringChange', () => {
  const before = { labels: { team: 'docks', tier: '2' }, owners: ['a', 'b'] };

  it('restores the labels that a change sets and removes, and no others', () => {
    expect(restoringChange(before, { labels: { tier: '1', region: 'north', team: null } })).toEqual({
      labels: { tier: '2', region: null, team: 'docks' },
    });
  });

  it('restores the owners that a change adds, removes or replaces', () => {
    for (const change of [{ add_owners: ['c'] }, { remove_owners: ['a'] }, { owners: [] }])
      expect(restoringChange(before, change)).toEqual({ owners: ['a', 'b'] });
  });

  it('has nothing to restore of an object that is not known', () => {
    expect(restoringChange(undefined, { owners: [] })).toEqual({});
  });
});
