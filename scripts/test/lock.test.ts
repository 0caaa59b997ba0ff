import { describe, expect, it } from 'vitest';
import { type LockPolicy, lockViolations, unusedExceptions } from '../lint/lock.ts';

describe('the check of lock files', () => {
  const policy: LockPolicy = {
    licenses: ['MIT'],
    licensed: { 'old@1.0.0': { license: 'MIT', reason: 'Outdated field.' } },
  };
  const valid = { version: '1.0.0', integrity: 'sha512-a', license: 'MIT' };
  const violations = (entry: object, { name = 'a', scripts = {} } = {}) =>
    lockViolations({ [`node_modules/${name}`]: { ...valid, ...entry } }, scripts, policy);

  it('accepts a package with a hash and a known license', () => {
    expect(violations({})).toEqual([]);
  });

  it('reports a package without an integrity hash', () => {
    expect(violations({ integrity: undefined })).toEqual([expect.stringContaining('a@1.0.0 has no integrity hash')]);
  });

  it('reports an install script without a decision', () => {
    expect(violations({ hasInstallScript: true })).toEqual([expect.stringContaining('a@1.0.0 has an install script')]);
    expect(violations({ hasInstallScript: true }, { scripts: { a: true } })).toEqual([]);
    expect(violations({ hasInstallScript: true }, { scripts: { a: false } })).toEqual([]);
  });

  it('recognizes a package that is installed under another name', () => {
    expect(violations({ name: 'b', hasInstallScript: true }, { scripts: { b: true } })).toEqual([]);
    expect(violations({ name: 'b', hasInstallScript: true }, { scripts: { a: true } })).not.toEqual([]);
  });

  it.each([true, false])('reports a decision, %s, on an install script that does not exist', (decision) => {
    const expected = [expect.stringContaining('no longer has an install script')];
    expect(violations({}, { scripts: { a: decision } })).toEqual(expected);
    expect(violations({}, { scripts: { gone: decision } })).toEqual(expected);
  });

  it('reports an unknown license', () => {
    expect(violations({ license: 'Proprietary' })).toEqual([expect.stringContaining('license "Proprietary"')]);
    expect(violations({ license: undefined })).toEqual([expect.stringContaining('license "unknown"')]);
    expect(violations({ license: undefined }, { name: 'old' })).toEqual([]);
  });

  it('reports an exception that no lock file needs', () => {
    expect(unusedExceptions([{ 'node_modules/new': valid }], policy)).toEqual([
      expect.stringContaining('old@1.0.0 is no longer installed'),
    ]);
  });
});
