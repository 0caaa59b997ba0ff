/** The measured processes. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../shared/repository.ts';
import type { BareRoute } from './bare.ts';

const START_TIMEOUT_MS = 60_000;

/** A running server. */
export interface Running {
  pid: number;
  /** URL without a path. */
  origin: string;
  /** From the start of the process until it listened, in milliseconds. */
  startMs: number;
  /** Returns its current resident memory, in MB. */
  memory(): number;
  stop(): Promise<void>;
}

/** Starts the built service. */
export async function startService(environment: Record<string, string>): Promise<Running> {
  const cli = join(ROOT, 'packages/apps/service/dist/command/cli.js');
  const startedAt = performance.now();
  const child = spawn(cli, ['serve'], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  while (!/listens at \S+/.test(output)) {
    if (child.exitCode !== null || performance.now() - startedAt > START_TIMEOUT_MS)
      throw new Error(`The service did not start: ${output}`);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  const [, address = ''] = /listens at (\S+)/.exec(output) ?? [];
  return toRunning(child, new URL(address).origin, performance.now() - startedAt);
}

/** Starts the baseline. */
export async function startBare(databaseUrl: string, poolSize: number, routes: BareRoute[]): Promise<Running> {
  const startedAt = performance.now();
  const child = fork(join(import.meta.dirname, 'bare.ts'));
  child.send({ databaseUrl, poolSize, routes });
  const [origin] = await once(child, 'message');
  return toRunning(child, origin, performance.now() - startedAt);
}

function toRunning(child: ChildProcess, origin: string, startMs: number): Running {
  const kill = () => child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  return {
    origin,
    pid: child.pid as number,
    startMs,
    memory: () => {
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      return Number(kilobytes) / 1024;
    },
    stop: async () => {
      process.removeListener('exit', kill);
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
