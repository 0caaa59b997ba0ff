/**
 * Compares the mock with plain Prism. Other programs on the machine slow down both, so only ratios are comparable between
 * runs.
 */
import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval, setTimeout as sleep } from 'node:timers/promises';
import { prismVersion, spawnPlainPrism } from '@aispm/contract-tests/plain-prism';
import { type Document, findOperation, jsonContent, listExamples, listOperations } from '@aispm/openapi';
import { freePort } from '@aispm/testing';
import autocannon from 'autocannon';
import type { Result } from '../report/result.ts';
import { median } from '../shared/median.ts';
import { ROOT } from '../shared/repository.ts';
import { temporaryFolder } from '../shared/temporary-folder.ts';

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
/** How long the first mock runs to write Node's compile cache. */
const FIRST_RUN_MS = 2_000;

const MAX_START_MS = 500;
const MAX_MEMORY_MB = 200;

const contractFile = join(ROOT, 'spec/dist/openapi.json');
const mockCli = join(ROOT, 'packages/mock/dist/cli.js');
const STDIO: StdioOptions = ['ignore', 'ignore', 'inherit'];
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
  /** The minimum ratio of the mock's rate to plain Prism's. */
  minRatio?: number;
}

const EVALUATION = findRequestExample('createAgentEvaluation');
const JSON_BODY = { 'content-type': 'application/json' };
const LIST: Probe = { name: 'list', path: `/rules${WORKSPACE}?page_size=20`, minRatio: 5 };
const probes: Probe[] = [
  LIST,
  { name: 'list, different queries', path: `/rules${WORKSPACE}?rule_name=n{n}`, minRatio: 3 },
  { name: 'one record', path: `/rules${WORKSPACE}/r1` },
  {
    name: 'create',
    path: `/eval/agent-evaluations${WORKSPACE}`,
    method: 'POST',
    body: JSON.stringify(EVALUATION),
    headers: JSON_BODY,
    minRatio: 3,
  },
  {
    name: 'create, invalid',
    path: `/eval/agent-evaluations${WORKSPACE}`,
    method: 'POST',
    body: '{"agent_id":3}',
    headers: JSON_BODY,
  },
];

/** A measured server. */
interface Target {
  name: string;
  url: string;
  process: ChildProcess;
  /** From the start of the process to its first response, in milliseconds. */
  startMs: number;
}

