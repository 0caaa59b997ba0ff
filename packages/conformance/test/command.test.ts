/** The command, as a user starts it, or the same in this process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer, request as httpRequest } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Report } from '@aispm/conformance';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { main } from '../dist/command.js';
import { SCOPE, SECOND_TOKEN, type Server, startServer, TOKEN } from './server.ts';

const command = join(import.meta.dirname, '../dist/cli.js');
const known = join(import.meta.dirname, '../known/aispm-mock.json');
/** Somewhere else: the command needs nothing of the folder that it is started in. */
const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(folder, { recursive: true }));

const children: ChildProcess[] = [];
afterAll(() => children.forEach((child) => void child.kill('SIGKILL')));

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the command as a process. */
async function start(
  args: string[],
  { env = {}, node = process.execPath }: { env?: Record<string, string>; node?: string } = {},
): Promise<Ended> {
  const child = spawn(node, [command, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk) => (ended.out += chunk));
  child.stderr.on('data', (chunk) => (ended.err += chunk));
  [ended.code] = await once(child, 'close');
  return ended;
}

/** Runs the command in this process, where what takes longest is loaded already; the first test of a kind starts one. */
async function run(args: string[]): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' };
  const keep = (where: 'out' | 'err') => (text: string | Uint8Array) => {
    ended[where] += text;
    return true;
  };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(keep('out'));
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'));
  try {
    ended.code = await main(args);
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
  return ended;
}
// What this process has of its own.
const OWN = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'AISPM_TOKEN'];
beforeAll(() => OWN.forEach((name) => void vi.stubEnv(name, undefined)));
afterAll(() => vi.unstubAllEnvs());

let server: Server;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
afterEach(() => {
  server.asked.length = 0;
});

/** Operations that write, and one that reads. */
const mostlyWriting = [
  'getRule',
  'createView',
  'deleteView',
  'putClientStorageEntry',
  'updateIssue',
  'runAgentEvaluation',
  'submitScan',
];

const quick = () => [
  '--base-url',
  server.url,
  '--token',
  TOKEN,
  '--operations',
  'listRules,getRule',
  '--checks',
  'answer,request-id',
];

describe('on a server that conforms', () => {
  test('it says so and exits with 0', async () => {
    const { code, out, err } = await start(quick());
    expect(out).toMatch(/conforms to version [\d.]+ of the contract: 4 held, 0 broken/);
    expect([code, err]).toEqual([0, '']);
  });

  test('it only reads, unless it is told to write', async () => {
    const operations = mostlyWriting.join(',');
    const { out } = await run(['--base-url', server.url, '--token', TOKEN, '--operations', operations]);
    expect(out).toContain('needs --write');
    expect(server.asked.length).toBeGreaterThan(10);
    expect(server.asked.filter((line) => !line.startsWith('GET '))).toEqual([]);
  });

  test('the keys may come from the environment', async () => {
    const args = quick().filter((word) => word !== '--token' && word !== TOKEN);
    expect((await start(args, { env: { AISPM_TOKEN: TOKEN } })).code).toBe(0);
  });

  test('with --quiet it prints one line', async () => {
    expect((await run([...quick(), '--quiet'])).out.trim().split('\n')).toHaveLength(1);
  });
});

