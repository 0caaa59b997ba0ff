/** Runs the command, as a process or in this process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { main } from '../src/command.ts';
import { TOKEN } from './exchange.ts';
import { PATIENT_ARGUMENTS } from './patience.ts';

const command = join(import.meta.dirname, '../dist/cli.js');

/** What the command printed. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Variables that this process may have. */
const VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'AISPM_TOKEN'];

/** Creates an empty folder for the tests of a file: the command needs no files of its working directory. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Removes the variables of this process that the command reads. */
export function useEmptyEnvironment(): void {
  beforeAll(() => {
    for (const name of VARIABLES) vi.stubEnv(name, undefined);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });
}

/** Processes that have not ended; they end with the tests. */
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Options of a process. */
interface StartOptions {
  env?: Record<string, string>;
  cwd?: string;
}

/** Runs the command as a process. */
export async function start(args: string[], { env = {}, cwd = tmpdir() }: StartOptions = {}): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk) => (ended.out += chunk));
  child.stderr.on('data', (chunk) => (ended.err += chunk));
  [ended.code] = await once(child, 'close');
  children.delete(child);
  return ended;
}

/** Runs the command in this process, which is faster. */
export async function run(args: string[]): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' };
  const keep = (where: 'out' | 'err') => (text: string | Uint8Array) => {
    ended[where] += text;
    return true;
  };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(keep('out'));
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'));
  try {
    ended.code = await main(args);
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
  return ended;
}

/** Arguments of a run that takes a moment. */
export const quickArguments = (url: string): string[] => [
  '--base-url',
  url,
  '--token',
  TOKEN,
  '--operations',
  'listRules,getRule',
  '--checks',
  'response,request-id',
  ...PATIENT_ARGUMENTS,
];
