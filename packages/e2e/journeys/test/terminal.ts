/** Terminals, in which the commands of a guide run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Time limit of a block on a busy machine, in milliseconds. */
const TIMEOUT_MS = 600_000;

/** How long a process may take to end after Ctrl-C, in milliseconds. */
const END_TIMEOUT_MS = 150_000;

/** A terminal. Its folder and its variables remain from one block to the next. */
export interface Terminal {
  /** The current folder. */
  readonly folder: string;
  /**
   * Types commands, and returns what they print, on both outputs.
   *
   * @throws {Error} with the output when a command fails: a guide shows `|| echo "Exit code $?"` where that is expected
   */
  run(commands: string): Promise<string>;
  close(): Promise<void>;
}

/** A command that runs until it is stopped. */
export interface Running {
  /** What it has printed. */
  readonly output: string;
  /** Its exit code; undefined while it runs. */
  readonly code: number | undefined;
  /** Presses Ctrl-C, and waits until everything has ended that it started. */
  stop(): Promise<void>;
}

/** Opens a terminal in a folder. */
export function openTerminal(folder: string, env: NodeJS.ProcessEnv): Terminal {
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, detached: true, stdio: 'pipe' });
  let output = '';
  let current = folder;
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  shell.stdin.write('exec 2>&1; set -eo pipefail\n');
  const ended = once(shell, 'close');
  return {
    get folder() {
      return current;
    },
    async run(commands) {
      const marker = randomUUID();
      const script = join(tmpdir(), `aispm-journey-${marker}.sh`);
      writeFileSync(script, commands);
      output = '';
      shell.stdin.write(`. '${script}' </dev/null; printf '\\n%s %s\\n' ${marker} "$PWD"\n`);
      try {
        const end = new RegExp(`\\n${marker} (.*)\\n`);
        const match = await waitFor(
          () => end.exec(output) ?? undefined,
          () => hasEnded(shell),
        );
        if (match === undefined) throw new Error(`The commands failed or did not end:\n${commands}\n${output}`);
        current = match[1] ?? current;
        return output.slice(0, match.index);
      } finally {
        rmSync(script);
      }
    },
    async close() {
      shell.stdin.end();
      await endGroup(shell, ended, 'SIGTERM');
    },
  };
}

/** Starts commands in a terminal of their own. */
export function startCommands(commands: string, folder: string, env: NodeJS.ProcessEnv): Running {
  const shell = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', commands], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = once(shell, 'close');
  return {
    get output() {
      return output;
    },
    get code() {
      return shell.exitCode ?? undefined;
    },
    stop: () => endGroup(shell, ended, 'SIGINT'),
  };
}

/** Waits until a value is defined; undefined when the time is over or `isOver` holds. */
export async function waitFor<T>(read: () => T | undefined, isOver: () => boolean): Promise<T | undefined> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const over = isOver() || Date.now() > deadline;
    const value = read();
    if (value !== undefined || over) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/**
 * Sends a signal to a process and to those that it started.
 *
 * @throws {Error} when they did not end and were killed
 */
async function endGroup(shell: ChildProcess, ended: Promise<unknown>, signal: NodeJS.Signals): Promise<void> {
  send(shell, signal);
  let isKilled = false;
  const timer = setTimeout(() => {
    isKilled = true;
    send(shell, 'SIGKILL');
  }, END_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
  if (isKilled) throw new Error(`${shell.spawnargs.at(-1)} did not end within ${END_TIMEOUT_MS} ms after ${signal}.`);
}

function send({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
