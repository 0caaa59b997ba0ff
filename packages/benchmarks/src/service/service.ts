/** Measures the service on PostgreSQL and, in the same run, a baseline that runs the same statements. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { View, ViewExport } from '@aispm/types';
import { migrateDatabase } from '../../../apps/service/src/composition/database.ts';
import { createKey } from '../../../apps/service/src/composition/workspaces.ts';
import { BASE_PATH } from '../../../apps/service/src/platform/contract/contract.ts';
import { openDatabase } from '../../../apps/service/src/platform/database/database.ts';
import { postgres } from '../../../apps/service/src/platform/database/drivers/postgres.ts';
import { listReads } from '../../../apps/service/test/scale/reads.ts';
import { SMALL_TENANT } from '../../../apps/service/test/scale/sample-copies.ts';
import type { Result } from '../report/result.ts';
import { median } from '../shared/median.ts';
import { temporaryFolder } from '../shared/temporary-folder.ts';
import { latency, load, report, type Slice } from './load.ts';
import { type BenchmarkServer, startServer } from './postgres.ts';
import { type Running, startBare, startService } from './processes.ts';
import { recordStatements } from './record.ts';
import { type Scale, seed, WINDOW, WORKSPACE } from './seed.ts';
import {
  type Comparison,
  compareRequests,
  createSides,
  describeTenants,
  fillAnalyzedCopies,
  POPULATION,
} from './tenants.ts';

/** The amount of data and load. */
interface Size {
  scale: Scale;
  rounds: number;
  /** Seconds of a sample of load, and of the warmup. */
  slice: number;
  warmUp: number;
  /** Number of the page whose duration is compared with the first page. */
  farPage: number;
}

const SMALL: Size = {
  scale: { objects: 10_000, occurrences: 50_000, interactions: 1_000_000 },
  rounds: 2,
  slice: 2,
  warmUp: 1,
  farPage: 500,
};
const FULL: Size = {
  scale: { objects: 100_000, occurrences: 1_000_000, interactions: 10_000_000 },
  rounds: 4,
  slice: 5,
  warmUp: 3,
  farPage: 10_000,
};
const POOL_SIZE = 10;
const STARTS = 3;
const BATCH = 100;
const PAGE_SIZE = 50;

const T = `tenants/${WORKSPACE.tenantId}/workspaces/${WORKSPACE.workspaceId}`;
const path = (rest: string) => `${BASE_PATH}/${rest}`;
const window = new URLSearchParams(WINDOW);

/** A request that is also sent to the baseline. */
interface Probe {
  name: string;
  url: string;
  /** Number of occurrences whose ids replace `{id}` in turn. */
  ids?: number;
  minRate?: number;
  maxMs?: number;
}

const PROBES: readonly Probe[] = [
  {
    name: 'get an occurrence by id',
    url: path(`fine-grained-issues/${T}/{id}`),
    ids: 200,
    minRate: 4_000,
  },
  { name: 'list of 50 occurrences', url: path(`fine-grained-issues/${T}?page_size=50`), minRate: 1_500 },
  { name: 'list of 50 agents', url: path(`aispm-agents/${T}?page_size=50`), minRate: 1_500 },
  { name: 'counts over 31 days', url: path(`aispm-llm-interactions-dash/${T}/counts?${window}`), maxMs: 20 },
  { name: 'dashboard', url: path('aispm-dashboard'), maxMs: 50 },
];

interface Line {
  metric: string;
  service: string;
  bare: string;
  ratio: string;
  limit: string;
  isMet: boolean;
}

/** A process measures only once. */
let size = SMALL;
const lines: Line[] = [];
const closing: (() => Promise<unknown>)[] = [];

