/** Runs the built `aispm-service` as a process, for faults of processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { CLI } from '../run-command.ts';

/** The output of a process, and its exit code. */
export interface ProgramResult {
  /** Null when a signal ended it. */
  code: number | null;
  output: string;
  errors: string;
}

/** A running process. */
export interface Program {
  process: ChildProcess;
  /** Its output on both streams until now. */
  readonly output: string;
  /** Resolves when it has ended. */
  ended: Promise<ProgramResult>;
  /** Sends it a signal, and waits until it has ended. */
  end(signal?: NodeJS.Signals): Promise<ProgramResult>;
}

/** A process that serves requests. */
export interface ServingProgram extends Program {
  origin: string;
  /** With the base path. */
  baseUrl: string;
}

/**
 * Starts the command with no other settings than these.
 *
 * @param within a program with arguments that replaces itself by the command, which follows them
 * @param command the file of the command; default: that of this release
 */
export function startProgram(
  args: string[],
  settings: Record<string, string>,
  within: string[] = [],
  command = CLI,
): Program {
  const [program = process.execPath, ...rest] = [...within, process.execPath, command, ...args];
  const child = spawn(program, rest, {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, output, errors }));
  return {
    process: child,
    get output() {
      return output + errors;
    },
    ended,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts `aispm-service serve` on a free port, and waits until it listens. */
export async function serveProgram(
  settings: Record<string, string>,
  within: string[] = [],
  command = CLI,
): Promise<ServingProgram> {
  const program = startProgram(
    ['serve'],
    { PORT: '0', DEMO: 'false', RATE_LIMIT: '0', LOG_LEVEL: 'warn', ...settings },
    within,
    command,
  );
  const listening = new Promise<string>((resolve) => {
    program.process.stdout?.on('data', () => {
      const origin = /listens at (http:\/\/[\d.:]+)/.exec(program.output)?.[1];
      if (origin !== undefined) resolve(origin);
    });
  });
  const origin = await Promise.race([
    listening,
    program.ended.then(({ output, errors }) => {
      throw new Error(`The service ended before it listened: ${output}${errors}`);
    }),
  ]);
  return Object.assign(program, { origin, baseUrl: `${origin}/api/v1` });
}
