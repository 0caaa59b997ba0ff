/** Runs commands, in this process or in another one, and collects their output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';

/** How a command ended, and what it wrote. */
export interface CommandResult<Code = number | null> {
  /** Exit code. */
  code: Code;
  /** Standard output. */
  out: string;
  /** Standard error. */
  err: string;
}

/** Runs a command in this process, where its modules are loaded already, and captures its output. */
export async function captureOutput<Code>(run: () => Promise<Code>): Promise<CommandResult<Code>> {
  const output = { out: '', err: '' };
  const collect = (name: keyof typeof output) => (text: string | Uint8Array) => {
    output[name] += text;
    return true;
  };
  const mocks = [
    vi.spyOn(process.stdout, 'write').mockImplementation(collect('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(collect('err')),
  ];
  try {
    const code = await run();
    return { code, ...output };
  } finally {
    for (const mock of mocks) mock.mockRestore();
  }
}

/** Processes that are still running. They end with the tests. */
const children = new Set<ReturnType<typeof spawn>>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/**
 * Runs a script of Node.js in a process of its own.
 *
 * @param env all environment variables except PATH
 */
export async function runProcess(
  script: string,
  args: readonly string[],
  { env = {}, cwd }: { env?: Readonly<Record<string, string>>; cwd?: string } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const [code] = await once(child, 'close');
  children.delete(child);
  return { code, ...output };
}