/** Measures a small amount of data or, with `--full`, the data of a large company, which takes many minutes. */
export async function measure([argument]: readonly string[]): Promise<Result> {
  if (argument !== undefined && argument !== '--full') throw new Error(`Pass --full or nothing, not "${argument}".`);
  if (argument === '--full') size = FULL;
  let tenants: Comparison;
  try {
    tenants = await compareTenants(await run());
  } finally {
    for (const close of closing.reverse()) await close();
  }
  const [objects, occurrences, interactions] = Object.values(size.scale).map((count) => count.toLocaleString('en'));
  return {
    description: `A database with ${objects} objects, ${occurrences} occurrences and ${interactions} interactions in hourly counts. The baseline is
just Fastify and pg, with the same statements in the same run. Ratios compare the rates.`,
    table: {
      columns: ['', 'Service', 'Fastify and pg', 'Ratio', 'Limit'],
      rows: lines.map(({ metric, service, bare, ratio, limit }) => [metric, service, bare, ratio, limit]),
    },
    variants: [tenants],
    notes: [],
    missed: [
      ...lines.filter(({ isMet }) => !isMet).map(({ metric, limit }) => `${metric}: ${limit}.`),
      ...tenants.missed,
    ],
  };
}

/** Compares all operations that read. */
async function compareTenants(server: BenchmarkServer): Promise<Comparison> {
  log('50 tenants');
  const urls = await createSides(server, 'service', fillAnalyzedCopies);
  const paths = new Map(listReads().map(({ operationId, path }) => [operationId, path]));
  return describeTenants('Request', POPULATION, await compareRequests(urls, SMALL_TENANT, paths, 101));
}

async function run(): Promise<BenchmarkServer> {
  const server = await startServer({
    shared_buffers: '1GB',
    effective_cache_size: '4GB',
    random_page_cost: '1.1',
    max_wal_size: '8GB',
    checkpoint_timeout: '30min',
    max_connections: '60',
    jit: 'off',
  });
  closing.push(() => server.stop());
  const url = await server.createDatabase('bench');
  const database = openDatabase(postgres({ url, poolSize: 1, statementTimeoutMs: 0 }));
  await migrateDatabase(database);
  const startedAt = performance.now();
  await seed(database, size.scale);
  const token = await createKey(database, { workspaces: [WORKSPACE] });
  await database.close();
  log(`Seeded in ${Math.round((performance.now() - startedAt) / 1000)} s.`);

  const environment = { DATABASE_URL: url, DATABASE_POOL_SIZE: String(POOL_SIZE) };
  await measureStarts(environment);
  const service = await startService(environment);
  closing.push(() => service.stop());
  const idle = service.memory();
  const statements = await recordStatements(
    url,
    token,
    PROBES.map((probe) => listPaths(probe)[0] as string),
  );
  const routes = PROBES.map((probe, index) => ({
    url: probe.url.replace('{id}', ':id').replace(/\?.*/, ''),
    statements: (statements[index] ?? []).map(({ text, values }) => ({
      text,
      values: values.map((value) =>
        probe.ids !== undefined && value === occurrenceIds(probe.ids)[0] ? '{id}' : value,
      ),
    })),
  }));
  const bare = await startBare(url, POOL_SIZE, routes);
  closing.push(() => bare.stop());
  for (const probe of PROBES) await compare(probe, service, bare, token);
  await measureFarPage(service, token);
  await measureIngestion(service, token);
  await measureExport(service, token);
  const memory = service.memory();
  addLine('memory after the load', `${memory.toFixed(0)} MB (${idle.toFixed(0)} at first)`, '< 300 MB', memory < 300);
  return server;
}

async function measureStarts(environment: Record<string, string>): Promise<void> {
  const once = async (more: Record<string, string>) => {
    const service = await startService(more);
    await service.stop();
    return service.startMs;
  };
  const starts: number[] = [];
  for (let count = 0; count < STARTS; count += 1) starts.push(await once(environment));
  addLine('start, PostgreSQL', ms(median(starts)), '< 1 s', median(starts) < 1000);
  const embedded = { DATABASE_URL: '', DATA_DIR: join(temporaryFolder(), 'embedded/data') };
  const first = await once(embedded);
  const again: number[] = [];
  for (let count = 0; count < STARTS; count += 1) again.push(await once(embedded));
  addLine('start, embedded', `${ms(median(again))} (${ms(first)} with an empty folder)`, '< 4 s', median(again) < 4000);
}

