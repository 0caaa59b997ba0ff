/**
 * Measures a scan of a realistic size, the same scan again without changes, and triage during both, on PostgreSQL and on the
 * embedded database. Compares scans of a small tenant with and without other tenants, and counts how many jobs of a tenant with a
 * long queue start before the scan of another tenant.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Issue, Scan, ScanDocument } from '@aispm/types';
import { sql } from 'kysely';
import { migrateDatabase } from '../../../apps/service/src/composition/database.ts';
import { createKey, ensureWorkspace } from '../../../apps/service/src/composition/workspaces.ts';
import { submitScan } from '../../../apps/service/src/domains/scans/documents/submit-scan.ts';
import { BASE_PATH } from '../../../apps/service/src/platform/contract/contract.ts';
import { type Database, openDatabase } from '../../../apps/service/src/platform/database/database.ts';
import type { Db } from '../../../apps/service/src/platform/database/dialect.ts';
import { embedded } from '../../../apps/service/src/platform/database/drivers/embedded.ts';
import { postgres } from '../../../apps/service/src/platform/database/drivers/postgres.ts';
import { createLargeDocument } from '../../../apps/service/test/histories/large-document.ts';
import { ScannedWorkspace } from '../../../apps/service/test/histories/scanned-workspace.ts';
import { fillCopies, SMALL_TENANT } from '../../../apps/service/test/scale/sample-copies.ts';
import type { Result } from '../report/result.ts';
import { median } from '../shared/median.ts';
import { temporaryFolder } from '../shared/temporary-folder.ts';
import { type BenchmarkServer, startServer } from './postgres.ts';
import { type Running, startService } from './processes.ts';
import { createDocument, createSmallDocument, SIZE } from './scan-document.ts';
import * as tenants from './tenants.ts';

/** Number of rounds, with fresh data. */
const ROUNDS = 3;
const WORKSPACE = { tenantId: 'bench', workspaceId: 'main' };
const T = 'tenants/bench/workspaces/main';
/** Clock ticks of processes per second, on Linux. */
const TICKS = 100;
/** Time between two triage requests, in milliseconds. */
const PAUSE_MS = 20;
/** Number of agents in the documents of the small tenant, and of targets of each size. */
const AGENTS = [3, 40];
const TARGETS = 7;
/** Number of queued scans of a large tenant, divided among its workspaces. */
const QUEUED = 2_000;
const QUEUED_WORKSPACES = 4;
/** Number of sequential scans of another tenant, and maximum number of the large tenant's scans that start before each. */
const PROBES = 10;
const MAX_BEFORE = 2;

/** A scan with concurrent triage. */
interface Measured {
  /** From submission to completion, in milliseconds. */
  scan: number;
  /** Processor time of the service and of PostgreSQL during the scan, in milliseconds, which depends less on other load. */
  cpu: number;
  /** Durations of the changes of issues and of objects, in milliseconds. */
  triage: number[];
}

type Kind = 'postgres' | 'embedded';
const KINDS: readonly Kind[] = ['postgres', 'embedded'];

let server: BenchmarkServer | undefined;

/** Measures both databases. */
export async function measure(): Promise<Result> {
  const rows: string[][] = [];
  const variants: tenants.Comparison[] = [];
  try {
    for (const kind of KINDS) rows.push(...(await measureDatabase(kind)));
    variants.push(await compareTenants(await useServer()), await measureTurns(await useServer()));
  } finally {
    await server?.stop();
  }
  const { agents, tools, servers, locations, edges, occurrences } = SIZE;
  return {
    description: `A scan document of ${agents} agents, ${tools} tools, ${servers} MCP servers, ${locations} locations, ${edges} relations and ${occurrences}
occurrences; and consecutive changes to issues and labels in the meantime, with pauses of ${PAUSE_MS} ms. Times of scans are medians of ${ROUNDS} rounds.`,
    table: {
      columns: ['', 'Time, s', 'Processor time, s', 'Changes', 'p50, ms', 'p99, ms', 'Longest, ms'],
      rows,
    },
    variants,
    notes: [],
    missed: variants.flatMap(({ missed }) => missed),
  };
}

