/**
 * `npm run bench:service`: how fast the service is on PostgreSQL, with a bare handler that runs the same statements beside it
 * in the same run. `--quick` takes a twentieth of the records; `--profile <folder>` writes a profile of the service.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { View, ViewExport } from '@aispm/types';
import pg from 'pg';
import { BASE_PATH } from '../src/contract/contract.ts';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { postgres } from '../src/database/postgres.ts';
import { createKey } from '../src/keys/store.ts';
import { startPostgres } from '../test/databases/postgres-server.ts';
import { latency, load, median, report, type Slice } from './load.ts';
import { type Running, startBare, startService } from './processes.ts';
import { recordStatements } from './record.ts';
import { type Scale, seed, WINDOW, WORKSPACE } from './seed.ts';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, profile: { type: 'string' } },
});
const SCALE: Scale = options.quick
  ? { objects: 10_000, occurrences: 50_000, interactions: 1_000_000 }
  : { objects: 100_000, occurrences: 1_000_000, interactions: 10_000_000 };
const [ROUNDS, SLICE_S, WARM_UP_S] = options.quick ? [2, 2, 1] : [4, 5, 3];
const POOL_SIZE = 10;
const STARTS = 3;
const BATCH = 100;
/** The page whose cost is compared with that of the first. */
const FAR_PAGE = { number: options.quick ? 500 : 10_000, size: 50 };

const T = `tenants/${WORKSPACE.tenantId}/workspaces/${WORKSPACE.workspaceId}`;
const path = (rest: string) => `${BASE_PATH}/${rest}`;
const window = new URLSearchParams(WINDOW);

/** Requests that the yardstick answers as well. */
const PROBES = [
  {
    name: 'get an occurrence by id',
    url: path(`fine-grained-issues/${T}/{id}`),
    ids: occurrenceIds(200),
    least: 4_000,
  },
  { name: 'list of 50 occurrences', url: path(`fine-grained-issues/${T}?page_size=50`), least: 1_500 },
  { name: 'list of 50 agents', url: path(`aispm-agents/${T}?page_size=50`), least: 1_500 },
  { name: 'counts over 31 days', url: path(`aispm-llm-interactions-dash/${T}/counts?${window}`), mostMs: 20 },
  { name: 'dashboard', url: path('aispm-dashboard'), mostMs: 50 },
] as const;
type Probe = { name: string; url: string; ids?: readonly string[]; least?: number; mostMs?: number };

interface Line {
  figure: string;
  service: string;
  bare: string;
  ratio: string;
  wanted: string;
  holds: boolean;
}
const lines: Line[] = [];

const folder = mkdtempSync(join(tmpdir(), 'aispm-service-bench-'));
const closing: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
try {
  await run();
} finally {
  for (const close of closing.reverse()) await close();
}

async function run(): Promise<void> {
  const server = await startPostgres(folder, {
    shared_buffers: '1GB',
    effective_cache_size: '4GB',
    random_page_cost: '1.1',
    max_wal_size: '8GB',
    checkpoint_timeout: '30min',
    max_connections: '60',
    jit: 'off',
  });
  closing.push(() => server.stop());
  const client = new pg.Client({ connectionString: `${server.url}/postgres` });
  await client.connect();
  await client.query('CREATE DATABASE bench');
  await client.end();
  const url = `${server.url}/bench`;
  const database = openDatabase(postgres({ url, poolSize: 1, statementTimeoutMs: 0 }));
  await migrate(database);
  const began = performance.now();
  await seed(database, SCALE);
  const token = await createKey(database, { workspaces: [WORKSPACE] });
  await database.close();
  say(`Seeded in ${Math.round((performance.now() - began) / 1000)} s.`);

  const environment = { DATABASE_URL: url, DATABASE_POOL_SIZE: String(POOL_SIZE) };
  await measureStarts(environment);
  const service = await startService(environment, options.profile);
  closing.push(() => service.stop());
  const idle = service.memory();
  const probes: readonly Probe[] = PROBES;
  const statements = await recordStatements(
    url,
    token,
    probes.map((probe) => pathsOf(probe)[0] as string),
  );
  const routes = probes.map((probe, index) => ({
    url: probe.url.replace('{id}', ':id').replace(/\?.*/, ''),
    statements: (statements[index] ?? []).map(({ text, values }) => ({
      text,
      values: values.map((value) => (value === probe.ids?.[0] ? '{id}' : value)),
    })),
  }));
  const bare = await startBare(url, POOL_SIZE, routes);
  closing.push(() => bare.stop());
  for (const probe of probes) await compare(probe, service, bare, token);
  await measureWalk(service, token);
  await measureIngestion(service, token);
  await measureExport(service, token);
  const memory = service.memory();
  add('memory after the load', `${memory.toFixed(0)} MB (${idle.toFixed(0)} at first)`, '< 300 MB', memory < 300);
  print();
}

