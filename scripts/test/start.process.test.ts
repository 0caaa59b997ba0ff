import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@aispm/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

/** A command that serves everything. */
interface Started {
  process: ChildProcess;
  mockUrl: string;
  redocUrl: string;
  docsUrl: string;
  serviceUrl: string;
  consoleUrl: string;
  /** The printed API key of the service. */
  key: string;
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
const folder = mkdtempSync(join(tmpdir(), 'aispm-start-'));
const TOKENS = join(folder, 'tokens.json');
writeFileSync(TOKENS, '{"alice":{"*":["*"]}}');
/** The tests run one after the other on the same database, which only the first one has to fill. */
const DATA_DIR = join(folder, 'database');
const FREE_PORTS = ['--mock-port', '0', '--docs-port', '0', '--service-port', '0'];
/** Each is the leader of a process group, so that a failed test can end everything that it started. */
const running: { child: ChildProcess; ended: Promise<Ended> }[] = [];

/** Those of several tests. */
const shared: typeof running = [];

afterEach(() => endAll(running));
afterAll(async () => {
  await endAll(shared);
  rmSync(folder, { recursive: true });
});

async function endAll(commands: typeof running): Promise<void> {
  for (const { child, ended } of commands.splice(0)) {
    // Not SIGKILL: it would leave the service, which is in its own group.
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

function run(
  args: string[],
  { env = {}, command = SCRIPT }: { env?: Record<string, string>; command?: string[] } = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const [file = '', ...before] = command;
  const child = spawn(file, [...before, ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR, ...env },
    detached: true,
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }));
  running.push({ child, ended });
  return { child, ended };
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
  const urlOf = (name: string) => new RegExp(`^${name} +(http:\\S+)`, 'm').exec(printed)?.[1] ?? '';
  return {
    process: child,
    mockUrl: urlOf('Mock'),
    redocUrl: urlOf('Redoc'),
    docsUrl: urlOf('Documentation'),
    serviceUrl: urlOf('Service'),
    consoleUrl: urlOf('Console'),
    key: /^Console .* (aispm_\S+)$/m.exec(printed)?.[1] ?? '',
    curl: /^ *(curl .*)$/m.exec(printed)?.[1] ?? '',
  };
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

async function stop({ process: child }: Started): Promise<void> {
  child.kill('SIGINT');
  await once(child, 'close');
}

function isReachable(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** Returns whether each server can be reached. */
function areReachable({ mockUrl, docsUrl, serviceUrl }: Started): Promise<boolean[]> {
  return Promise.all([mockUrl, docsUrl, serviceUrl].map(isReachable));
}

const html = { accept: 'text/html' };

describe('npm start', () => {
  let started: Started;
  let ports: { mock: number; service: number };
  beforeAll(async () => {
    ports = { mock: await freePort(), service: await freePort() };
    const env = {
      AISPM_MOCK_PORT: String(ports.mock),
      AISPM_DOCS_PORT: '1',
      AISPM_SERVICE_PORT: String(ports.service),
    };
    started = await start(['--docs-port', '0'], { env });
    // It is for several tests; the last of them stops it.
    shared.push(...running.splice(0));
  });

  it('serves everything at the printed URLs', async () => {
    const { mockUrl, redocUrl, docsUrl, serviceUrl, consoleUrl } = started;
    for (const url of [mockUrl, serviceUrl]) {
      const unauthorized = await fetch(`${url}/me`);
      expect(await unauthorized.json()).toMatchObject({ code: 401, message: expect.any(String) });
    }
    expect(await (await fetch(docsUrl)).text()).toContain('<title>');
    expect(await (await fetch(redocUrl)).text()).toContain('edoc');
    expect(await (await fetch(consoleUrl, { headers: html })).text()).toContain(
      '<meta name="aispm-api" content="/api/v1" />',
    );
  });

  it('prints a curl command that works', async () => {
    const { mockUrl, curl } = started;
    expect(curl).toContain('Bearer any-key');
    expect(curl).toContain(`${mockUrl}/`);
    expect(curl).toContain('/tenants/halden-freight/workspaces/production');
    const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} --silent --show-error --fail`]);
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  });

  it('reads ports from the environment, and prefers flags', () => {
    const portOf = (url: string) => Number(new URL(url).port);
    const { mockUrl, docsUrl, serviceUrl, consoleUrl } = started;
    expect(portOf(mockUrl)).toBe(ports.mock);
    expect(portOf(docsUrl)).toBeGreaterThan(1);
    expect([serviceUrl, consoleUrl].map(portOf)).toEqual([ports.service, ports.service]);
  });

  it('stores changes in the mock', async () => {
    const { mockUrl } = started;
    const headers = { authorization: 'Bearer alice', 'content-type': 'application/json' };
    const issues = `${mockUrl}/issues/tenants/halden-freight/workspaces/production`;
    const { items } = (await (await fetch(`${issues}?status=open`, { headers })).json()) as {
      items: { issue_id: string }[];
    };
    const issue = `${issues}/${items[0]?.issue_id}`;
    await fetch(issue, { method: 'PATCH', headers, body: '{"status":"in_progress"}' });
    expect(await (await fetch(issue, { headers })).json()).toMatchObject({ status: 'in_progress' });
  });

  it('reports a data folder in use in one line, and stops the other servers', async () => {
    const { code, stdout, stderr } = await run(FREE_PORTS).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The service did not start\. .*Another process uses the data folder .*, or set DATA_DIR to another folder\.\n$/,
    );
    expect(await isReachable(/^Mock +(\S+)/m.exec(stdout)?.[1] ?? '')).toBe(false);
  });

  it('stops all servers and exits with 0 after SIGINT to the script', async () => {
    expect(await areReachable(started)).toEqual([true, true, true]);
    started.process.kill('SIGINT');
    expect(await once(started.process, 'close')).toEqual([0, null]);
    expect(await areReachable(started)).toEqual([false, false, false]);
  });

  it('keeps the data of the service and its API key until the next start, but not those of an interrupted first start', {
    tags: ['nightly'],
  }, async () => {
    const data = { env: { DATA_DIR: join(folder, 'kept') } };
    const findUser = async ({ serviceUrl, key }: Started) =>
      (await fetch(`${serviceUrl}/me`, { headers: { authorization: `Bearer ${key}` } })).status;
    const first = await start(FREE_PORTS, data);
    expect(await findUser(first)).toBe(200);
    await stop(first);
    const second = await start(FREE_PORTS, data);
    expect(second.key).toBe(first.key);
    expect(await findUser(second)).toBe(200);
    await stop(second);
    rmSync(`${data.env.DATA_DIR}.key`);
    const third = await start(FREE_PORTS, data);
    expect(third.key).not.toBe(first.key);
    expect(await findUser(third)).toBe(200);
  });

  it.each([
    { receiver: 'all processes, as from a terminal', signal: 'SIGINT', isGroup: true },
    { receiver: 'npm', signal: 'SIGTERM', isGroup: false },
  ] as const)('stops all servers after $signal to $receiver', async ({ signal, isGroup }) => {
    const started = await start(FREE_PORTS, { command: NPM_START });
    const { pid = 0 } = started.process;
    process.kill(isGroup ? -pid : pid, signal);
    await expect.poll(() => areReachable(started)).toEqual([false, false, false]);
  });

  it('also exits with 0 after a second SIGINT', { tags: ['nightly'] }, async () => {
    const { process: child, mockUrl, docsUrl } = await start(FREE_PORTS);
    // The mock waits for this request before it stops.
    await sendIncompleteRequest(mockUrl);
    child.kill('SIGINT');
    await expect.poll(() => isReachable(docsUrl)).toBe(false);
    expect(child.exitCode).toBeNull();
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('passes the other options to the mock, which checks them, and exits with 0 after SIGTERM', async () => {
    const started = await start([...FREE_PORTS, '--no-stateful', '--tokens', TOKENS]);
    const { mockUrl } = started;
    const entry = `${mockUrl}/client-storage/users/portal/settings/mine`;
    const headers = { authorization: 'Bearer alice', 'content-type': 'application/json' };
    const before = await (await fetch(entry, { headers })).text();
    expect((await fetch(entry, { method: 'PUT', headers, body: '{"value":{"theme":"dark"}}' })).ok).toBe(true);
    expect(await (await fetch(entry, { headers })).text()).toBe(before);
    expect((await fetch(entry, { headers: { authorization: 'Bearer bob' } })).status).toBe(401);
    started.process.kill('SIGTERM');
    expect(await once(started.process, 'close')).toEqual([0, null]);
    expect(await areReachable(started)).toEqual([false, false, false]);
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
  it.each(['--mock-port', '--docs-port', '--service-port'])('a busy port for %s', async (flag) => {
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

  it.each([
    ['--mock-port', '--docs-port'],
    ['--docs-port', '--service-port'],
  ])('the same port for %s and %s', async (...flags) => {
    const port = String(await freePort());
    const { code, stdout, stderr } = await run([...FREE_PORTS, ...flags.flatMap((flag) => [flag, port])]).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`Port ${port} is that of ${flags.join(' and ')}. Choose another one for one of them.\n`);
  });

  it.each([
    { args: ['--mock-port', '65536'], env: {}, source: '--mock-port' },
    { args: ['--docs-port', 'four'], env: {}, source: '--docs-port' },
    { args: ['--mock-port', ''], env: {}, source: '--mock-port' },
    { args: [], env: { AISPM_SERVICE_PORT: '-1' }, source: 'AISPM_SERVICE_PORT' },
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