async function useServer(): Promise<BenchmarkServer> {
  server ??= await startServer({ shared_buffers: '512MB', max_wal_size: '4GB' });
  return server;
}

/** Compares scans of a tenant that has grown since the tables were analyzed with those of a tenant in the statistics. */
async function compareTenants(on: BenchmarkServer): Promise<tenants.Comparison> {
  process.stderr.write('50 tenants\n');
  const urls = await tenants.createSides(on, 'scans', (database, others) => fillCopies(database, tenants.SIZE, others));
  const databases = urls.map(tenants.openSide);
  const compared = new Map<string, tenants.Costs>();
  for (const state of [', after it has grown', '']) {
    for (const agents of AGENTS) {
      for (let target = 0; target < TARGETS; target += 1) {
        const document = createLargeDocument(`${agents}-${target}${state}`, agents);
        for (const kind of ['first', 'unchanged', 'unchanged', 'unchanged']) {
          const name = `${kind} scan of ${agents} agents${state}`;
          const costs = compared.get(name) ?? [[], []];
          compared.set(name, costs);
          for (const [side, database] of databases.entries()) {
            const workspace = new ScannedWorkspace(database, SMALL_TENANT);
            const cost = await tenants.measureOnce(database, () => workspace.scan(document, new Date().toISOString()));
            costs[side]?.push(cost);
          }
        }
      }
    }
    for (const database of databases) await database.system((_, connection) => connection.execute('VACUUM ANALYZE'));
  }
  for (const database of databases) await database.close();
  const population = `${tenants.POPULATION} It scans ${TARGETS} targets of each size, each four times; "after it has grown": it had a tenth of its data
when the tables were analyzed.`;
  return tenants.describeTenants('Scan', population, compared);
}

/** Counts the scans of a tenant with a long queue that start between submission and start of another tenant's scans. */
async function measureTurns(on: BenchmarkServer): Promise<tenants.Comparison> {
  process.stderr.write('a tenant next to a long queue\n');
  const url = await on.createDatabase('scans_turns');
  const database = tenants.openSide(url);
  await migrateDatabase(database);
  await queueScans(database);
  const token = await createKey(database, { workspaces: [WORKSPACE] });
  const service = await startService({ DATABASE_URL: url });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const starts: Start[] = [];
  try {
    for (let number = 0; number < PROBES; number += 1) {
      const body = JSON.stringify(createSmallDocument(`probe-${number}`));
      const response = await fetch(`${service.origin}${BASE_PATH}/scans/${T}`, { method: 'POST', headers, body });
      const { scan_id } = (await response.json()) as Scan;
      let start: Start | undefined;
      while (!start) {
        await setTimeout(10);
        start = await database.system((db) => findStart(db, scan_id));
      }
      starts.push(start);
    }
  } finally {
    await service.stop();
    await database.close();
  }
  const of = (key: keyof Start) => starts.map((start) => start[key]);
  const row = (name: string, key: keyof Start, limit: string) => [
    name,
    median(of(key)).toFixed(0),
    Math.max(...of(key)).toFixed(0),
    limit,
  ];
  const most = Math.max(...of('before'));
  return {
    description: `${QUEUED.toLocaleString('en')} queued scans of one tenant, in ${QUEUED_WORKSPACES} workspaces, and ${PROBES} scans of another one, each submitted when the
previous one has started. After the last one, ${Math.min(...of('queued')).toLocaleString('en')} of the first tenant are still waiting.`,
    table: {
      columns: ['', 'Median', 'Maximum', 'Limit'],
      rows: [
        row('scans of the first tenant that start earlier', 'before', `≤ ${MAX_BEFORE}`),
        row('time until the scan of the other tenant starts, ms', 'waited', ''),
        row('time of a scan of the first tenant, ms', 'job', ''),
      ],
    },
    missed: most > MAX_BEFORE ? [`${most} scans of the first tenant start before one of the other tenant.`] : [],
  };
}