const started = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts a server and waits for its first response to the list. */
async function start(name: string, basePath: string, spawnOn: (port: string) => ChildProcess): Promise<Target> {
  const port = String(await freePort());
  const begin = performance.now();
  const child = spawnOn(port);
  started.add(child);
  const url = `http://127.0.0.1:${port}${basePath}`;
  for await (const _ of setInterval(POLL_MS)) {
    if (performance.now() - begin > START_TIMEOUT_MS) break;
    if (child.exitCode !== null) throw new Error(`${name} ended with status ${child.exitCode}.`);
    const response = await fetch(`${url}${LIST.path}`, { headers: TOKEN }).catch(() => undefined);
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
  const { name: _, minRatio: __, path, ...request } = probe;
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

/** Returns the requests per second of each target, measured alternately. */
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
 * Returns the rate of a target, in requests per second and as a share of another target's rate. Both are measured in short,
 * alternating turns, so that other programs affect both equally. The median counts.
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

/** Calls a function repeatedly for the duration of a measurement, and returns the calls per second. */
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
 * Returns the calls per second of the mock's fetch function in this process, including reading the body, and those of
 * a platform response with the same body, which a mock without a custom response class would create for each call.
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
function writeLargeContract(): string {
  const document = readContract();
  const renameOperations = (item: object, suffix: number) =>
    JSON.parse(JSON.stringify(item), (key, value) => (key === 'operationId' ? `${value}${suffix}` : value));
  const paths = document.paths ?? {};
  for (const [path, item] of Object.entries(paths)) {
    for (let copy = 1; copy < COPIES; copy++) paths[`/copy${copy}${path}`] = renameOperations(item, copy);
  }
  const file = join(temporaryFolder(), 'large.json');
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

const formatInteger = (value: number) => Math.round(value).toLocaleString('en');

/** A row of the table. */
interface Figure {
  subject: string;
  mock: number;
  prism?: number;
  ratio?: number;
  /** The maximum value of the mock, or the minimum ratio. */
  limit?: { max: number } | { minRatio: number };
}

/** Measures the mock and plain Prism. */
export async function measure(): Promise<Result> {
  const figures = [
    await measureStarts(),
    ...(await measureRequests()),
    await measureLargeContract(),
    ...(await measureGrowth()),
  ];
  const list = figures.find(({ subject }) => subject === toSubject(LIST));
  return {
    description: `The mock, and \`prism mock -v error\` of @stoplight/prism-cli ${prismVersion}, run in separate processes, with ${CONNECTIONS} connections each.
Ratios are mock to Prism unless the row says otherwise.`,
    table: {
      columns: ['', 'Mock', 'Prism', 'Ratio', 'Limit'],
      rows: figures.map(({ subject, mock, prism, ratio, limit }) => [
        subject,
        formatInteger(mock),
        prism === undefined ? '' : formatInteger(prism),
        ratio === undefined ? '' : ratio.toFixed(2),
        limit === undefined ? '' : describeLimit(limit),
      ]),
    },
    notes: [],
    missed: figures.filter(isMissed).map(({ subject, limit }) => `${subject}: ${limit ? describeLimit(limit) : ''}.`),
    headline: {
      value: `${list?.ratio?.toFixed(1)} ×`,
      meaning: `the requests per second of plain Prism, for a list of 20 rules (${formatInteger(list?.mock ?? 0)} and ${formatInteger(list?.prism ?? 0)})`,
    },
  };
}

function describeLimit(limit: NonNullable<Figure['limit']>): string {
  return 'max' in limit ? `≤ ${limit.max}` : `ratio ≥ ${limit.minRatio}`;
}

function isMissed({ mock, ratio, limit }: Figure): boolean {
  if (!limit) return false;
  return 'max' in limit ? mock > limit.max : !((ratio ?? 0) >= limit.minRatio);
}

function toSubject({ name }: Probe): string {
  return `${name}, requests/s`;
}

const startMock = (...more: string[]) =>
  start('The mock', BASE_PATH, (port) =>
    spawn(process.execPath, [mockCli, '--quiet', '--port', port, ...more], { stdio: STDIO }),
  );
const startPrism = () =>
  start('Prism', '', (port) => spawnPlainPrism(contractFile, ['-v', 'error', '-p', port], STDIO));

async function measureStarts(): Promise<Figure> {
  process.stderr.write('starts\n');
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
  return {
    subject: 'start to first response, ms',
    mock: mockStart,
    prism: prismStart,
    ratio: mockStart / prismStart,
    limit: { max: MAX_START_MS },
  };
}

async function measureRequests(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const mock = await startMock();
  const prism = await startPrism();
  for (const probe of probes) {
    process.stderr.write(`${probe.name}\n`);
    const [mockRate = 0, prismRate = 0] = await compare([mock, prism], probe);
    const { minRatio } = probe;
    figures.push({
      subject: toSubject(probe),
      mock: mockRate,
      prism: prismRate,
      ratio: mockRate / prismRate,
      ...(minRatio !== undefined && { limit: { minRatio } }),
    });
    if (probe === LIST) {
      const { fetch, response } = await measureInProcess(probe);
      figures.push({
        subject: 'list by `mock.fetch`, calls/s; ratio to HTTP',
        mock: fetch,
        ratio: fetch / mockRate,
        limit: { minRatio: 3 },
      });
      figures.push({ subject: 'only a `Response` and its text, calls/s', mock: response });
    }
  }
  await stop(prism);
  await stop(mock);
  return figures;
}

/** Compares the contract with one that has many times the operations. */
async function measureLargeContract(): Promise<Figure> {
  process.stderr.write('large contract\n');
  // Both are fresh and have read their contract from a file.
  const large = await startMock('--contract', writeLargeContract());
  const plain = await startMock('--contract', contractFile);
  const { rate, share } = await measureShare(large, plain, LIST);
  await stop(large);
  await stop(plain);
  return {
    subject: `list with ${COPIES} times the operations, requests/s; ratio to the contract itself`,
    mock: rate,
    ratio: share,
    limit: { minRatio: 0.97 },
  };
}

async function measureGrowth(): Promise<Figure[]> {
  const figures: Figure[] = [];
  process.stderr.write('memory\n');
  const fresh = await startMock();
  for (const requests of [0, MEMORY_REQUESTS, 2 * MEMORY_REQUESTS]) {
    if (requests > 0) await load(fresh, LIST, { amount: MEMORY_REQUESTS });
    figures.push({
      subject: `memory after ${requests.toLocaleString('en')} requests, MB`,
      mock: measureMemory(fresh),
      limit: { max: MAX_MEMORY_MB },
    });
  }
  await stop(fresh);
  return figures;
}