/** Alternates samples of load on the service and the baseline, so that other load on the machine affects both. */
async function compare(probe: Probe, service: Running, bare: Running, token: string): Promise<void> {
  const paths = listPaths(probe);
  const own: Slice[] = [];
  const other: Slice[] = [];
  for (const { origin } of [service, bare]) await load(origin, token, paths, size.warmUp);
  for (let round = 0; round < size.rounds; round += 1) {
    own.push(await load(service.origin, token, paths, size.slice));
    other.push(await load(bare.origin, token, paths, size.slice));
  }
  const failures = [...own, ...other].reduce((sum, slice) => sum + slice.failures, 0);
  if (failures > 0) throw new Error(`${probe.name}: ${failures} requests failed.`);
  const [rate, bareRate] = [own, other].map((slices) => median(slices.map((slice) => slice.rate))) as [number, number];
  const [p99, bareP99] = [own, other].map((slices) => median(slices.map((slice) => slice.p99))) as [number, number];
  const ratio = rate / bareRate;
  const { minRate, maxMs } = probe;
  const alone = maxMs === undefined ? undefined : await latency(`${service.origin}${paths[0]}`, token, 60);
  const bareAlone = maxMs === undefined ? undefined : await latency(`${bare.origin}${paths[0]}`, token, 60);
  lines.push({
    metric: probe.name,
    service: `${rate.toFixed(0)}/s, p99 ${ms(p99)}${alone === undefined ? '' : `, alone ${ms(alone)}`}`,
    bare: `${bareRate.toFixed(0)}/s, p99 ${ms(bareP99)}${bareAlone === undefined ? '' : `, alone ${ms(bareAlone)}`}`,
    ratio: ratio.toFixed(2),
    limit: minRate === undefined ? `alone < ${maxMs} ms, ratio ≥ 0.5` : `≥ ${minRate}/s, p99 < 50 ms, ratio ≥ 0.5`,
    isMet: ratio >= 0.5 && (minRate === undefined ? (alone ?? 0) < (maxMs ?? 0) : rate >= minRate && p99 < 50),
  });
  log(`${probe.name}: ${lines.at(-1)?.service}`);
}

/** Reads pages up to a late one, and compares its duration with the first page. */
async function measureFarPage(service: Running, token: string): Promise<void> {
  const list = `${service.origin}${path(`fine-grained-issues/${T}`)}`;
  let cursor = '';
  for (let read = 0; read < (size.farPage - 1) * PAGE_SIZE; read += 100) {
    const response = await fetch(`${list}?page_size=100${cursor && `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    ({ cursor } = (await response.json()) as { cursor: string });
    if (!cursor) throw new Error(`The service returned ${response.status} after ${read} records.`);
  }
  const [near, far]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    near.push(await latency(`${list}?page_size=${PAGE_SIZE}`, token, 50));
    far.push(await latency(`${list}?page_size=${PAGE_SIZE}&cursor=${cursor}`, token, 50));
  }
  const [first, last] = [median(near), median(far)];
  const times = (last / first).toFixed(2);
  const text = `${ms(last)}, page 1 ${ms(first)}: × ${times}`;
  addLine(`page ${size.farPage} of a list, p50`, text, '≤ 1.5 × page 1', last <= 1.5 * first);
}

async function measureIngestion(service: Running, token: string): Promise<void> {
  let sent = 0;
  const createBody = () => {
    const interactions = Array.from({ length: BATCH }, () => {
      sent += 1;
      return interaction(sent);
    });
    return JSON.stringify({ interactions });
  };
  const at = path(`aispm-llm-interactions/${T}`);
  await report(service.origin, token, at, createBody, size.warmUp);
  const slice = await report(service.origin, token, at, createBody, size.slice * size.rounds);
  if (slice.failures > 0) throw new Error(`${slice.failures} batches failed.`);
  const rate = slice.rate * BATCH;
  addLine('ingest', `${rate.toFixed(0)} interactions/s, p99 ${ms(slice.p99)} a batch`, '≥ 5000/s', rate >= 5000);
}

