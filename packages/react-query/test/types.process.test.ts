import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { currentTier } from '@aispm/testing';
import { describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);

/** The native TypeScript; at night, also the TypeScript that most programs use, which takes several times as long. */
const COMPILERS = [
  { version: '7', tsc: require.resolve('@aispm/testing/tsc7.js') },
  ...(currentTier() === 'test:nightly' ? [{ version: '5.9', tsc: require.resolve('typescript/bin/tsc') }] : []),
];

/** Returns the output of a compiler that runs in this folder. */
function compile(tsc: string, ...options: string[]): string {
  try {
    return execFileSync(process.execPath, [tsc, ...options], { cwd: import.meta.dirname, encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe.each(COMPILERS)('with TypeScript $version', ({ version, tsc }) => {
  it('types are inferred from the operation, and invalid calls are errors', () => {
    expect(compile(tsc, '--version')).toContain(`Version ${version}.`);
    expect(compile(tsc, '-p', 'tsconfig.json')).toBe('');
  });

  it('one call needs up to 60,000 instantiations', () => {
    const report = compile(tsc, '-p', 'types/tsconfig.call.json', '--extendedDiagnostics');
    const instantiations = Number(/^Instantiations: +(\d+)$/m.exec(report)?.[1]);
    expect(instantiations).toBeGreaterThan(0);
    expect(instantiations).toBeLessThanOrEqual(60_000);
  });
});
