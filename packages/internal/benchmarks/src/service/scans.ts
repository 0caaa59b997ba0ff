/**
 * Measures a scan of a realistic size, its unchanged repetition, and triage while each is processed; on PostgreSQL and on the
 * embedded database.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Issue, Scan, ScanDocument } from '@aispm/types';
import { migrateDatabase } from '../../../../apps/service/src/composition/database.ts';
import { createKey } from '../../../../apps/service/src/composition/workspaces.ts';
import { BASE_PATH } from '../../../../apps/service/src/platform/contract/contract.ts';
import { openDatabase } from '../../../../apps/service/src/platform/database/database.ts';
import { embedded } from '../../../../apps/service/src/platform/database/embedded.ts';
import { postgres } from '../../../../apps/service/src/platform/database/postgres.ts';
import { median } from '../median.ts';
import type { Result } from '../report/result.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type BenchmarkServer, startServer } from './postgres.ts';
import { type Running, startService } from './processes.ts';
import { createDocument, createSmallDocument, SIZE } from './scan-document.ts';

/** Repetitions with fresh data. */
const ROUNDS = 3;
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

let server: BenchmarkServer | undefined;

/** Measures both databases. */
export async function measure(): Promise<Result> {
  const rows: string[][] = [];
  try {
    for (const kind of KINDS) rows.push(...(await measureDatabase(kind)));
  } finally {
    await server?.stop();
  }
  const { agents, tools, servers, locations, edges, occurrences } = SIZE;
  return {
    description: `A scan document of ${agents} agents, ${tools} tools, ${servers} MCP servers, ${locations} locations, ${edges} relations and ${occurrences}
occurrences; and changes of issues and labels meanwhile, one after the other with pauses of ${PAUSE_MS} ms. Times of scans are medians of ${ROUNDS} rounds.`,
    table: {
      columns: ['', 'Time, s', 'Processor time, s', 'Changes', 'p50, ms', 'p99, ms', 'Longest, ms'],
      rows,
    },
    notes: [],
    missed: [],
  };
}

/** Returns a row for the first scan and one for the unchanged scan. */
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
    server ??= await startServer({ shared_buffers: '512MB', max_wal_size: '4GB' });
    settings.DATABASE_URL = await server.createDatabase(`scans_${round}`);
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

/** Returns the processor time that the service and the processes of PostgreSQL have used, in milliseconds. */
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
