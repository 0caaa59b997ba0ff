import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A command that runs until it is stopped. */
export interface RunningCommand {
  /** Its output until it was ready. */
  started: string;
  /** Sends a signal and returns how the command ended, with its complete output. */
  stop(signal: NodeJS.Signals): Promise<Ended>;
}

/** How a command ended. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Commands that have not ended; they end with the tests. */
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/**
 * Starts a command, and returns when its standard output matches `ready`.
 *
 * @throws {Error} with its output, when it ends first
 */
export async function startCommand([program = '', ...args]: string[], ready: RegExp): Promise<RunningCommand> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  const ended: Ended = { code: null, out: '', err: '' };
  child.stderr.on('data', (chunk) => (ended.err += chunk));
  const closed = once(child, 'close').then(([code]) => {
    children.delete(child);
    ended.code = code;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      ended.out += chunk;
      if (ready.test(ended.out)) resolve();
    });
    void closed.then(() => reject(new Error(`${program} has ended: ${ended.out}${ended.err}`)));
  });
  return {
    started: ended.out,
    stop: async (signal) => {
      child.kill(signal);
      await closed;
      return ended;
    },
  };
}

/** Runs a command to its end, with any exit code. */
export async function endCommand([program = '', ...args]: string[], cwd: string): Promise<Ended> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk) => (ended.out += chunk));
  child.stderr.on('data', (chunk) => (ended.err += chunk));
  [ended.code] = await once(child, 'close');
  children.delete(child);
  return ended;
}
