import { describe, expect, it } from 'vitest';
import { isSampled, sampleByHash, splitByHash, TIERS } from '../src/index.ts';

const names = Array.from({ length: 1_000 }, (_, index) => `operation${index}`);

describe('a sample', () => {
  it('has about the requested share of cases', () => {
    const share = names.filter((name) => isSampled(name, 4)).length / names.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.3);
  });

  it('keeps its cases when another one is added', () => {
    const [before] = splitByHash(names, (name) => name, 8, 'test');
    const [after] = splitByHash(['added', ...names], (name) => name, 8, 'test');
    expect(after?.cases.filter((name) => name !== 'added')).toEqual(before?.cases);
  });

  it('and the remaining cases add up to all cases', () => {
    const sample = splitByHash(names, (name) => name, 8, 'test');
    const rest = splitByHash(names, (name) => name, 8, 'test:long');
    expect([...sample, ...rest].map(({ tags }) => tags)).toEqual([[], ['long']]);
    expect([...sample, ...rest].flatMap(({ cases }) => cases).sort()).toEqual([...names].sort());
    for (const tier of ['test:push', 'test:nightly'] as const)
      expect(splitByHash(names, (name) => name, 8, tier)).toEqual([...sample, ...rest]);
  });

  it('has the same cases on each push, and all of them at night', () => {
    const sample = names.filter((name) => isSampled(name, 8));
    for (const tier of TIERS)
      expect(sampleByHash(names, (name) => name, 8, tier)).toEqual(tier === 'test:nightly' ? names : sample);
  });

  it('must not be empty', () => {
    expect(() => splitByHash(['listRules'], (name) => name, 1_000)).toThrow('contains none of the 1 cases');
  });
});
