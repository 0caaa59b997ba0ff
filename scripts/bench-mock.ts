/**
 * `npm run bench:mock`: measures the mock and plain Prism (`prism mock -v error`) in the same run. Other programs on the
 * machine slow both down, so only the ratios can be compared between runs. Takes about three minutes.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval, setTimeout as sleep } from 'node:timers/promises';
import { type Document, findOperation, jsonContent, listExamples, listOperations } from '@aispm/openapi';
import { freePort } from '@aispm/testing';
import autocannon from 'autocannon';

const CONNECTIONS = 10;
const WARM_UP_S = 2;
const ROUND_S = 3;
const ROUNDS = 2;
const TURNS = 24;
const TURN_REQUESTS = 4_000;
const WARM_UP_TURNS = 4;
const STARTS = 5;
const MEMORY_REQUESTS = 50_000;
const COPIES = 10;
const START_TIMEOUT_MS = 120_000;
const POLL_MS = 5;
/** How long the first mock runs, so that it can write Node's compile cache. */
const FIRST_RUN_MS = 2_000;

const root = join(import.meta.dirname, '..');
const contractFile = join(root, 'spec/dist/openapi.json');
const mockCli = join(root, 'packages/mock/dist/cli.js');
const prismCli = join(root, 'packages/internal/tools/node_modules/@stoplight/prism-cli/dist/index.js');
const TOKEN = { authorization: 'Bearer bench' };
const BASE_PATH = '/api/v1';
const WORKSPACE = '/tenants/t1/workspaces/w1';

/** A measured request; `{n}` in its path is a different number each time. */
interface Probe {
  name: string;
  path: string;
  method?: 'POST';
  body?: string;
  headers?: Record<string, string>;
}

const EVALUATION = findRequestExample('createAgentEvaluation');
const JSON_BODY = { 'content-type': 'application/json' };
const probes: Probe[] = [
  { name: 'list', path: `/rules${WORKSPACE}?page_size=20` },
  { name: 'list, different queries', path: `/rules${WORKSPACE}?rule_name=n{n}` },
  { name: 'one record', path: `/rules${WORKSPACE}/r1` },
  {
    name: 'create',
    path: `/eval/agent-evaluations${WORKSPACE}`,
    method: 'POST',
    body: JSON.stringify(EVALUATION),
    headers: JSON_BODY,
  },
  {
    name: 'create, invalid',
    path: `/eval/agent-evaluations${WORKSPACE}`,
    method: 'POST',
    body: '{"agent_id":3}',
    headers: JSON_BODY,
  },
];

/** The least ratios of the rate of the mock to that of plain Prism, by the name of the probe. */
const RATIO_TARGETS: Record<string, string> = { list: '≥ 5', 'list, different queries': '≥ 3', create: '≥ 3' };

/** A measured server. */
interface Target {
  name: string;
  url: string;
  process: ChildProcess;
  /** From the start of the process to its first response, in milliseconds. */
  startMs: number;
}

const started = new Set<ChildProcess>();

