import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { listServers, scanServers } from '../../src/mcp-servers/scan-servers.ts';
import { withFiles } from '../scan-sources.ts';
import { MAX_WAIT_MS, program } from './query.ts';

const CLI = join(import.meta.dirname, '../../dist/cli.js');

/** Executes the built command, which loads the bundled client. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return promisify(execFile)(process.execPath, [CLI, 'mcp', '--no-user', ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr }),
  );
}

const SECRET = `sk-live-${'8Hq2'.repeat(8)}`;
const FILES = {
  '.mcp.json': JSON.stringify({
    mcpServers: {
      orders: program('good'),
      docs: {
        type: 'http',
        url: `https://user:${SECRET}@docs.example.com/mcp?key=${SECRET}`,
        headers: { 'X-Key': SECRET },
      },
      twice: { command: 'a' },
    },
  }),
  '.cursor/mcp.json': JSON.stringify({ mcpServers: { twice: { command: 'b' }, orders: program('good') } }),
};

describe('aispm-scan mcp', () => {
  it('without names lists what could be queried, without secrets, and starts nothing', async () => {
    const { code, out, err } = await withFiles(FILES, (path) => run('--path', path));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('  orders  .mcp.json  starts ');
    expect(err).toContain('  docs  .mcp.json  connects to docs.example.com\n');
    expect(err).not.toContain('8Hq2');
  });

  it('queries only the servers that are named', async () => {
    const { code, out, err } = await withFiles(FILES, (path) => run('orders', '--path', path, '--output', 'scan'));
    expect([code, err]).toEqual([0, '']);
    const { objects } = JSON.parse(out);
    const names = objects.map((object: Record<string, unknown>) => object.aispm_friendly_name);
    expect(names).toContain('cancel_order');
    expect(names).not.toContain('docs');
  });

  it('exits with 1 for a finding, and with 2 when a server does not respond', async () => {
    await withFiles(FILES, async (path) => {
      expect((await run('orders', '--path', path, '--fail-on', 'high')).code).toBe(1);
      expect((await run('.mcp.json#twice', '--path', path)).code).toBe(2);
    });
  });

  it.each([
    [['nothing'], 'No configured MCP server is named "nothing". Run aispm-scan mcp without names to list them.'],
    [['twice'], '"twice" has several different configurations. Choose one: .cursor/mcp.json#twice, .mcp.json#twice.'],
    [['orders', '--timeout', '0'], '--timeout must be a number of seconds from 1 to 3600; got "0".'],
    [['orders', '--nothing'], 'See aispm-scan mcp --help.'],
  ])('rejects %j', async (args, message) => {
    const { code, out, err } = await withFiles(FILES, (path) => run('--path', path, ...args));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('reads what the user configures, without locations relative to the folder', async () => {
    const home = { '.claude.json': JSON.stringify({ projects: { '/x': { mcpServers: { mine: program('good') } } } }) };
    await withFiles(home, (folder) =>
      withFiles(FILES, async (path) => {
        const { servers } = await listServers({ path, home: folder });
        expect(servers.map(({ name, file }) => [name, file])).toContainEqual(['mine', '~/.claude.json']);
        const { document } = await scanServers(['mine'], { path, home: folder });
        expect(document.locations.map(({ file_path }) => file_path)).toContain('~/.claude.json');
        expect((await listServers({ path, home: false })).servers.map(({ name }) => name)).not.toContain('mine');
      }),
    );
  });

  it('ends the servers when it is interrupted', async () => {
    const server = (pids: string) => ({ mcpServers: { x: program('hostile', ['ignores-all', pids]) } });
    await withFiles({ pids: '' }, async (folder) => {
      const pids = join(folder, 'pids');
      await withFiles({ '.mcp.json': JSON.stringify(server(pids)) }, async (path) => {
        const command = spawn(process.execPath, [CLI, 'mcp', 'x', '--no-user', '--path', path], { stdio: 'ignore' });
        await vi.waitUntil(() => readFileSync(pids, 'utf8') !== '', { timeout: MAX_WAIT_MS });
        const pid = Number(readFileSync(pids, 'utf8'));
        expect(pid).toBeGreaterThan(0);
        command.kill('SIGTERM');
        const [code] = await once(command, 'exit');
        expect(code).toBe(143);
        await vi.waitUntil(() => !isRunning(pid), { timeout: MAX_WAIT_MS });
      });
    });
  });
});

function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
