import { describe, expect, it } from 'vitest';
import { toOwnersChange } from '../src/features/inventory/owners-change.ts';

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