/** Exports all occurrences and downloads both files; the memory is the maximum of the process during that time. */
async function measureExport(service: Running, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const request = async (method: string, at: string, body?: object) => {
    const content = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
    const response = await fetch(`${service.origin}${path(at)}`, { method, headers, ...content });
    if (!response.ok) throw new Error(`${method} ${at} returned ${response.status}.`);
    return response;
  };
  let memory = service.memory();
  const timer = setInterval(() => {
    memory = Math.max(memory, service.memory());
  }, 100);
  const before = memory;
  const view = await request('POST', 'views', { name: 'all', entity: 'fine_grained_issues' });
  const { id } = (await view.json()) as View;
  const startedAt = performance.now();
  let state = (await (await request('POST', `views/${id}/export`)).json()) as ViewExport;
  while (['queued', 'running'].includes(state.export_status)) {
    await setTimeout(100);
    const current = await request('GET', `views/${id}/export/${state.export_workflow_id}`);
    state = (await current.json()) as ViewExport;
  }
  if (state.export_status !== 'completed') throw new Error(`The export ended as ${state.export_status}.`);
  const rate = size.scale.occurrences / ((performance.now() - startedAt) / 1000);
  for (const format of ['csv', 'ndjson']) {
    const { body } = await request('GET', `${state.export_path.slice(1)}?format=${format}`);
    let lines = 0;
    for await (const chunk of body ?? []) for (const byte of chunk) if (byte === 10) lines += 1;
    const expected = size.scale.occurrences + Number(format === 'csv');
    if (lines !== expected) throw new Error(`The ${format} file has ${lines} lines, not ${expected}.`);
  }
  clearInterval(timer);
  const text = `${rate.toFixed(0)} rows/s, memory ${memory.toFixed(0)} MB (${before.toFixed(0)} before)`;
  addLine(`export of ${size.scale.occurrences} occurrences`, text, 'all rows, < 300 MB', memory < 300);
}

/** A reported interaction with a few hundred bytes of content. */
function interaction(number: number) {
  const id = number.toString(16).padStart(16, '0');
  return {
    llm_interaction_id: `bench-${id}`,
    agent_id: `agent-${number % 100}`,
    session_id: `session-${number % 1000}`,
    trace_id: `${id}${id}`,
    span_id: id,
    operation_name: 'chat',
    provider_name: 'anthropic',
    request_model: 'claude-sonnet-4-5',
    input_tokens: 800 + (number % 100),
    output_tokens: number % 500,
    started_at: new Date(Date.parse('2026-11-01T00:00:00Z') + number * 250).toISOString(),
    finished_at: new Date(Date.parse('2026-11-01T00:00:02Z') + number * 250).toISOString(),
    input_messages: [{ role: 'user', parts: [{ type: 'text', content: 'Where is my shipment? '.repeat(10) }] }],
    guardrail_results: [
      {
        guardrail_id: 'g1',
        guardrail_name: 'Injection',
        target: 'llm_input',
        action: number % 10 ? 'allow' : 'alert',
        category: 'prompt_injection',
        score: 0.5,
        detected: number % 10 === 0,
      },
    ],
  };
}

function listPaths({ url, ids }: Probe): string[] {
  return ids === undefined ? [url] : occurrenceIds(ids).map((id) => url.replace('{id}', id));
}

/** Returns identifiers of occurrences throughout the table. */
function occurrenceIds(count: number): string[] {
  const step = Math.floor(size.scale.occurrences / count);
  return Array.from({ length: count }, (_, index) => `occurrence-${String(index * step).padStart(8, '0')}`);
}

function addLine(metric: string, service: string, limit: string, isMet: boolean): void {
  lines.push({ metric, service, bare: '', ratio: '', limit, isMet });
  log(`${metric}: ${service}`);
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
}

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}
