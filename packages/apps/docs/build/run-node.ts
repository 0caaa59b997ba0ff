import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program with Node.js until it ends or is aborted.
 *
 * @param args the program's file, and its arguments
 * @throws {Error} if the program fails; the message contains its output
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
