/** Runs the command, as a process or in this process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandResult, captureOutput, runProcess } from '@aispm/testing/commands';
import { afterAll, beforeAll, vi } from 'vitest';
import { main } from '../src/command.ts';
import { TOKEN } from './exchange.ts';
import { PATIENT_ARGUMENTS } from './patience.ts';

const command = join(import.meta.dirname, '../dist/cli.js');

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

/** Runs the command as a process. */
export const start = (
  args: string[],
  { env, cwd = tmpdir() }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<CommandResult> => runProcess(command, args, { cwd, ...(env && { env }) });

/** Runs the command in this process, which is faster. */
export const run = (args: string[]): Promise<CommandResult> => captureOutput(() => main(args));

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
