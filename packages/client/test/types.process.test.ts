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

/** What the compiler marks in the calls of `wrong-calls.ts` of a plain client, and the first line of its message. */
const MISTAKES: [marked: string, message: RegExp][] = [
  ["'critcal", /^Type '"critcal"' is not assignable to type 'Severity'\. Did you mean '"critical"'\?$/],
  ['severities', /^Object literal may only specify known properties, but 'severities' does not exist .+ 'severity'\?$/],
  ['page_size', /^Type 'string' is not assignable to type 'number'\.$/],
  ['timeOut', /^Object literal may only specify known properties, but 'timeOut' does not exist .+ 'timeout'\?$/],
  ['listRules', /^Expected 2-3 arguments, but got 1\.$/],
  ['{', /'GetRuleParams'|'rule_id' is missing/],
  ['rule_id', /^Type 'number' is not assignable to type 'string'\.$/],
  ['status', /^Type '"closed"' is not assignable to type '"suppressed" \| UnsuppressedStatus \| undefined'\.$/],
  ['{', /'ListRulesParams'|'workspace_id' is missing/],
  ['sorce', /^Object literal may only specify known properties, but 'sorce' does not exist .+ 'source'\?$/],
];
/** The same for a client with a workspace, whose calls need fewer arguments. */
const MISTAKES_WITH_WORKSPACE = MISTAKES.with(4, ['listRules', /^Expected at least 1 arguments, but got 0\.$/])
  .with(5, ['{', /'GetRuleWorkspaceParams'|'rule_id' is missing/])
  .with(8, ['tenant_id', /^Type 'number' is not assignable to type 'string'\.$/]);

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

  it('marks the wrong argument of each mistake, and says what is wrong with it', () => {
    const source = readFileSync(join(import.meta.dirname, 'types/wrong-calls.ts'), 'utf8').split('\n');
    const wrong = source.flatMap((text, index) => (/^(list|get|update|paginate)/.test(text) ? [index + 1] : []));
    const report = compile(tsc, '-p', 'types/tsconfig.wrong.json', '--pretty', 'false');
    const errors = [...report.matchAll(/^types\/wrong-calls\.ts\((\d+),(\d+)\): error TS\d+: (.+)$/gm)];
    expect(errors.map(([, line]) => Number(line))).toEqual(wrong);
    const marked = errors.map(([, line, column, message]) => [
      source[Number(line) - 1]?.slice(Number(column) - 1).match(/^\W?\w*/)?.[0],
      message,
    ]);
    const half = marked.length / 2;
    expect(marked.slice(0, half)).toEqual(MISTAKES.map(([text, message]) => [text, expect.stringMatching(message)]));
    expect(marked.slice(half)).toEqual(
      MISTAKES_WITH_WORKSPACE.map(([text, message]) => [text, expect.stringMatching(message)]),
    );
  });

  // A generic signature of an operation, which the mistakes above need, costs about 32 of them.
  it('needs up to 700 instantiations for a program with calls of 20 operations', () => {
    const program = readFileSync(join(import.meta.dirname, 'types/call-site-types.ts'), 'utf8');
    expect(program.match(/await \w+(\.result)?\(client/g)).toHaveLength(20);
    const report = compile(tsc, '-p', 'types/tsconfig.calls.json', '--extendedDiagnostics');
    const [, instantiations] = report.match(/^Instantiations: +(\d+)$/m) ?? [];
    expect(Number(instantiations)).toBeLessThanOrEqual(700);
  });
});
