import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createMock, type RunningMock } from '@aispm/mock';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const workflows = globSync('spec/workflows/*.arazzo.yaml', { cwd: root });

let mock: RunningMock;

beforeAll(async () => {
  mock = await (await createMock()).listen({ port: 0 });
});
afterAll(() => mock.close());

/** Runs a workflow against the mock and returns what `redocly respect` says of it. */
function respect(workflow: string): Promise<{ code: number | null; output: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number | null; output: string }>();
  const child = spawn('redocly', ['respect', workflow, '--server', `aispm=${mock.url}`], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  child.on('error', reject);
  child.on('close', (code) => resolve({ code, output }));
  return promise;
}

test('there are workflows', () => {
  expect(workflows).not.toEqual([]);
});

test.each(workflows.map((path) => ({ name: basename(path, '.arazzo.yaml'), path })))(
  'the workflow $name runs against the mock',
  async ({ path }) => {
    const { code, output } = await respect(path);
    expect(output).toMatch(/Workflows: 1 passed, 1 total/);
    expect(code, output).toBe(0);
  },
  60_000,
);
