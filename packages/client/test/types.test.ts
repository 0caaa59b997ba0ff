import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';

const require = createRequire(import.meta.url);

/** The native TypeScript, and the one that the client is built with, which takes several times as long. */
const compilers = [
  { version: '7', tsc: require.resolve('@aispm/typescript7/tsc7.js'), tags: [] },
  { version: '5.9', tsc: require.resolve('typescript/bin/tsc'), tags: ['long'] },
];

/** What a compiler prints about a project, in the order of its arguments. */
function compile(tsc: string, ...options: string[]): string {
  try {
    return execFileSync(process.execPath, [tsc, ...options], { encoding: 'utf8', timeout: 300_000 });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

for (const { version, tsc, tags } of compilers)
  describe(`with TypeScript ${version}`, { tags }, () => {
    test('it is this version', () => {
      expect(compile(tsc, '--version')).toContain(`Version ${version}.`);
    });

    test('types, type errors and all examples are as written', () => {
      expect(compile(tsc, '-p', 'test/tsconfig.json')).toBe('');
    });

    test('a program with 20 calls costs the compiler no more than 100 instantiations', () => {
      const calls = readFileSync(new URL('types/twenty-calls.ts', import.meta.url), 'utf8');
      expect(calls.match(/await \w+(\.result)?\(client/g)).toHaveLength(20);
      const report = compile(tsc, '-p', 'test/types/tsconfig.calls.json', '--extendedDiagnostics');
      const [, instantiations] = report.match(/^Instantiations: +(\d+)$/m) ?? [];
      expect(Number(instantiations)).toBeLessThanOrEqual(100);
    });
  });
