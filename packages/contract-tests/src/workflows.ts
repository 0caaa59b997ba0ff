/** The workflows of the contract. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '../../..');
const redocly = require.resolve('@redocly/cli/bin/cli.js');
const files = globSync('spec/workflows/*.arazzo.yaml', { cwd: root });

/** The names of the files of the workflows. */
export const workflows = files.map((path) => basename(path));

/** A server with the records of the examples. */
export interface ExampleServer {
  /** URL with the base path. */
  url: string;
  token: string;
}

/** What `redocly respect` prints, and its exit code. */
export interface WorkflowReport {
  code: number | null;
  output: string;
}

/** Executes all workflows at once: `redocly respect` takes longer to start than to execute them. */
export async function executeWorkflows({ url, token }: ExampleServer): Promise<WorkflowReport> {
  const settings = ['--server', `aispm=${url}`, '--input', `token=${token}`];
  const child = spawn(process.execPath, [redocly, 'respect', ...files, ...settings], { cwd: root });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** Returns the number of passed workflows of a file, and of all, as `1 passed, 1 total`. */
export function readSummary({ output }: WorkflowReport, name: string): string | undefined {
  const [, summary = ''] = output.split(`Summary for ${name}`);
  return /^\s*Workflows: (.+)/.exec(summary)?.[1];
}
