import { describe, expect, it } from 'vitest';
import { isSampled, splitByHash } from '../src/index.ts';

const names = Array.from({ length: 1_000 }, (_, index) => `operation${index}`);

describe('a sample', () => {
  it('has about the requested share of cases', () => {
    const share = names.filter((name) => isSampled(name, 4)).length / names.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.3);
  });

  it('keeps its cases when a case is added', () => {
    const [before] = splitByHash(names, (name) => name, 8);
    const [after] = splitByHash(['added', ...names], (name) => name, 8);
    expect(after?.cases.filter((name) => name !== 'added')).toEqual(before?.cases);
  });

  it('and the remaining part contain every case once', () => {
    const parts = splitByHash(names, (name) => name, 8);
    expect(parts.flatMap(({ cases }) => cases).sort()).toEqual([...names].sort());
  });

  it('must not be empty', () => {
    expect(() => splitByHash(['listRules'], (name) => name, 1_000)).toThrow('None of the 1 cases');
  });
});
