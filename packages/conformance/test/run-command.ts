/** Runs the command in a new process or in this one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandResult, captureOutput, runProcess } from '@aispm/testing/commands';
import { afterAll, beforeAll, vi } from 'vitest';
import { main } from '../src/command.ts';
import { TOKEN } from './exchange.ts';
import { MAX_LIMIT_ARGUMENTS } from './max-limits.ts';

const command = join(import.meta.dirname, '../dist/cli.js');

/** Environment variables that the command reads. */
const VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'AISPM_TOKEN'];

/** Creates an empty folder for the tests of a file. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Unsets the environment variables that the command reads. */
export function useEmptyEnvironment(): void {
  beforeAll(() => {
    for (const name of VARIABLES) vi.stubEnv(name, undefined);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });
}

/** Runs the command in a new process. */
export const start = (
  args: string[],
  { env, cwd = tmpdir() }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<CommandResult> => runProcess(command, args, { cwd, ...(env && { env }) });

/** Runs the command in this process, which is faster. */
export const run = (args: string[]): Promise<CommandResult> => captureOutput(() => main(args));

/** Arguments of a short run. */
export const quickArguments = (url: string): string[] => [
  '--base-url',
  url,
  '--token',
  TOKEN,
  '--operations',
  'listRules,getRule',
  '--checks',
  'response,request-id',
  ...MAX_LIMIT_ARGUMENTS,
];