/** Queues scans of a tenant: one per workspace with a request, and copies of it. */
async function queueScans(database: Database): Promise<void> {
  for (let number = 0; number < QUEUED_WORKSPACES; number += 1) {
    const workspace = { tenantId: 'large', workspaceId: `main-${number}` };
    await ensureWorkspace(database, workspace);
    await database.scoped({ ...workspace, userId: '' }, (session) =>
      session.transaction().execute((db) => submitScan(db, workspace, createSmallDocument('queued'))),
    );
  }
  await database.system(async (db) => {
    const copies = sql`generate_series(2, ${QUEUED / QUEUED_WORKSPACES}::integer) AS n`;
    await sql`
      INSERT INTO scans (tenant_id, workspace_id, scan_id, scan_target_id, scan_type, trigger, status, target, tool_name, tool_version, document)
      SELECT tenant_id, workspace_id, scan_id || n, scan_target_id, scan_type, trigger, status, target, tool_name, tool_version, document
      FROM scans CROSS JOIN ${copies}`.execute(db);
    await sql`
      INSERT INTO scan_document_parts (tenant_id, workspace_id, scan_id, list, part, items)
      SELECT tenant_id, workspace_id, scan_id || n, list, part, items FROM scan_document_parts CROSS JOIN ${copies}`.execute(
      db,
    );
  });
}

/** The number of scans of the tenant with the long queue that started since the submission, and that still wait. */
interface Start {
  before: number;
  queued: number;
  /** Milliseconds since the submission, and of a scan of the other tenant at that time. */
  waited: number;
  job: number;
}

/** Returns the start of a scan; undefined before it starts. */
async function findStart(db: Db, scanId: string): Promise<Start | undefined> {
  const ms = (from: string, to: string) => sql.raw(`extract(epoch FROM ${to} - ${from})::double precision * 1000`);
  const { rows } = await sql<Start>`
    SELECT (SELECT count(*) FROM scans WHERE tenant_id = 'large' AND started_at BETWEEN own.created_at AND own.started_at) AS before,
      (SELECT count(*) FROM scans WHERE tenant_id = 'large' AND status = 'queued') AS queued,
      ${ms('own.created_at', 'own.started_at')} AS waited,
      (SELECT ${ms('started_at', 'finished_at')} FROM scans WHERE tenant_id = 'large' ORDER BY finished_at DESC NULLS LAST LIMIT 1) AS job
    FROM scans AS own WHERE tenant_id = ${WORKSPACE.tenantId} AND scan_id = ${scanId} AND started_at IS NOT NULL`.execute(
    db,
  );
  return rows[0];
}

/** Returns a row for the first scan, and one for the unchanged scan. */
async function measureDatabase(kind: Kind): Promise<string[][]> {
  const rounds: Record<'first' | 'again', Measured>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    process.stderr.write(`${kind}, round ${round + 1} of ${ROUNDS}\n`);
    const { settings, token } = await createDatabase(kind, round);
    const service = await startService(settings);
    try {
      rounds.push(await measureRound(service, token));
    } finally {
      await service.stop();
    }
  }
  return (
    [
      ['first', 'first scan'],
      ['again', 'unchanged scan'],
    ] as const
  ).map(([name, title]) => {
    const measured = rounds.map((round) => round[name]);
    const triage = measured.flatMap((one) => one.triage).toSorted((a, b) => a - b);
    const at = (part: number) =>
      (triage[Math.min(Math.floor(triage.length * part), triage.length - 1)] ?? Number.NaN).toFixed(0);
    const seconds = (key: 'scan' | 'cpu') => (median(measured.map((one) => one[key])) / 1000).toFixed(2);
    const subject = `${kind === 'postgres' ? 'PostgreSQL' : 'embedded database'}, ${title}`;
    return [subject, seconds('scan'), seconds('cpu'), String(triage.length), at(0.5), at(0.99), at(1)];
  });
}

