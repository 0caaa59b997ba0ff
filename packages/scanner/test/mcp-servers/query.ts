/** Configures servers of the tests, and queries them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { vi } from 'vitest';
import { type ServerScanOptions, scanServers } from '../../src/mcp-servers/scan-servers.ts';
import { withFiles } from '../scan-sources.ts';

/** The secret of the programs. */
export const TOKEN = 'q7Zk29fLw81xB3';
const PROGRAMS = join(import.meta.dirname, 'programs');

/** The entry of a program of the tests. */
export const program = (name: string, args: readonly string[] = [], env: Record<string, string> = {}) => ({
  command: process.execPath,
  args: [join(PROGRAMS, `${name}.ts`), ...args],
  env,
});

/** Queries the server `x` of a configuration. */
export function query(entry: object, options: ServerScanOptions = {}) {
  return withFiles({ '.mcp.json': JSON.stringify({ mcpServers: { x: entry } }) }, (path) =>
    scanServers(['x'], { path, home: false, target: 'example.com/fixture', ...options }),
  );
}

/**
 * Queries a hostile program, and tells which of its processes still run afterwards.
 *
 * @param whileRunning is called with the file of the identifiers of its processes
 */
export function queryHostile(
  behaviour: string,
  options: ServerScanOptions = {},
  whileRunning: (file: string) => Promise<void> = async () => {},
) {
  return withFiles({ pids: '' }, async (folder) => {
    const file = join(folder, 'pids');
    const [report] = await Promise.all([
      query(program('hostile', [behaviour, file], { SERVER_TOKEN: TOKEN }), options),
      whileRunning(file),
    ]);
    const pids = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean).map(Number);
    return { report, server: serverOf(report), pids, alive: await stillAlive(pids) };
  });
}

/** The MCP server in a document. */
export function serverOf({ document }: Awaited<ReturnType<typeof scanServers>>) {
  const server = document.objects.find(({ object_type }) => object_type === 'mcp_server');
  if (server?.object_type !== 'mcp_server') throw new Error('There is no server.');
  return server;
}

/** Queries a program that ignores a request. The time is over as soon as it does, however long it took to start. */
export async function querySilent(behaviour: string, timeout: number) {
  const time = new AbortController();
  const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  try {
    return await queryHostile(behaviour, { timeout }, async (file) => {
      // It writes its identifier when it starts, and again when it ignores a request.
      await vi.waitUntil(() => readFileSync(file, 'utf8').split('\n').length > 2, { timeout: MAX_WAIT_MS });
      time.abort(new DOMException('The time is over.', 'TimeoutError'));
    });
  } finally {
    spy.mockRestore();
  }
}

/** Longer than a busy machine takes to start or to end a process, in milliseconds. A test waits that long only when it fails. */
export const MAX_WAIT_MS = 60_000;

/** Lists the processes that run; the system may take a moment to end one. */
async function stillAlive(pids: readonly number[]): Promise<readonly number[]> {
  for (let waited = 0; waited < MAX_WAIT_MS && pids.some(isAlive); waited += 20) await delay(20);
  return pids.filter(isAlive);
}

/** A process that has ended, but wasn't waited for by its parent, doesn't run. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