async function measureStarts(environment: Record<string, string>): Promise<void> {
  const once = async (more: Record<string, string>) => {
    const service = await startService(more);
    await service.stop();
    return service.startMs;
  };
  const starts: number[] = [];
  for (let count = 0; count < STARTS; count += 1) starts.push(await once(environment));
  add('start, PostgreSQL', ms(median(starts)), '< 1 s', median(starts) < 1000);
  const embedded = { DATABASE_URL: '', DATA_DIR: join(folder, 'embedded/data') };
  const first = await once(embedded);
  const again: number[] = [];
  for (let count = 0; count < STARTS; count += 1) again.push(await once(embedded));
  add('start, embedded', `${ms(median(again))} (${ms(first)} with an empty folder)`, '< 4 s', median(again) < 4000);
}

/** Alternates slices of load on the service and the yardstick, so that whatever else the machine does falls on both. */
async function compare(probe: Probe, service: Running, bare: Running, token: string): Promise<void> {
  const paths = pathsOf(probe);
  const own: Slice[] = [];
  const other: Slice[] = [];
  for (const { origin } of [service, bare]) await load(origin, token, paths, WARM_UP_S);
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(await load(service.origin, token, paths, SLICE_S));
    other.push(await load(bare.origin, token, paths, SLICE_S));
  }
  const failures = [...own, ...other].reduce((sum, slice) => sum + slice.failures, 0);
  if (failures > 0) throw new Error(`${probe.name}: ${failures} requests failed.`);
  const [rate, bareRate] = [own, other].map((slices) => median(slices.map((slice) => slice.rate))) as [number, number];
  const [p99, bareP99] = [own, other].map((slices) => median(slices.map((slice) => slice.p99))) as [number, number];
  const ratio = rate / bareRate;
  const { least, mostMs } = probe;
  const alone = mostMs === undefined ? undefined : await latency(`${service.origin}${paths[0]}`, token, 60);
  const bareAlone = mostMs === undefined ? undefined : await latency(`${bare.origin}${paths[0]}`, token, 60);
  lines.push({
    figure: probe.name,
    service: `${rate.toFixed(0)}/s, p99 ${ms(p99)}${alone === undefined ? '' : `, alone ${ms(alone)}`}`,
    bare: `${bareRate.toFixed(0)}/s, p99 ${ms(bareP99)}${bareAlone === undefined ? '' : `, alone ${ms(bareAlone)}`}`,
    ratio: ratio.toFixed(2),
    wanted: least === undefined ? `alone < ${mostMs} ms, ratio ≥ 0.5` : `≥ ${least}/s, p99 < 50 ms, ratio ≥ 0.5`,
    holds: ratio >= 0.5 && (least === undefined ? (alone ?? 0) < (mostMs ?? 0) : rate >= least && p99 < 50),
  });
  say(JSON.stringify(lines.at(-1)));
}

/** Walks to a far page, and compares what it costs with the first one. */
async function measureWalk(service: Running, token: string): Promise<void> {
  const list = `${service.origin}${path(`fine-grained-issues/${T}`)}`;
  let cursor = '';
  for (let read = 0; read < (FAR_PAGE.number - 1) * FAR_PAGE.size; read += 100) {
    const response = await fetch(`${list}?page_size=100${cursor && `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    ({ cursor } = (await response.json()) as { cursor: string });
    if (!cursor) throw new Error(`The walk was answered with ${response.status} after ${read} records.`);
  }
  const [near, far]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    near.push(await latency(`${list}?page_size=${FAR_PAGE.size}`, token, 50));
    far.push(await latency(`${list}?page_size=${FAR_PAGE.size}&cursor=${cursor}`, token, 50));
  }
  const [first, last] = [median(near), median(far)];
  const times = (last / first).toFixed(2);
  const text = `${ms(last)}, page 1 ${ms(first)}: × ${times}`;
  add(`page ${FAR_PAGE.number} of a walk, p50`, text, '≤ 1.5 × page 1', last <= 1.5 * first);
}

