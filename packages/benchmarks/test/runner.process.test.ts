import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BENCHMARKS } from '../src/benchmarks.ts';

const names = BENCHMARKS.map(({ name }) => name);

/** Runs the command, and returns its output and its exit code. */
async function bench(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = join(import.meta.dirname, '../src/bench.ts');
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [command, ...args])) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

describe('npm run bench', () => {
  it('lists every benchmark in one line without a name', async () => {
    const { code, stdout } = await bench();
    const lines = stdout.split('\n').flatMap((line) => /^ {2}(\S+) .*\S/.exec(line)?.[1] ?? []);
    expect({ code, lines }).toEqual({ code: 0, lines: names });
  });

  it('rejects an unknown name with the list of existing ones', async () => {
    const { code, stdout, stderr } = await bench('mok');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^There is no benchmark "mok"\.\n/);
    for (const name of names) expect(stderr).toContain(`\n  ${name} `);
  });

  it('rejects an unsupported argument before it builds anything', async () => {
    const { code, stderr } = await bench('mock', 'fast');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: '"fast" is one argument too many. Usage: npm run bench -- mock\n',
    });
  });
});
