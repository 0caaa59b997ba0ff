import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readSeed } from '../src/properties.ts';

const PROPERTIES = new URL('../src/properties.ts', import.meta.url).href;

/** Runs a property that fails for most numbers in a separate process, and returns what it prints. */
function runFailing(environment: Record<string, string>): string {
  const program = `import fc from ${JSON.stringify(PROPERTIES)};
    fc.assert(fc.property(fc.nat(), (number) => number < 1000));`;
  const env = { ...process.env, PROPERTY_SEED: '', ...environment };
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', env });
  return stderr;
}

describe('the seed of properties', () => {
  it('is the same in every run, and in the message of a failure', () => {
    const output = runFailing({});
    expect(output).toContain('seed: 1, path: "');
    const withoutTraces = (text: string) => text.slice(0, text.indexOf('\n    at '));
    expect(withoutTraces(runFailing({}))).toBe(withoutTraces(output));
  });

  it('is that of the environment', () => {
    expect(runFailing({ PROPERTY_SEED: '-7' })).toContain('seed: -7, path: "');
  });

  it.each(['x', '1.5', '2147483648', 'Infinity'])('must not be %s', (text) => {
    expect(() => readSeed(text)).toThrow(`PROPERTY_SEED must be a 32-bit integer, got "${text}".`);
  });
});