async function measureIngestion(service: Running, token: string): Promise<void> {
  let sent = 0;
  const makeBody = () => {
    const interactions = Array.from({ length: BATCH }, () => {
      sent += 1;
      return interaction(sent);
    });
    return JSON.stringify({ interactions });
  };
  const at = path(`aispm-llm-interactions/${T}`);
  await report(service.origin, token, at, makeBody, WARM_UP_S);
  const slice = await report(service.origin, token, at, makeBody, SLICE_S * ROUNDS);
  if (slice.failures > 0) throw new Error(`${slice.failures} batches failed.`);
  const rate = slice.rate * BATCH;
  add('ingest', `${rate.toFixed(0)} interactions/s, p99 ${ms(slice.p99)} a batch`, '≥ 5000/s', rate >= 5000);
}

/** Exports all occurrences and downloads both files; the memory is the most that the process had meanwhile. */
async function measureExport(service: Running, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (method: string, at: string, body?: object) => {
    const content = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
    const response = await fetch(`${service.origin}${path(at)}`, { method, headers, ...content });
    if (!response.ok) throw new Error(`${method} ${at} was answered with ${response.status}.`);
    return response;
  };
  let memory = service.memory();
  const watch = setInterval(() => {
    memory = Math.max(memory, service.memory());
  }, 100);
  const before = memory;
  const view = await ask('POST', 'views', { name: 'all', entity: 'fine_grained_issues' });
  const { id } = (await view.json()) as View;
  const began = performance.now();
  let state = (await (await ask('POST', `views/${id}/export`)).json()) as ViewExport;
  while (['queued', 'running'].includes(state.export_status)) {
    await setTimeout(100);
    const found = await ask('GET', `views/${id}/export/${state.export_workflow_id}`);
    state = (await found.json()) as ViewExport;
  }
  if (state.export_status !== 'completed') throw new Error(`The export ended as ${state.export_status}.`);
  const rate = SCALE.occurrences / ((performance.now() - began) / 1000);
  for (const format of ['csv', 'ndjson']) {
    const { body } = await ask('GET', `${state.export_path.slice(1)}?format=${format}`);
    let lines = 0;
    for await (const chunk of body ?? []) for (const byte of chunk) if (byte === 10) lines += 1;
    const expected = SCALE.occurrences + Number(format === 'csv');
    if (lines !== expected) throw new Error(`The ${format} file has ${lines} lines, not ${expected}.`);
  }
  clearInterval(watch);
  const text = `${rate.toFixed(0)} rows/s, memory ${memory.toFixed(0)} MB (${before.toFixed(0)} before)`;
  add(`export of ${SCALE.occurrences} occurrences`, text, 'all rows, < 300 MB', memory < 300);
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

function pathsOf({ url, ids }: Probe): string[] {
  return ids ? ids.map((id) => url.replace('{id}', id)) : [url];
}

/** Records from all over the table. */
function occurrenceIds(count: number): string[] {
  const step = Math.floor(SCALE.occurrences / count);
  return Array.from({ length: count }, (_, index) => `occurrence-${String(index * step).padStart(8, '0')}`);
}

function add(figure: string, service: string, wanted: string, holds: boolean): void {
  lines.push({ figure, service, bare: '', ratio: '', wanted, holds });
  say(`${figure}: ${service}`);
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function print(): void {
  const { objects, occurrences, interactions } = SCALE;
  const processors = cpus();
  const machine = `${processors.length} × ${processors[0]?.model}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}`;
  const rows = `${objects} objects, ${occurrences} occurrences, ${interactions} interactions counted by the hour`;
  const table = [
    ['', 'service', 'bare Fastify + pg', 'ratio', 'wanted', ''],
    ...lines.map((line) => [
      line.figure,
      line.service,
      line.bare,
      line.ratio,
      line.wanted,
      line.holds ? 'holds' : 'MISSED',
    ]),
  ];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  const text = table.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  process.stdout.write(`${machine}\n${rows}\n\n${text.join('\n')}\n`);
  if (lines.some(({ holds }) => !holds)) process.exitCode = 1;
}
