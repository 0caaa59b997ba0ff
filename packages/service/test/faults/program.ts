/** The command `aispm-service` as a process of its own, for what only a process can suffer. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../src/command/cli.ts', import.meta.url));

/** What a process has written, and how it ended. */
export interface Ended {
  /** Null when a signal ended it. */
  code: number | null;
  output: string;
  errors: string;
}

/** A process that runs. */
export interface Program {
  process: ChildProcess;
  /** All that it has written up to now, on both streams. */
  readonly output: string;
  /** How it ends. */
  ended: Promise<Ended>;
  /** Ends it with this signal, and waits. */
  end(signal?: NodeJS.Signals): Promise<Ended>;
}

/** A process that answers requests. */
export interface ServingProgram extends Program {
  origin: string;
  /** With the base path. */
  baseUrl: string;
}

/**
 * Starts the command with nothing but these settings.
 *
 * @param within a program that becomes the command, which stands after its own arguments
 */
export function startProgram(args: string[], settings: Record<string, string>, within: string[] = []): Program {
  const [program = process.execPath, ...rest] = [...within, process.execPath, COMMAND, ...args];
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

/** Starts `aispm-service serve` on a free port, and waits until it answers. */
export async function serveProgram(settings: Record<string, string>, within: string[] = []): Promise<ServingProgram> {
  const program = startProgram(
    ['serve'],
    { PORT: '0', DEMO: 'false', RATE_LIMIT: '0', LOG_LEVEL: 'warn', ...settings },
    within,
  );
  const told = new Promise<string>((resolve) => {
    program.process.stdout?.on('data', () => {
      const origin = /answers at (http:\/\/[\d.:]+)/.exec(program.output)?.[1];
      if (origin !== undefined) resolve(origin);
    });
  });
  const origin = await Promise.race([
    told,
    program.ended.then(({ output, errors }) => {
      throw new Error(`The service ended before it answered: ${output}${errors}`);
    }),
  ]);
  return Object.assign(program, { origin, baseUrl: `${origin}/api/v1` });
}
