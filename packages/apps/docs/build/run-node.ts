import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program with Node.js until it has ended, which a signal hastens.
 *
 * @param args the file of the program, and its arguments
 * @throws {Error} when the program fails; the message is what it printed
 */
export async function runNode(args: string[], cwd: string, stopped: AbortSignal): Promise<void> {
  stopped.throwIfAborted();
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const end = () => child.kill('SIGTERM');
  stopped.addEventListener('abort', end);
  const [status] = await once(child, 'close');
  stopped.removeEventListener('abort', end);
  if (status !== 0) throw new Error(Buffer.concat(output).toString());
}
