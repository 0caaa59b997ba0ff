import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@aispm/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

/** A command that serves the mock and the documentation. */
interface Started {
  process: ChildProcess;
  mockUrl: string;
  docsUrl: string;
  consoleUrl: string;
  /** The printed curl command. */
  curl: string;
}

/** The result of a command that has ended. */
interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const root = join(import.meta.dirname, '../..');
const SCRIPT = [process.execPath, 'scripts/start.ts'];
const NPM_START = ['npm', 'start', '--'];
const TOKENS = join(mkdtempSync(join(tmpdir(), 'aispm-start-')), 'tokens.json');
writeFileSync(TOKENS, '{"alice":{"*":["*"]}}');
afterAll(() => rmSync(dirname(TOKENS), { recursive: true }));
const FREE_PORTS = ['--mock-port', '0', '--docs-port', '0', '--console-port', '0'];
/** Each is the leader of a process group, so that a failed test can end everything that it started. */
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

function run(
  args: string[],
  { env = {}, command = SCRIPT }: { env?: Record<string, string>; command?: string[] } = {},
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

/** Starts the command and waits for the last line of its output. */
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
  if (early) throw new Error(`The command ended with exit code ${early.code}: ${early.stderr}`);
  const [mockUrl = '', docsUrl = '', consoleUrl = ''] = printed.match(/http:\S+$/gm) ?? [];
  return { process: child, mockUrl, docsUrl, consoleUrl, curl: /^ *(curl .*)$/m.exec(printed)?.[1] ?? '' };
}

