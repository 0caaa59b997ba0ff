/** Terminals that run the commands of a guide. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Time limit of a block on a busy machine, in milliseconds. */
const TIMEOUT_MS = 600_000;

/** Time limit for a process to end after Ctrl-C, in milliseconds. */
const END_TIMEOUT_MS = 150_000;

/** A terminal, which keeps its folder and its variables between blocks. */
export interface Terminal {
  /** The current folder. */
  readonly folder: string;
  /**
   * Runs commands, and returns their output, both stdout and stderr.
   *
   * @throws {Error} with the output when a command fails; guides use `|| echo "Exit code $?"` for an expected failure
   */
  run(commands: string): Promise<string>;
  close(): Promise<void>;
}

/** A command that runs until it is stopped. */
export interface Running {
  /** Its output so far. */
  readonly output: string;
  /** Its exit code; undefined while it runs. */
  readonly code: number | undefined;
  /** Sends Ctrl-C, and waits until all of its processes have ended. */
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

/** Starts commands in a separate terminal. */
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

/** Waits until a value is defined; undefined when the time is over or `isOver` returns true. */
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
 * Sends a signal to a process and its child processes.
 *
 * @throws {Error} when they didn't end and were killed
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