async function createDatabase(kind: Kind, round: number): Promise<{ settings: Record<string, string>; token: string }> {
  const settings: Record<string, string> = { DATABASE_URL: '', DATA_DIR: join(temporaryFolder(), 'embedded/data') };
  if (kind === 'postgres') {
    settings.DATABASE_URL = await (await useServer()).createDatabase(`scans_${round}`);
  }
  const connector =
    kind === 'postgres'
      ? postgres({ url: String(settings.DATABASE_URL), poolSize: 1, statementTimeoutMs: 0 })
      : embedded({ folder: String(settings.DATA_DIR) });
  const database = openDatabase(connector);
  await migrateDatabase(database);
  const token = await createKey(database, { workspaces: [WORKSPACE] });
  await database.close();
  return { settings, token };
}

async function measureRound(service: Running, token: string): Promise<Record<'first' | 'again', Measured>> {
  /** Sends a request, and retries it if the service is too busy. Returns the time until it succeeds. */
  const call = async <R>(method: string, path: string, body?: object): Promise<R> => {
    const response = await fetch(`${service.origin}${BASE_PATH}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.status === 503) {
      await response.arrayBuffer();
      await setTimeout(1000 * Number(response.headers.get('retry-after')));
      return call(method, path, body);
    }
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return response.json() as Promise<R>;
  };
  const scan = async (document: ScanDocument): Promise<void> => {
    const { scan_id } = await call<Scan>('POST', `scans/${T}`, document);
    for (;;) {
      const { status } = await call<Scan>('GET', `scans/${T}/${scan_id}`);
      if (status === 'completed') return;
      if (status === 'failed' || status === 'cancelled') throw new Error(`The scan is ${status}.`);
      await setTimeout(10);
    }
  };
  /** Scans while issues and agents are changed sequentially. */
  const measureScan = async (document: ScanDocument): Promise<Measured> => {
    const { items: issues } = await call<{ items: Issue[] }>('GET', `issues/${T}?page_size=20`);
    const agents = await call<{ items: { aispm_object_id: string }[] }>('GET', `aispm-agents/${T}?page_size=10`);
    const triage: number[] = [];
    let isDone = false;
    const change = async () => {
      for (let number = 0; !isDone; number += 1) {
        const startedAt = performance.now();
        const issue = issues[Math.floor(number / 3) % issues.length];
        const agent = agents.items[number % agents.items.length];
        if (number % 3 === 0) {
          await call('PATCH', `issues/${T}/${issue?.issue_id}`, {
            status: 'suppressed',
            status_reason: 'false_positive',
          });
        } else if (number % 3 === 1)
          await call('PATCH', `issues/${T}/${issue?.issue_id}`, { status: 'open', assignee: 'ann' });
        else await call('PATCH', `aispm-agents/${T}/${agent?.aispm_object_id}`, { labels: { round: String(number) } });
        triage.push(performance.now() - startedAt);
        await setTimeout(PAUSE_MS);
      }
    };
    const changing = change();
    const [cpu, startedAt] = [readCpu(service), performance.now()];
    await scan(document).finally(() => {
      isDone = true;
    });
    const measured = { scan: performance.now() - startedAt, cpu: readCpu(service) - cpu, triage };
    await changing;
    return measured;
  };
  await scan(createSmallDocument('small'));
  const first = await measureScan(createDocument('large'));
  const again = await measureScan(createDocument('large'));
  return { first, again };
}

/** Returns the processor time of the service and of all PostgreSQL processes, in milliseconds. */
function readCpu({ pid }: Running): number {
  const parent = server && String(server.pid);
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const ticks = processes.map((name) => {
    const fields = readProcess(name);
    if (name === parent) return sum(fields.slice(11, 15));
    return name === String(pid) || fields[1] === parent ? sum(fields.slice(11, 13)) : 0;
  });
  return (sum(ticks.map(String)) * 1000) / TICKS;
}

/** Reads the fields of a process after its name: state, parent, ...; none when it has ended. */
function readProcess(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
}

function sum(values: readonly string[]): number {
  return values.reduce((total, value) => total + Number(value), 0);
}
