/** Runs the commands of packages. */
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '../..');

/** A command, with the version of its package. */
export interface Command {
  file: string;
  version: string;
}

/** What a command has written, and its exit code. */
export interface Output {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Finds the command of an installed package. Node.js runs its file, which works without a shell on every system. */
export function findCommand(packageName: string, command: string): Command {
  const manifest = require.resolve(`${packageName}/package.json`);
  const { bin, version } = JSON.parse(readFileSync(manifest, 'utf8'));
  return { file: join(dirname(manifest), bin[command]), version };
}

/** Without looking for newer versions. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const running = new Set<ChildProcess>();

/** Runs a command in the root of the project. */
export function runCommand({ file }: Command, ...args: string[]): Promise<Output> {
  return new Promise((resolve) => {
    const options = { cwd: root, env, maxBuffer: 256 * 1024 * 1024 };
    const child = execFile(process.execPath, [file, ...args], options, (_error, stdout, stderr) => {
      running.delete(child);
      resolve({ status: child.exitCode, stdout, stderr });
    });
    running.add(child);
  });
}

/** Ends all commands that still run, and resolves when they have. */
export async function stopCommands(): Promise<void> {
  const closed = [...running].map((child) => once(child, 'close'));
  for (const child of running) child.kill();
  await Promise.all(closed);
}
