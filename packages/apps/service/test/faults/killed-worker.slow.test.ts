/** @module-tag long */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { AgentEvaluationRecord, EvaluationRun } from '@aispm/types';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createKey } from '../../src/composition/workspaces.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { measureElapsed } from '../elapsed.ts';
import { addAgent, evaluationId, T, WORKSPACE } from '../evaluations/fixture.ts';
import { type SampleAgent, startAgent } from '../evaluations/sample-agent.ts';
import { CLI } from '../run-command.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { persistentDatabase } from './persistent-database.ts';

/** The time after which the contract guarantees that a stopped run has ended, in seconds. */
const DEADLINE_S = 30;

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

describeOnDatabases('a worker that is killed during its runs', { concurrent: true }, (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-killed-'));
  const children: ChildProcess[] = [];
  let env: Record<string, string>;
  let agent: SampleAgent;
  let agentId: string;
  let token: string;

  beforeAll(async () => {
    // Accepts prompts and never responds.
    agent = await startAgent(() => undefined);
    const database = await persistentDatabase(kind, folder, 'data', async (opened) => {
      token = await createKey(opened, { workspaces: [WORKSPACE] });
      agentId = await addAgent(opened, [agent.url]);
    });
    env = database.settings;
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

  it('leaves no run running: stopped runs are cancelled in time, and others fail', async () => {
    // Only one process can use the embedded database; on PostgreSQL the worker is a separate process.
    const isSingleProcess = kind === 'embedded';
    let { child, address } = await launch('serve', isSingleProcess ? {} : { RUN_WORKER: 'false' });
    if (!isSingleProcess) ({ child } = await launch('worker'));
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
    for (const id of [stopped, left])
      await vi.waitUntil(async () => (await read(id)).status === 'running', { timeout: TIMEOUT_MS });

    await call('POST', `/evaluation-runs${T}/${stopped}/stop`);
    await kill(child, 'SIGKILL');
    if (isSingleProcess) ({ address } = await launch('serve'));
    // The guarantee doesn't include the start of a process.
    const readSeconds = measureElapsed();
    for (const id of [stopped, left])
      await vi.waitUntil(async () => (await read(id)).finished_at !== null, { timeout: TIMEOUT_MS });
    expect(readSeconds()).toBeLessThan(DEADLINE_S);
    const [cancelled, failed] = [await read(stopped), await read(left)];
    expect(cancelled).toMatchObject({ status: 'cancelled', summary: null, score: null });
    expect(failed).toMatchObject({ status: 'failed', error_kind: 'worker_lost' });
  });
});
