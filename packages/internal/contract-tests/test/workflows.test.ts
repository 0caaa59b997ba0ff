/** All workflows of the contract, on the mock and on the service with the demo. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createMock } from '@aispm/mock';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const files = globSync('spec/workflows/*.arazzo.yaml', { cwd: root });
const SERVICE = join(
  dirname(createRequire(import.meta.url).resolve('@aispm/service/package.json')),
  'dist/command/cli.js',
);
/** The service creates its database at the first start. */
const START_TIMEOUT_MS = 120_000;

/** A server that executes the workflows. */
interface WorkflowServer {
  url: string;
  token: string;
  close(): Promise<void>;
}

async function startMock(): Promise<WorkflowServer> {
  const mock = await (await createMock()).listen({ port: 0 });
  return { url: mock.url, token: 'demo', close: () => mock.close() };
}

/** Starts the command of the service with a new database, which it fills with the demo. */
async function startService(): Promise<WorkflowServer> {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-workflows-'));
  const child = spawn(process.execPath, [SERVICE], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await vi.waitUntil(() => text.includes('listens at'), { timeout: START_TIMEOUT_MS });
  return {
    url: /listens at (\S+)/.exec(text)?.[1] ?? '',
    token: /^ {2}(aispm_\S+)$/m.exec(text)?.[1] ?? '',
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Executes all workflows at once: `redocly respect` takes longer to start than to execute them. */
async function executeWorkflows({ url, token }: WorkflowServer): Promise<{ code: number | null; output: string }> {
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
  let server: WorkflowServer;
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