/** Occupies a port until the server is closed. */
async function occupyPort(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/** Sends a request that never becomes complete, and waits until the server has begun to process it. */
async function sendIncompleteRequest(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const client = createConnection(Number(port), hostname);
  client.on('error', () => {});
  client.write('POST / HTTP/1.1\r\nHost: mock\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n');
  const [chunk] = await once(client, 'data');
  expect(String(chunk)).toContain('100 Continue');
}

function isReachable(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

describe('npm start', () => {
  it('serves the mock, the documentation and the console at the printed URLs, and prints a curl command that works', async () => {
    const { mockUrl, docsUrl, consoleUrl, curl } = await start(FREE_PORTS);
    const unauthorized = await fetch(mockUrl);
    expect(await unauthorized.json()).toMatchObject({ code: unauthorized.status, message: expect.any(String) });
    const page = await fetch(docsUrl);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>');
    expect(await (await fetch(consoleUrl)).text()).toContain(`<meta name="aispm-api" content="${mockUrl}" />`);

    expect(curl).toContain(mockUrl);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} --silent --show-error --fail`]);
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  });

  it.each([
    { name: 'the script', command: SCRIPT, signal: 'SIGINT' },
    { name: 'the script', command: SCRIPT, signal: 'SIGTERM' },
    { name: 'npm', command: NPM_START, signal: 'SIGINT' },
    { name: 'npm', command: NPM_START, signal: 'SIGTERM' },
  ] as const)('stops all servers and exits with 0 after $signal to $name', async ({ command, signal }) => {
    const { process: child, mockUrl, docsUrl, consoleUrl } = await start(FREE_PORTS, { command: [...command] });
    await Promise.all([fetch(mockUrl), fetch(docsUrl), fetch(consoleUrl)]);
    child.kill(signal);
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(await isReachable(mockUrl)).toBe(false);
    expect(await isReachable(docsUrl)).toBe(false);
    expect(await isReachable(consoleUrl)).toBe(false);
  });

  it('exits with 0 after a second SIGINT, too', async () => {
    const { process: child, mockUrl, docsUrl } = await start(FREE_PORTS);
    // The mock waits for this request before it stops.
    await sendIncompleteRequest(mockUrl);
    child.kill('SIGINT');
    await expect.poll(() => isReachable(docsUrl)).toBe(false);
    expect(child.exitCode).toBeNull();
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('reads ports from the environment, and prefers flags', async () => {
    const [mock, docs, consolePort] = [await freePort(), await freePort(), await freePort()];
    const env = { AISPM_MOCK_PORT: String(mock), AISPM_DOCS_PORT: '1', AISPM_CONSOLE_PORT: String(consolePort) };
    const { mockUrl, docsUrl, consoleUrl } = await start(['--docs-port', String(docs)], { env });
    expect(new URL(mockUrl).port).toBe(String(mock));
    expect(new URL(docsUrl).port).toBe(String(docs));
    expect(new URL(consoleUrl).port).toBe(String(consolePort));
  });

  it('stores what the console changes', async () => {
    const { mockUrl } = await start(FREE_PORTS);
    const headers = { authorization: 'Bearer alice', 'content-type': 'application/json' };
    const issues = `${mockUrl}/issues/tenants/halden-freight/workspaces/production`;
    const { items } = (await (await fetch(`${issues}?status=open`, { headers })).json()) as {
      items: { issue_id: string }[];
    };
    const issue = `${issues}/${items[0]?.issue_id}`;
    await fetch(issue, { method: 'PATCH', headers, body: '{"status":"in_progress"}' });
    expect(await (await fetch(issue, { headers })).json()).toMatchObject({ status: 'in_progress' });
  });

  it('passes the other options to the mock, which checks them', async () => {
    const { mockUrl } = await start([...FREE_PORTS, '--no-stateful', '--tokens', TOKENS]);
    const entry = `${mockUrl}/client-storage/users/portal/settings/mine`;
    const headers = { authorization: 'Bearer alice', 'content-type': 'application/json' };
    const before = await (await fetch(entry, { headers })).text();
    expect((await fetch(entry, { method: 'PUT', headers, body: '{"value":{"theme":"dark"}}' })).ok).toBe(true);
    expect(await (await fetch(entry, { headers })).text()).toBe(before);
    expect((await fetch(entry, { headers: { authorization: 'Bearer bob' } })).status).toBe(401);
    const { code, stderr } = await run([...FREE_PORTS, '--delay', 'long']).ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^--delay must be .*got "long"\.\n$/)]);
  });

  it('prints its options with --help', async () => {
    const { code, stdout } = await run(['--help']).ended;
    expect(code).toBe(0);
    expect(stdout).toContain('--docs-port <port>');
  });
});

describe('npm start reports in one line', () => {
  it.each(['--mock-port', '--docs-port', '--console-port'])('a busy port for %s', async (flag) => {
    const { server, port } = await occupyPort();
    try {
      const { code, stdout, stderr } = await run([...FREE_PORTS, flag, String(port)]).ended;
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toMatch(new RegExp(`^Port ${port} is busy\\. .*${flag} <port>.*\\n$`));
    } finally {
      server.close();
    }
  });

  it('the same port for both, and stops the mock', async () => {
    const port = await freePort();
    const { code, stderr } = await run([...FREE_PORTS, '--mock-port', String(port), '--docs-port', String(port)]).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^Port ${port} is busy\\. .*\\n$`));
    expect(await isReachable(`http://127.0.0.1:${port}`)).toBe(false);
  });

  it.each([
    { args: ['--mock-port', '65536'], env: {}, source: '--mock-port' },
    { args: ['--docs-port', 'four'], env: {}, source: '--docs-port' },
    { args: ['--mock-port', ''], env: {}, source: '--mock-port' },
    { args: [], env: { AISPM_DOCS_PORT: '-1' }, source: 'AISPM_DOCS_PORT' },
  ])('that $args with $env is not a port', async ({ args, env, source }) => {
    const { code, stdout, stderr } = await run(args, { env }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^${source} must be a port, 0..65535, but is ".*"\\.\n$`));
  });

  it.each([{ args: ['--mock-port'] }, { args: ['--port', '1'] }, { args: ['4010'] }])(
    'that $args is not valid',
    async ({ args }) => {
      const { code, stdout, stderr } = await run(args).ended;
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^.*${args[0]}.*--help.*\n$`));
    },
  );
});
