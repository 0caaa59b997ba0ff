import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
let child: ChildProcess;

afterEach(async () => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
});

/** Runs the command. @returns its output until it matches or the command ends, with its exit code when it has ended */
async function run(args: string[], pattern: RegExp): Promise<{ output: string; code: number | null }> {
  const env = { ...process.env, NODE_ENV: 'production' };
  child = spawn(process.execPath, ['scripts/mock-prism.ts', ...args], { cwd: root, env });
  let output = '';
  const printed = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
        if (pattern.test(output)) resolve();
      });
    }
  });
  await Promise.race([printed, once(child, 'close')]);
  return { output, code: child.exitCode };
}

describe('npm run mock:prism', () => {
  it('serves the contract with plain Prism, also when NODE_ENV is production', async () => {
    const { output } = await run(['--port', '0'], /Ctrl-C/);
    expect(output).toContain('spec/dist/openapi.yaml');
    expect(output).toContain('ignores the base path /api/v1:');
    const [, url = ''] = /curl -H .* (http\S+)$/m.exec(output) ?? [];
    const response = await fetch(url, { headers: { authorization: 'Bearer any-key' } });
    expect([response.status, Object.keys(await response.json())]).toEqual([200, expect.arrayContaining(['items'])]);
  });

  it('ends when it is stopped', async () => {
    await run(['--port', '0'], /Ctrl-C/);
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('reports a busy port, and how to choose another one', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { output, code } = await run(['--port', String(port)], /(?!)/);
    server.close();
    expect(code).toBe(1);
    expect(output).toMatch(/^Port \d+ cannot be used \(.*EADDRINUSE.*\)\. Choose another one: .* --port <port>\n$/);
  });

  it.each([
    [['--port', 'none'], '--port must be a port, 0..65535, but is "none".'],
    [['--port', '65536'], '--port must be a port, 0..65535, but is "65536".'],
    [['--port'], "Option '--port <value>' argument missing."],
    [['--dynamic'], "Unknown option '--dynamic'."],
    [['4012'], "Unexpected argument '4012'."],
  ])('explains in one line what is wrong with %j', async (args, reason) => {
    const { output, code } = await run(args, /(?!)/);
    expect(code).toBe(1);
    expect(output.split('\n')).toEqual([expect.stringContaining(reason), '']);
  });
});
