import { describe, expect, it } from 'vitest';
import { stableKey } from '../../src/assemble/keys.ts';

describe('a stable key', () => {
  it('has every character of a name, also those of other scripts, in visible ASCII', () => {
    expect(stableKey('desk#agent:Ä b')).toBe('desk#agent:%C3%84%20b');
    expect(stableKey('desk#agent:検索')).not.toBe(stableKey('desk#agent:検査'));
  });

  it('of a long name is within the contract, and differs from that of another name with the same beginning', () => {
    const [one, other] = [stableKey(`${'a'.repeat(600)}1`), stableKey(`${'a'.repeat(600)}2`)];
    expect(one).toHaveLength(512);
    expect(one).not.toBe(other);
    expect(stableKey('a'.repeat(512))).toBe('a'.repeat(512));
  });
});
