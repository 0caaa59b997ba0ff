import { describe, expect, it } from 'vitest';
import { compareVersions, covers, mostSevere, nextVersion, stepBetween } from '../src/changes/verdict.ts';

describe('verdicts', () => {
  it.each([
    ['1.0.0', '1.0.0', 'none'],
    ['1.9.0', '1.9.10', 'patch'],
    ['1.9.5', '1.10.0', 'minor'],
    ['1.9.5', '2.0.0', 'major'],
    ['1.10.0', '1.9.0', undefined],
  ])('are the step from %s to %s: %s', (base, revision, step) => {
    expect(stepBetween(base, revision)).toBe(step);
  });

  it.each([
    ['none', '1.2.3'],
    ['patch', '1.2.4'],
    ['minor', '1.3.0'],
    ['major', '2.0.0'],
  ] as const)('determine the next version: %s from 1.2.3 to %s', (step, version) => {
    expect(nextVersion('1.2.3', step)).toBe(version);
  });

  it.each(['1.0', 'v1.0.0', '01.0.0', '1.0.0-beta.1', '1.0.0+1', ''])('reject the version "%s"', (version) => {
    expect(() => stepBetween('1.0.0', version)).toThrow(`"${version}" is not a version. Write three numbers`);
  });

  it('have an order', () => {
    expect([mostSevere([]), mostSevere(['patch', 'major', 'minor'])]).toEqual(['none', 'major']);
    expect([covers('minor', 'patch'), covers('patch', 'patch'), covers('patch', 'minor')]).toEqual([true, true, false]);
    expect(['1.10.0', '1.9.0', '1.9.10'].sort(compareVersions)).toEqual(['1.9.0', '1.9.10', '1.10.0']);
  });
});
