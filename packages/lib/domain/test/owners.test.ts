import { describe, expect, it } from 'vitest';
import { changeOwners } from '../src/owners.ts';

describe('changeOwners', () => {
  const current = ['ann', 'Team', 'bob'];

  it('replaces, then removes, then adds', () => {
    const changes = { owners: ['cy', 'dan', 'eve'], remove_owners: ['dan', 'ann'], add_owners: ['ann', 'cy'] };
    expect(changeOwners(current, changes)).toEqual(['cy', 'eve', 'ann']);
  });

  it('keeps the order of those that stay', () => {
    expect(changeOwners(current, { remove_owners: ['Team'], add_owners: ['cy'] })).toEqual(['ann', 'bob', 'cy']);
  });

  it('moves an owner that is removed and added to the end', () => {
    expect(changeOwners(current, { remove_owners: ['ann'], add_owners: ['ann'] })).toEqual(['Team', 'bob', 'ann']);
  });

  it('compares names exactly', () => {
    expect(changeOwners(current, { remove_owners: ['team'], add_owners: ['ANN'] })).toEqual([...current, 'ANN']);
  });

  it.each([{}, { remove_owners: ['cy'] }, { add_owners: ['bob', 'ann'] }, { add_owners: [], remove_owners: [] }])(
    'sets nothing if nothing changes: %j',
    (changes) => {
      expect(changeOwners(current, changes)).toBeUndefined();
    },
  );

  it('sets given owners even if they are the same', () => {
    expect(changeOwners(current, { owners: current })).toEqual(current);
    expect(changeOwners([], { owners: [] })).toEqual([]);
  });
});
