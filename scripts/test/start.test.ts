import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../free-port.ts';

interface Started {
  process: ChildProcess;
  mockUrl: string;
  docsUrl: string;
  curl: string;
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const root = join(import.meta.dirname, '../..');
/** Each leads a process group of its own, so that a failed test can end all that it started. */
const running: ChildProcess[] = [];

afterEach(() => {
  for (const { pid } of running.splice(0)) {
    try {
      if (pid) process.kill(-pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
});

const script = [process.execPath, 'scripts/start.ts'];
const npm = ['npm', 'start', '--'];

function run(
  args: string[],
  { env = {}, command = script }: { env?: Record<string, string>; command?: string[] } = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const [file = '', ...before] = command;
  const child = spawn(file, [...before, ...args], { cwd: root, env: { ...process.env, ...env }, detached: true });
  running.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  return { child, ended: once(child, 'close').then(([code]) => ({ code, ...output })) };
}

/** Starts and waits for the last line of what it prints. */
async function start(args: string[], options: Parameters<typeof run>[1] = {}): Promise<Started> {
  const { child, ended } = run(args, options);
  let printed = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Ctrl-C')) resolve();
    });
  });
  const early = await Promise.race([ready, ended]);
  if (early) throw new Error(`It ended with ${early.code}: ${early.stderr}`);
  const [mockUrl = '', docsUrl = ''] = printed.match(/http:\S+$/gm) ?? [];
  return { process: child, mockUrl, docsUrl, curl: /^ *(curl .*)$/m.exec(printed)?.[1] ?? '' };
}

/** Takes a port until the server is closed. */
async function takePort(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

const freePorts = ['--mock-port', '0', '--docs-port', '0'];

test('the mock and the documentation answer at the printed addresses, and the printed curl command works', async () => {
  const { mockUrl, docsUrl, curl } = await start(freePorts);
  const unauthorized = await fetch(mockUrl);
  expect(await unauthorized.json()).toMatchObject({ code: unauthorized.status, message: expect.any(String) });
  const page = await fetch(docsUrl);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<title>');

  expect(curl).toContain(mockUrl);
  const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} --silent --show-error --fail`]);
  expect(JSON.parse(stdout)).toBeTypeOf('object');
});

test.each([
  { name: 'the script', command: script, signal: 'SIGINT' },
  { name: 'the script', command: script, signal: 'SIGTERM' },
  { name: 'npm start', command: npm, signal: 'SIGINT' },
  { name: 'npm start', command: npm, signal: 'SIGTERM' },
] as const)('$signal to $name ends everything, with exit code 0', async ({ command, signal }) => {
  const { process: child, mockUrl, docsUrl } = await start(freePorts, { command: [...command] });
  await Promise.all([fetch(mockUrl), fetch(docsUrl)]);
  const begin = performance.now();
  child.kill(signal);
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(performance.now() - begin).toBeLessThan(20_000);
  await expect(fetch(mockUrl)).rejects.toThrow();
  await expect(fetch(docsUrl)).rejects.toThrow();
});

test('a second SIGINT does not cut the end short', async () => {
  const { process: child, mockUrl } = await start(freePorts);
  const { hostname, port } = new URL(mockUrl);
  const client = createConnection(Number(port), hostname);
  client.on('error', () => {});
  // A request that is never complete keeps the mock from ending at once.
  client.write('POST / HTTP/1.1\r\nHost: mock\r\nContent-Length: 10\r\n\r\n');
  await setTimeout(200);
  child.kill('SIGINT');
  await setTimeout(200);
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('ports come from the environment, and flags go before it', async () => {
  const [mock, docs] = [await freePort(), await freePort()];
  const env = { AISPM_MOCK_PORT: String(mock), AISPM_DOCS_PORT: '1' };
  const { mockUrl, docsUrl } = await start(['--docs-port', String(docs)], { env });
  expect(new URL(mockUrl).port).toBe(String(mock));
  expect(new URL(docsUrl).port).toBe(String(docs));
});

test.each(['--mock-port', '--docs-port'])('a busy port for %s is told in one line', async (flag) => {
  const { server, port } = await takePort();
  try {
    const { code, stdout, stderr } = await run([...freePorts, flag, String(port)]).ended;
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(new RegExp(`^Port ${port} is busy\\. .*${flag} <port>.*\\n$`));
  } finally {
    server.close();
  }
});

test('the same port for both is told in one line, and the mock does not stay', async () => {
  const port = await freePort();
  const { code, stderr } = await run(['--mock-port', String(port), '--docs-port', String(port)]).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`^Port ${port} is busy\\. .*\\n$`));
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
});

test.each([
  { args: ['--mock-port', '65536'], env: {}, source: '--mock-port' },
  { args: ['--docs-port', 'four'], env: {}, source: '--docs-port' },
  { args: ['--mock-port', ''], env: {}, source: '--mock-port' },
  { args: [], env: { AISPM_DOCS_PORT: '-1' }, source: 'AISPM_DOCS_PORT' },
])('$args with $env is not a port: one line says so', async ({ args, env, source }) => {
  const { code, stdout, stderr } = await run(args, { env }).ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^${source} must be a port, 0..65535; it is ".*"\\.\n$`));
});

test.each([{ args: ['--mock-port'] }, { args: ['--port', '1'] }, { args: ['4010'] }])(
  '$args is refused in one line that names it',
  async ({ args }) => {
    const { code, stdout, stderr } = await run(args).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^.*${args[0]}.*--help.*\n$`));
  },
);

test('--help shows the options', async () => {
  const { code, stdout } = await run(['--help']).ended;
  expect(code).toBe(0);
  expect(stdout).toContain('--docs-port <port>');
});
