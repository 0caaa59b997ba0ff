/** Runs commands, in this or another process, and captures their output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';

/** The exit code and the output of a command. */
export interface CommandResult<Code = number | null> {
  /** Exit code. */
  code: Code;
  /** Standard output. */
  out: string;
  /** Standard error. */
  err: string;
}

/** Runs a command in this process, where its modules are already loaded, and captures its output. */
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

/** Running processes, which are killed when the tests end. */
const children = new Set<ReturnType<typeof spawn>>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/**
 * Runs a Node.js script in a separate process.
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