/** Starts a server and waits for its first response to the list. */
async function start(name: string, basePath: string, argumentsFor: (port: string) => string[]): Promise<Target> {
  const port = String(await freePort());
  const begin = performance.now();
  // Prism crashes when NODE_ENV says production.
  const { NODE_ENV, ...env } = process.env;
  const child = spawn(process.execPath, argumentsFor(port), { stdio: ['ignore', 'ignore', 'inherit'], env });
  started.add(child);
  const url = `http://127.0.0.1:${port}${basePath}`;
  for await (const _ of setInterval(POLL_MS)) {
    if (performance.now() - begin > START_TIMEOUT_MS) break;
    if (child.exitCode !== null) throw new Error(`${name} ended with status ${child.exitCode}.`);
    const response = await fetch(`${url}${probes[0]?.path}`, { headers: TOKEN }).catch(() => undefined);
    if (!response) continue;
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${name} returned ${response.status}.`);
    return { name, url, process: child, startMs: performance.now() - begin };
  }
  throw new Error(`${name} did not respond within ${START_TIMEOUT_MS} ms.`);
}

async function stop({ process: child }: Pick<Target, 'process'>): Promise<void> {
  started.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

/** Sends requests for a duration or up to an amount, and returns their rate per second. */
async function load({ url }: Target, probe: Probe, limit: { duration: number } | { amount: number }): Promise<number> {
  let n = 0;
  const { name: _, path, ...request } = probe;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    ...limit,
    requests: [
      {
        ...request,
        headers: { ...TOKEN, ...probe.headers },
        setupRequest: (prepared) => ({
          ...prepared,
          path: `${new URL(url).pathname}${path.replace('{n}', String(n++))}`.replace(/^\/\//, '/'),
        }),
      },
    ],
  });
  if (result.errors > 0) throw new Error(`${probe.name}: ${result.errors} requests failed.`);
  return result.requests.total / result.duration;
}

/** Returns the requests per second of each target, measured in turns. */
async function compare(targets: Target[], probe: Probe): Promise<number[]> {
  const sums = targets.map(() => 0);
  for (const target of targets) await load(target, probe, { duration: WARM_UP_S });
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, target] of targets.entries()) {
      sums[index] = (sums[index] ?? 0) + (await load(target, probe, { duration: ROUND_S }));
    }
  }
  return sums.map((sum) => sum / ROUNDS);
}

/**
 * Returns the rate of a target, in requests per second and as a share of the rate of another one. Both are measured in short
 * turns, in alternating order, so that other programs affect both equally. The median of the turns counts.
 */
async function measureShare(target: Target, other: Target, probe: Probe): Promise<{ rate: number; share: number }> {
  const measureDuration = async (measured: Target) => {
    const begin = performance.now();
    await load(measured, probe, { amount: TURN_REQUESTS });
    return (performance.now() - begin) / 1000;
  };
  for (const measured of [target, other]) await load(measured, probe, { amount: TURN_REQUESTS * WARM_UP_TURNS });
  const durations: number[] = [];
  const shares: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const order = turn % 2 === 0 ? [target, other] : [other, target];
    const turnDurations = new Map<Target, number>();
    for (const measured of order) turnDurations.set(measured, await measureDuration(measured));
    const [own = 0, others = 0] = [turnDurations.get(target), turnDurations.get(other)];
    durations.push(own);
    shares.push(others / own);
  }
  return { rate: TURN_REQUESTS / median(durations), share: median(shares) };
}

/** Returns the resident memory of a process, in MB. */
function measureMemory({ process: { pid } }: Target): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** Calls a function again and again for as long as a server is measured, and returns the calls per second. */
async function measureCalls(call: () => Promise<unknown>): Promise<number> {
  let rate = 0;
  for (const seconds of [WARM_UP_S, ROUNDS * ROUND_S]) {
    const begin = performance.now();
    const end = begin + seconds * 1000;
    let count = 0;
    for (; performance.now() < end; count++) await call();
    rate = count / ((performance.now() - begin) / 1000);
  }
  return rate;
}

/**
 * Returns the calls per second of the mock's fetch function in this process, including the reading of the body, and those of
 * a response of the platform with the same text, which a mock without one of its own would need for each call.
 */
async function measureInProcess({ path }: Probe): Promise<{ fetch: number; response: number }> {
  const { createMock } = await import('@aispm/mock');
  const mock = await createMock();
  const url = `http://mock.test${mock.basePath}${path}`;
  const call = async () => (await mock.fetch(url, { headers: TOKEN })).text();
  const text = await call();
  return { fetch: await measureCalls(call), response: await measureCalls(() => new Response(text).text()) };
}

/** Writes a contract with several copies of every path to a file. */
function writeLargeContract(folder: string): string {
  const document = readContract();
  const renameOperations = (item: object, suffix: number) =>
    JSON.parse(JSON.stringify(item), (key, value) => (key === 'operationId' ? `${value}${suffix}` : value));
  const paths = document.paths ?? {};
  for (const [path, item] of Object.entries(paths)) {
    for (let copy = 1; copy < COPIES; copy++) paths[`/copy${copy}${path}`] = renameOperations(item, copy);
  }
  const file = join(folder, 'large.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

function readContract(): Document {
  return JSON.parse(readFileSync(contractFile, 'utf8'));
}

/** Returns the first example of the request body of an operation. */
function findRequestExample(operationId: string): unknown {
  const document = readContract();
  const content = jsonContent(findOperation(listOperations(document), operationId)?.requestBody);
  const [example] = content ? listExamples(document, content) : [];
  if (!example) throw new Error(`${operationId} has no example of its request body.`);
  return example.value;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const formatInteger = (value: number) => Math.round(value).toLocaleString('en');

/** Prints a row of the table. */
function printRow(cells: string[]): void {
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(38) : cell.padStart(12))).join(' '));
}

async function main(folder: string): Promise<void> {
  const startMock = (...more: string[]) =>
    start('mock', BASE_PATH, (port) => [mockCli, '--quiet', '--port', port, ...more]);
  const startPrism = () =>
    start('Prism CLI', '', (port) => [prismCli, 'mock', '-v', 'error', '-p', port, contractFile]);

  printRow(['', 'mock', 'Prism CLI', 'ratio', 'target']);
  // The first start on a machine fills Node's compile cache.
  const first = await startMock();
  await sleep(FIRST_RUN_MS);
  await stop(first);
  const starts: { mock: number[]; prism: number[] } = { mock: [], prism: [] };
  for (let i = 0; i < STARTS; i++) {
    for (const [times, begin] of [[starts.mock, startMock] as const, [starts.prism, startPrism] as const]) {
      const target = await begin();
      times.push(target.startMs);
      await stop(target);
    }
  }
  const [mockStart, prismStart] = [median(starts.mock), median(starts.prism)];
  printRow([
    'start to first response, ms',
    formatInteger(mockStart),
    formatInteger(prismStart),
    (mockStart / prismStart).toFixed(2),
    '≤ 500',
  ]);

  const mock = await startMock();
  const prism = await startPrism();
  for (const probe of probes) {
    const [mockRate = 0, prismRate = 0] = await compare([mock, prism], probe);
    const target = RATIO_TARGETS[probe.name] ?? '';
    printRow([
      `${probe.name}, requests/s`,
      formatInteger(mockRate),
      formatInteger(prismRate),
      (mockRate / prismRate).toFixed(2),
      target,
    ]);
    if (probe.name === 'list') {
      const { fetch, response } = await measureInProcess(probe);
      const ratio = (fetch / mockRate).toFixed(2);
      printRow(['list by fetch in process, calls/s', formatInteger(fetch), '', ratio, '≥ 3 × HTTP']);
      printRow(['  only a Response and its text, calls/s', formatInteger(response), '', '', '']);
    }
  }
  await stop(prism);
  await stop(mock);

  // Both are fresh and have read their contract from a file.
  const large = await startMock('--contract', writeLargeContract(folder));
  const plain = await startMock('--contract', contractFile);
  const [list = { name: '', path: '' }] = probes;
  const { rate, share } = await measureShare(large, plain, list);
  printRow([`list with ${COPIES} times the operations`, formatInteger(rate), '', share.toFixed(2), '≥ 0.97']);
  await stop(large);
  await stop(plain);

  const fresh = await startMock();
  const sizes = [measureMemory(fresh)];
  for (let i = 0; i < 2; i++) {
    await load(fresh, list, { amount: MEMORY_REQUESTS });
    sizes.push(measureMemory(fresh));
  }
  printRow([`memory after 0, 50,000, 100,000, MB`, ...sizes.map(formatInteger), '≤ 200, flat']);
  await stop(fresh);
}

const folder = mkdtempSync(join(tmpdir(), 'aispm-bench-'));
try {
  await main(folder);
} finally {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
}
