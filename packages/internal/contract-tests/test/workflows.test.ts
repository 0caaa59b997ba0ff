import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const files = globSync('spec/workflows/*.arazzo.yaml', { cwd: root });

let mock: RunningMock;
let code: number | null;
let output: string;

// `redocly respect` takes longer to start than to execute all workflows, so it is started once.
beforeAll(async () => {
  mock = await (await createMock()).listen({ port: 0 });
  ({ code, output } = await executeWorkflows());
});
afterAll(() => mock?.close());

/** Executes all workflows against the mock. */
function executeWorkflows(): Promise<{ code: number | null; output: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number | null; output: string }>();
  const child = spawn('redocly', ['respect', ...files, '--server', `aispm=${mock.url}`], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  child.on('error', reject);
  child.on('close', (code) => resolve({ code, output }));
  return promise;
}

describe('the workflows of the contract', () => {
  it('exist, and pass against the mock', () => {
    expect(files).not.toEqual([]);
    expect(code, output).toBe(0);
  });

  it.each(files.map((path) => basename(path)))('include %s, which passes', (name) => {
    const [, summary] = output.split(`Summary for ${name}`);
    expect(summary?.trim(), output).toMatch(/^Workflows: 1 passed, 1 total/);
  });
});
