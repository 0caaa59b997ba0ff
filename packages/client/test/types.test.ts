import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** What tsc says about this folder, the generator, the fixture's client and the examples; nothing when all compile. */
function diagnostics(): string {
  try {
    execFileSync(process.execPath, [tsc, '-p', 'test/tsconfig.json'], { encoding: 'utf8', timeout: 300_000 });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('types, type errors and all examples are as written', () => {
  expect(diagnostics()).toBe('');
});

test('a program with 20 calls costs the compiler no more than 100 instantiations', () => {
  const calls = readFileSync(new URL('types/twenty-calls.ts', import.meta.url), 'utf8');
  expect(calls.match(/await \w+(\.result)?\(client/g)).toHaveLength(20);
  const options = ['-p', 'test/types/tsconfig.calls.json', '--extendedDiagnostics'];
  const report = execFileSync(process.execPath, [tsc, ...options], { encoding: 'utf8', timeout: 300_000 });
  const [, instantiations] = report.match(/^Instantiations: +(\d+)$/m) ?? [];
  expect(Number(instantiations)).toBeLessThanOrEqual(100);
});
