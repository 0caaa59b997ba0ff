import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const workflows = globSync('spec/workflows/*.arazzo.yaml', { cwd: root });

let mock: RunningMock;
/** What `redocly respect` says of all workflows. It takes longer to start than to run them. */
let code: number | null;
let output: string;

beforeAll(async () => {
  mock = await (await createMock()).listen({ port: 0 });
  ({ code, output } = await respect());
});
afterAll(() => mock?.close());

/** Runs the workflows against the mock. */
function respect(): Promise<{ code: number | null; output: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number | null; output: string }>();
  const child = spawn('redocly', ['respect', ...workflows, '--server', `aispm=${mock.url}`], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  child.on('error', reject);
  child.on('close', (code) => resolve({ code, output }));
  return promise;
}

test('there are workflows, and nothing is wrong with any', () => {
  expect(workflows).not.toEqual([]);
  expect(code, output).toBe(0);
});

test.each(workflows.map((path) => basename(path)))('the workflow %s runs against the mock', (name) => {
  const [, summary] = output.split(`Summary for ${name}`);
  expect(summary?.trim(), output).toMatch(/^Workflows: 1 passed, 1 total/);
});
