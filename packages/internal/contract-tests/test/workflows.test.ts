/** All workflows of the contract, on the mock and on the service with the demo. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoServer, startService } from './service-process.ts';

const root = join(import.meta.dirname, '../../../..');
const files = globSync('spec/workflows/*.arazzo.yaml', { cwd: root });

async function startMock(): Promise<DemoServer> {
  const mock = await (await createMock()).listen({ port: 0 });
  return { url: mock.url, token: 'demo', close: () => mock.close() };
}

/** Executes all workflows at once: `redocly respect` takes longer to start than to execute them. */
async function executeWorkflows({ url, token }: DemoServer): Promise<{ code: number | null; output: string }> {
  const child = spawn('redocly', ['respect', ...files, '--server', `aispm=${url}`, '--input', `token=${token}`], {
    cwd: root,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe.each([
  { name: 'mock', start: startMock, tags: [] },
  { name: 'service', start: startService, tags: ['long'] },
])('the workflows of the contract, on the $name', ({ start, tags }) => {
  let server: DemoServer;
  let code: number | null;
  let output: string;

  beforeAll(async () => {
    server = await start();
    ({ code, output } = await executeWorkflows(server));
  }, 300_000);
  afterAll(() => server?.close());

  it('exist, and pass', { tags }, () => {
    expect(files).not.toEqual([]);
    expect(code, output).toBe(0);
  });

  it.each(files.map((path) => basename(path)))('include %s, which passes', { tags }, (name) => {
    const [, summary] = output.split(`Summary for ${name}`);
    expect(summary?.trim(), output).toMatch(/^Workflows: 1 passed, 1 total/);
  });
});
