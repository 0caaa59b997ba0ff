/** Runs programs in tests. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';

/** A running program. */
export interface Program {
  child: ChildProcessByStdio<null, Readable, Readable>;
  /** Resolves with the complete output as soon as it matches; rejects when the program ends first. */
  printed(pattern: RegExp): Promise<string>;
  /** Resolves when the program ends. */
  ended: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>;
}

/** Runs a script with this version of Node.js. It is killed at the end of the test. */
export function run(script: string, args: string[], env: NodeJS.ProcessEnv = process.env): Program {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const check = () => pattern.test(output.stdout + output.stderr) && resolve(output.stdout + output.stderr);
      child.stdout.on('data', check);
      child.stderr.on('data', check);
      void ended.then(() => reject(new Error(`The program has ended: ${output.stdout}${output.stderr}`)));
      check();
    });
  return { child, printed, ended };
}
