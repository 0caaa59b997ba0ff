import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AgentEvaluationRecord, EvaluationRun } from '@aispm/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connector } from '../../src/database/connection.ts';
import { embedded } from '../../src/database/embedded.ts';
import { postgres } from '../../src/database/postgres.ts';
import { createKey } from '../../src/keys/store.ts';
import { prepareDatabase } from '../../src/service.ts';
import { DATABASES, type DatabaseKind, freshPostgresUrl } from '../databases/databases.ts';
import { addAgent, evaluationId, T, WORKSPACE } from '../evaluations/fixture.ts';
import { type SampleAgent, startAgent } from '../evaluations/sample-agent.ts';
import { until } from '../until.ts';

/** What the contract promises after a stop, in milliseconds. */
const DEADLINE_MS = 30_000;
const CLI = join(import.meta.dirname, '../../src/command/cli.ts');

/** Starts the command, and waits for its first line. */
async function start(command: string, env: Record<string, string>): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [CLI, command], {
    env: { ...process.env, LOG_LEVEL: 'silent', PORT: '0', OUTGOING_HOSTS: '127.0.0.1:*', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, line };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

describe.concurrent.each(DATABASES)('a worker that is killed in its runs on %s', (kind: DatabaseKind) => {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-killed-'));
  const children: ChildProcess[] = [];
  let env: Record<string, string>;
  let agent: SampleAgent;
  let agentId: string;
  let token: string;

  beforeAll(async () => {
    // It takes prompts and never answers.
    agent = await startAgent(() => undefined);
    const url = kind === 'postgres' ? await freshPostgresUrl() : '';
    env = kind === 'postgres' ? { DATABASE_URL: url } : { DATA_DIR: join(folder, 'data') };
    const connector: Connector =
      kind === 'postgres'
        ? postgres({ url, poolSize: 2, statementTimeoutMs: 30_000 })
        : embedded({ folder: join(folder, 'data') });
    const database = await prepareDatabase(connector);
    token = await createKey(database, { workspaces: [WORKSPACE] });
    agentId = await addAgent(database, [agent.url]);
    await database.close();
  });
  afterAll(async () => {
    await Promise.all(children.map((child) => kill(child, 'SIGKILL')));
    await agent.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const launch = async (command: string, more: Record<string, string> = {}) => {
    const { child, line } = await start(command, { ...env, ...more });
    children.push(child);
    return { child, address: line.match(/http:\/\/\S+/)?.[0] ?? '' };
  };

  test('leaves nothing running: what was stopped is cancelled in time, the rest has failed', {
    timeout: 600_000,
  }, async () => {
    // The embedded database has one process, which is everything; the other one has the worker beside the service.
    const isOne = kind === 'embedded';
    let { child, address } = await launch('serve', isOne ? {} : { RUN_WORKER: 'false' });
    if (!isOne) ({ child } = await launch('worker'));
    const call = async <R>(method: string, path: string, body?: object): Promise<R> => {
      const response = await fetch(`${address}/eval${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(response.ok).toBe(true);
      return (await response.json()) as R;
    };
    const read = (id: string) => call<EvaluationRun>('GET', `/evaluation-runs${T}/${id}`);
    const begin = async () => {
      const attached = await call<AgentEvaluationRecord>('POST', `/agent-evaluations${T}`, {
        agent_id: agentId,
        evaluation_id: evaluationId('Prompt injection'),
      });
      return (await call<EvaluationRun>('POST', `/agent-evaluations${T}/${attached.id}/run`)).id;
    };
    const [stopped, left] = [await begin(), await begin()];
    for (const id of [stopped, left]) await until(async () => (await read(id)).status === 'running');

    await call('POST', `/evaluation-runs${T}/${stopped}/stop`);
    await kill(child, 'SIGKILL');
    if (isOne) ({ address } = await launch('serve'));
    // How long a process takes to start is not what is promised.
    const answeredAt = Date.now();
    for (const id of [stopped, left]) await until(async () => (await read(id)).finished_at !== null, 240_000);
    const [cancelled, failed] = [await read(stopped), await read(left)];
    expect(cancelled).toMatchObject({ status: 'cancelled', summary: null, score: null });
    expect(failed).toMatchObject({ status: 'failed', error_kind: 'worker_lost' });
    for (const { finished_at } of [cancelled, failed]) {
      expect(Date.parse(finished_at ?? '') - answeredAt).toBeLessThan(DEADLINE_MS);
    }
  });
});
