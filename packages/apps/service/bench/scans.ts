/**
 * `npm run bench:scans`: measures a scan of a realistic size, its unchanged repetition, and triage while each is processed; on
 * PostgreSQL and on the embedded database. `--rounds <n>` repeats each with fresh data, `--database <kind>` limits it to one,
 * `--statements <file>` writes the log of PostgreSQL with the duration of each statement, `--profile <folder>` a CPU profile.
 */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Issue, Scan, ScanDocument } from '@aispm/types';
import pg from 'pg';
import { migrateDatabase } from '../src/composition/database.ts';
import { createKey } from '../src/composition/workspaces.ts';
import { BASE_PATH } from '../src/platform/contract/contract.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { embedded } from '../src/platform/database/embedded.ts';
import { postgres } from '../src/platform/database/postgres.ts';
import { type PostgresServer, startPostgres } from '../test/databases/postgres-server.ts';
import { median } from './load.ts';
import { type Running, startService } from './processes.ts';
import { createDocument, createSmallDocument } from './scan-document.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    database: { type: 'string' },
    statements: { type: 'string' },
    profile: { type: 'string' },
  },
});
const WORKSPACE = { tenantId: 'bench', workspaceId: 'main' };
const T = 'tenants/bench/workspaces/main';
/** Ticks of the clock of processes in a second, on Linux. */
const TICKS = 100;
/** Time between two requests of triage, in milliseconds. */
const PAUSE_MS = 20;

/** One scan with triage beside it. */
interface Measured {
  /** From the submission until the scan was completed, in milliseconds. */
  scan: number;
  /** Processor time of the service and of PostgreSQL meanwhile, in milliseconds: it depends less on other load. */
  cpu: number;
  /** Durations of the changes of issues and of objects, in milliseconds. */
  triage: number[];
}

type Kind = 'postgres' | 'embedded';
const KINDS: readonly Kind[] = ['postgres', 'embedded'];

const folder = mkdtempSync(join(tmpdir(), 'aispm-scans-bench-'));
let server: PostgresServer | undefined;
try {
  for (const kind of KINDS.filter((name) => options.database === undefined || name === options.database)) {
    await measureDatabase(kind);
  }
} finally {
  await server?.stop();
  if (options.statements !== undefined) copyFileSync(join(folder, 'postgres.log'), options.statements);
  rmSync(folder, { recursive: true, force: true });
}

async function measureDatabase(kind: Kind): Promise<void> {
  const rounds: Record<'first' | 'again', Measured>[] = [];
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const environment = await createDatabase(kind, round);
    const service = await startService(environment.settings, options.profile);
    try {
      rounds.push(await measureRound(service, environment.token));
    } finally {
      await service.stop();
    }
    process.stderr.write(`${kind}, round ${round + 1} of ${options.rounds}\n`);
  }
  for (const [name, title] of [
    ['first', 'first scan'],
    ['again', 'unchanged scan'],
  ] as const) {
    const measured = rounds.map((round) => round[name]);
    const triage = measured.flatMap((one) => one.triage).toSorted((a, b) => a - b);
    const at = (part: number) =>
      (triage[Math.min(Math.floor(triage.length * part), triage.length - 1)] ?? Number.NaN).toFixed(0);
    const times = (key: 'scan' | 'cpu') => measured.map((one) => (one[key] / 1000).toFixed(2)).join(', ');
    console.log(
      `${kind}, ${title}: median ${(median(measured.map(({ scan }) => scan)) / 1000).toFixed(2)} s (${times('scan')}); ` +
        `processors ${times('cpu')} s; ${triage.length} changes, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
    );
  }
}

async function createDatabase(kind: Kind, round: number): Promise<{ settings: Record<string, string>; token: string }> {
  const settings: Record<string, string> = { DATABASE_URL: '', DATA_DIR: join(folder, `embedded-${round}`, 'data') };
  if (kind === 'postgres') {
    const logged =
      options.statements === undefined ? {} : { log_min_duration_statement: '5', log_line_prefix: "'%m %p '" };
    server ??= await startPostgres(folder, { shared_buffers: '512MB', max_wal_size: '4GB', ...logged });
    const client = new pg.Client({ connectionString: `${server.url}/postgres` });
    await client.connect();
    await client.query(`CREATE DATABASE scans_${round}`);
    await client.end();
    settings.DATABASE_URL = `${server.url}/scans_${round}`;
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
  const call = async <R>(method: string, path: string, body?: object): Promise<R> => {
    const response = await fetch(`${service.origin}${BASE_PATH}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
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
  /** Scans while issues and agents are changed one after the other. */
  const measure = async (document: ScanDocument): Promise<Measured> => {
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
  const first = await measure(createDocument('large'));
  const again = await measure(createDocument('large'));
  return { first, again };
}

/** Returns the processor time that the service and the processes of PostgreSQL have used, in milliseconds. */
function readCpu({ pid }: Running): number {
  const parent = server && readFileSync(join(server.data, 'postmaster.pid'), 'utf8').split('\n')[0];
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
