import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { npmCommand } from '../npm.ts';

/** The end of npm. */
export interface NpmEnd {
  /** Its exit code; none when it was ended by the time limit. */
  code: number | undefined;
  /** What it has printed last. */
  output: string;
}

/** The part of the output that is kept, in characters. */
const KEPT = 4_000;

/** The time after which a process counts as hanging, in milliseconds. */
const LIMIT_MS = 15 * 60_000;

/** Runs npm in a folder, and waits for its end, up to a quarter of an hour. */
export async function runNpm(folder: string, args: string[]): Promise<NpmEnd> {
  const { file, args: all, shell } = npmCommand(args);
  const child = spawn(file, all, { cwd: folder, shell, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-KEPT);
    });
  const end = () => process.kill(-(child.pid ?? 0), 'SIGTERM');
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, LIMIT_MS);
  process.once('exit', end);
  const [code] = (await once(child, 'close')) as [number | null];
  process.off('exit', end);
  clearTimeout(timer);
  return { code: isLate ? undefined : (code ?? 1), output };
}
