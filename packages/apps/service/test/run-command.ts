/** Runs commands of `aispm-service` that end by themselves. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { vi } from 'vitest';
import { main } from '../src/command/command.ts';
import { TestClock } from './clock.ts';

/** The built executable. */
export const CLI = join(import.meta.dirname, '../dist/command/cli.js');

/** What a command has left behind. */
export interface CommandResult {
  /** Exit code. */
  code: number | null;
  /** Standard output. */
  out: string;
  /** Standard error. */
  err: string;
}

/**
 * Runs a command in this process, where everything that it loads is loaded already. {@link runProcess} tells whether the executable
 * runs commands in the same way.
 *
 * @param environment all variables of the command
 */
export async function runHere(args: string[], environment: Record<string, string> = {}): Promise<CommandResult> {
  const output = { out: '', err: '' };
  const collect = (name: keyof typeof output) => (text: string | Uint8Array) => {
    output[name] += text;
    return true;
  };
  const { env, exitCode } = process;
  const mocks = [
    vi.spyOn(process.stdout, 'write').mockImplementation(collect('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(collect('err')),
  ];
  process.env = { ...environment };
  process.exitCode = undefined;
  try {
    const code = await main(args, new TestClock());
    return { code: code === 0 ? Number(process.exitCode ?? 0) : code, ...output };
  } finally {
    process.env = env;
    process.exitCode = exitCode;
    for (const mock of mocks) mock.mockRestore();
  }
}

/**
 * Runs a command in a process of its own.
 *
 * @param environment all variables of the command but PATH
 */
export async function runProcess(args: string[], environment: Record<string, string> = {}): Promise<CommandResult> {
  const child = spawn(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH, ...environment } });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...output };
}