describe.each([
  { name: 'some operations', only: ['listRules', ...mostlyWriting], count: 8, tags: [] },
  { name: 'all operations', only: [], count: 60, tags: ['long'] },
])('on $name of the mock, writing, with a second key', ({ name, only, count, tags }) => {
  const files = { json: join(folder, `${name}.json`), junit: join(folder, `${name}.xml`) };
  let ended: Ended;

  beforeAll(async () => {
    const mock = await startServer((asked, ask) => ask(asked), 'as it is');
    try {
      const where = ['--base-url', mock.url, '--token', TOKEN, '--second-token', SECOND_TOKEN];
      ended = await start([
        ...where,
        ...(only.length > 0 ? ['--operations', only.join(',')] : []),
        '--write',
        '--leave-records',
        '--known',
        known,
        '--json',
        files.json,
        '--junit',
        files.junit,
      ]);
      for (const path of ['/views', `/eval/agent-evaluations${SCOPE}`]) {
        const response = await fetch(`${mock.url}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } });
        left.push(await response.text());
      }
    } finally {
      await mock.close();
    }
  });
  const left: string[] = [];

  test('nothing is broken but what is known', { tags }, () => {
    expect(ended.out).toMatch(/ conforms to version .+, 0 broken, \d+ known, 0 not tried, 0 not asked for;/);
    expect([ended.code, ended.err]).toEqual([0, '']);
  });

  test('what it made is gone afterwards', { tags }, () => {
    expect(left).toHaveLength(2);
    expect(left.join()).not.toContain('conformance-');
  });

  test('the JSON has every operation and check', { tags }, () => {
    const { passed, results } = JSON.parse(readFileSync(files.json, 'utf8')) as Report;
    expect(passed).toBe(true);
    expect(new Set(results.map(({ operation }) => operation)).size).toBe(count);
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['passed', 'accepted']));
  });

  test('the JUnit file counts what is known as skipped', { tags }, () => {
    const xml = readFileSync(files.junit, 'utf8');
    expect(xml).toContain('<testsuite name="listRules" tests="');
    expect(xml).toContain('<skipped message="An identifier that no example has gets the first example."/>');
    expect(xml).not.toContain('<failure');
  });
});

describe('on a server that does not conform', () => {
  let broken: Server;
  beforeAll(async () => {
    broken = await startServer(async (asked, ask) => {
      const told = structuredClone(await ask(asked));
      if (asked.path === `/rules${SCOPE}`) delete told.body.items[0].rule_name;
      return told;
    });
  });
  afterAll(() => broken.close());
  const args = () => quick().map((word) => (word === server.url ? broken.url : word));

  test('it names operation, place, what it expected and what it got, and exits with 1', async () => {
    const { code, out, err } = await start(args());
    expect(out).toContain('listRules: what it answers is what the contract documents (answer)');
    expect(out).toMatch(
      /at {8}body \/items\/0\/rule_name\n +expected {2}to be there\n +got {7}nothing\n +id {8}conformance-/,
    );
    expect(out).toMatch(/does not conform/);
    expect([code, err]).toEqual([1, '']);
  });

  test('the JUnit file has the failure', async () => {
    const file = join(folder, 'broken.xml');
    await run([...args(), '--junit', file]);
    expect(readFileSync(file, 'utf8')).toContain(
      '<failure message="body /items/0/rule_name: expected to be there, got nothing">',
    );
  });

  test('a violation that is known does not count', async () => {
    const file = join(folder, 'known.json');
    writeFileSync(file, JSON.stringify([{ check: 'answer', operations: ['listRules'], reason: 'Until Monday.' }]));
    const { code, out } = await run([...args(), '--known', file]);
    expect(out).toContain('Until Monday.');
    expect(code).toBe(0);
  });

  test('a known violation that is none fails', async () => {
    const file = join(folder, 'stale.json');
    writeFileSync(
      file,
      JSON.stringify([{ check: 'answer', operations: ['listRules', 'getRule'], reason: 'Until Monday.' }]),
    );
    const { code, out } = await run([...args(), '--known', file]);
    expect(out).toContain('The known difference getRule answer is none any more');
    expect(code).toBe(1);
  });
});

describe('on a server without data', () => {
  let empty: Server;
  beforeAll(async () => {
    empty = await startServer(async (asked, ask) => {
      const told = await ask(asked);
      return told.body?.items ? { ...told, body: { ...told.body, items: [], cursor: '' } } : told;
    });
  });
  afterAll(() => empty.close());
  const args = () => quick().map((word) => (word === server.url ? empty.url : word));

  test('what could not be tried is told, and fails', async () => {
    const { code, out } = await run(args());
    expect(out).toMatch(/Could not be tried:\n +listRules shows no record to try it on\n +answer: getRule/);
    expect(code).toBe(1);
  });

  test('with --allow-empty it passes', async () => {
    expect((await run([...args(), '--allow-empty'])).code).toBe(0);
  });
});

describe('where nothing can be examined, it says why in one line and exits with 2', () => {
  const place = (url: string) => ['--base-url', url, '--token', TOKEN];
  test.each<[string, () => string[], RegExp]>([
    ['no base URL', () => ['--token', 'x'], /^aispm-conformance: --base-url is missing/],
    ['no token', () => ['--base-url', 'http://x.test'], /--token is missing/],
    ['an address that is none', () => place('aispm.example.com'), /The base URL must be http\(s\)/],
    ['an unknown option', () => ['--url', 'x'], /Unknown option '--url'/],
    [
      'an unknown operation',
      () => [...place(server.url), '--operations', 'getNothing'],
      /"getNothing" is not an operation of the contract/,
    ],
    [
      'an unknown check',
      () => [...place(server.url), '--checks', 'spelling'],
      /"spelling" is not one of the checks answer, /,
    ],
    [
      'a number out of range',
      () => [...place(server.url), '--timeout', '0'],
      /--timeout must be a whole number from 1 to 600; got "0"/,
    ],
    [
      'a missing file',
      () => [...place(server.url), '--known', 'none.json'],
      /The file none\.json \(--known\) cannot be used: there is no such file/,
    ],
    ['half a second tenant', () => [...place(server.url), '--second-tenant', 'x'], /go together/],
    ['--leave-records without --write', () => [...place(server.url), '--leave-records'], /needs --write/],
    ['connection refused', () => place('http://127.0.0.1:1/api/v1'), /cannot be reached: .*(ECONNREFUSED|bad port)/],
    ['a token that nobody knows', () => ['--base-url', server.url, '--token', 'x'], /does not take the token/],
    [
      'another tenant',
      () => [...place(server.url), '--tenant', 'acme'],
      /does not reach the workspace "production" of the tenant "acme"; name others/,
    ],
    ['a wrong path', () => place(server.url.replace('/v1', '/v2')), /There is no AISPM API at/],
  ])('%s', async (_, args, message) => {
    const { code, out, err } = await run(args());
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect([code, out]).toEqual([2, '']);
  });

  test('another site', async () => {
    const site = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<p>Hello</p>'),
    ).listen(0, '127.0.0.1');
    onTestFinished(() => void site.close());
    await once(site, 'listening');
    const { code, err } = await start(place(`http://127.0.0.1:${(site.address() as AddressInfo).port}/api/v1`));
    expect(err).toMatch(/There is no AISPM API at .+ got 200, text\/html/);
    expect(code).toBe(2);
  });

  test('an older Node.js', async () => {
    const require = createRequire(new URL('../../node20/package.json', import.meta.url));
    const node = join(dirname(require.resolve('node/package.json')), 'bin/node');
    const { code, err } = await start(quick(), { node });
    expect(err).toMatch(/^aispm-conformance: needs Node\.js 24\.\d+\.\d+ or newer; this is 20\.\d+\.\d+\.\n$/);
    expect(code).toBe(2);
  });
});

test('--help tells of every option', async () => {
  const { code, out } = await start(['--help']);
  expect(out).toContain('--second-workspace <id>');
  expect(code).toBe(0);
});

describe('it is bounded', () => {
  test('in requests', async () => {
    const { code, out } = await run(['--base-url', server.url, '--token', TOKEN, '--max-requests', '20']);
    expect(out).toContain('The run is not complete. The run has used up its 20 requests (--max-requests).');
    expect(server.asked.length).toBeLessThanOrEqual(20);
    expect(code).toBe(1);
  });

  test('in time, by a server that never answers', async () => {
    const silent = await startServer(async (asked, ask) =>
      asked.path.startsWith('/aispm-agents') ? ask(asked) : undefined,
    );
    onTestFinished(() => silent.close());
    const started = Date.now();
    const { code, out } = await start([
      '--base-url',
      silent.url,
      '--token',
      TOKEN,
      '--timeout',
      '1',
      '--max-time',
      '3',
    ]);
    expect(out).toContain('The run has used up its 3 seconds (--max-time).');
    expect(Date.now() - started).toBeLessThan(90_000);
    expect(code).toBe(1);
  });
});

describe('behind a proxy', () => {
  let proxy: HttpServer;
  let connected: string[];
  const address = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  /** An address that only the proxy knows. */
  const outside = () => server.url.replace(/127\.0\.0\.1:\d+/, 'aispm.test');
  const target = () => new URL(server.url).port;

  beforeAll(async () => {
    connected = [];
    proxy = createServer((request, response) => {
      connected.push(request.url ?? '');
      const { pathname, search } = new URL(request.url ?? '');
      const options = {
        port: target(),
        host: '127.0.0.1',
        method: request.method,
        path: `${pathname}${search}`,
        headers: request.headers,
      };
      request.pipe(
        httpRequest(options, (reply) => {
          response.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(response);
        }),
      );
    });
    proxy.on('connect', (request, socket) => {
      connected.push(request.url ?? '');
      const upstream = connect(Number(target()), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      for (const one of [upstream, socket]) one.on('error', () => socket.destroy());
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  afterEach(() => {
    connected.length = 0;
  });
  const args = () => quick().map((word) => (word === server.url ? outside() : word));

  test('it goes through HTTP_PROXY', async () => {
    const { code, err } = await start(args(), { env: { HTTP_PROXY: address() } });
    expect([code, err]).toEqual([0, '']);
    expect(connected.join()).toContain('aispm.test');
  });

  test('it goes through HTTPS_PROXY to an address with https', async () => {
    const secure = args().map((word) => word.replace('http://aispm.test', 'https://aispm.test'));
    const { code, err } = await start(secure, { env: { HTTPS_PROXY: address() } });
    // The server behind the proxy speaks no TLS; that it was asked by way of the proxy is what counts.
    expect(connected[0]).toBe('aispm.test:443');
    expect(err).toContain('cannot be reached');
    expect(code).toBe(2);
  });

  test('it goes around the proxy to what NO_PROXY names', async () => {
    const { code } = await start(quick(), { env: { HTTP_PROXY: address(), NO_PROXY: '127.0.0.1' } });
    expect(code).toBe(0);
    expect(connected).toEqual([]);
  });

  test('an address of a proxy that is none is told in one line', async () => {
    const { code, err } = await start(quick(), { env: { HTTP_PROXY: 'http://[' } });
    expect(err).toMatch(/^aispm-conformance: The proxy of the environment cannot be used: .+\n$/);
    expect(code).toBe(2);
  });
});
