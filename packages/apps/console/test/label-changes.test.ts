import fc from '@aispm/testing/properties';
import { expect, it } from 'vitest';
import { changesOf, findDuplicate, type Metadata } from '../src/features/object/label-changes.ts';

const BEFORE: Metadata = {
  owners: ['customs-team'],
  labels: [
    { name: 'team', value: 'customs' },
    { name: 'note', value: 'a, b = c' },
  ],
};

it('changesOf returns undefined if nothing was edited', () => {
  expect(changesOf(BEFORE, BEFORE)).toBeUndefined();
  expect(
    changesOf(BEFORE, { owners: ['customs-team', ' '], labels: [...BEFORE.labels, { name: '', value: '' }] }),
  ).toBe(undefined);
});

it('changesOf sets new labels, removes missing ones with null, and omits unchanged ones', () => {
  const labels = [
    { name: 'note', value: 'a, b = c' },
    { name: ' tier ', value: '1' },
  ];
  expect(changesOf(BEFORE, { ...BEFORE, labels })).toEqual({ labels: { tier: '1', team: null } });
});

it('changesOf returns all owners without duplicates if one was changed', () => {
  expect(changesOf(BEFORE, { ...BEFORE, owners: ['customs-team', 'Lund, Kai', 'customs-team'] })).toEqual({
    owners: ['customs-team', 'Lund, Kai'],
  });
});

it('findDuplicate finds names that are used more than once', () => {
  expect(findDuplicate([...BEFORE.labels, { name: 'team ', value: '' }])).toBe('team');
  expect(findDuplicate(BEFORE.labels)).toBeUndefined();
});

it('applying the result of changesOf turns any labels into any others', () => {
  const labels = fc.dictionary(
    fc.string({ minLength: 1 }).filter((name) => name.trim() === name && name !== '__proto__'),
    fc.string(),
  );
  const toRows = (map: Record<string, string>) => Object.entries(map).map(([name, value]) => ({ name, value }));
  fc.assert(
    fc.property(labels, labels, (before, after) => {
      const change = changesOf({ owners: [], labels: toRows(before) }, { owners: [], labels: toRows(after) });
      const merged = { ...before, ...change?.labels };
      expect(Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))).toEqual({ ...after });
    }),
  );
});
