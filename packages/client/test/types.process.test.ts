import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { currentTier } from '@aispm/testing';
import { describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);

/** The native TypeScript; at night, also the TypeScript that builds the client, which takes several times as long. */
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
  it('has the expected version', () => {
    expect(compile(tsc, '--version')).toContain(`Version ${version}.`);
  });

  it('accepts the examples and valid calls, and rejects invalid calls', () => {
    expect(compile(tsc, '-p', 'tsconfig.json')).toBe('');
  });

  it('needs up to 100 instantiations for a program with 20 calls', () => {
    const program = readFileSync(join(import.meta.dirname, 'types/call-site-types.ts'), 'utf8');
    expect(program.match(/await \w+(\.result)?\(client/g)).toHaveLength(20);
    const report = compile(tsc, '-p', 'types/tsconfig.calls.json', '--extendedDiagnostics');
    const [, instantiations] = report.match(/^Instantiations: +(\d+)$/m) ?? [];
    expect(Number(instantiations)).toBeLessThanOrEqual(100);
  });
});
