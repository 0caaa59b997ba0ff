/** Configures servers of the tests, and queries them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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

/** Queries a hostile program, and tells which of its processes still run afterwards. */
export function queryHostile(behaviour: string, options: ServerScanOptions = {}) {
  return withFiles({ pids: '' }, async (folder) => {
    const file = join(folder, 'pids');
    const report = await query(program('hostile', [behaviour, file], { SERVER_TOKEN: TOKEN }), options);
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

/** Queries a program that never answers: with more time when a busy machine did not even start it in time. */
export async function querySilent(behaviour: string, timeout: number) {
  for (let given = timeout; ; given *= 4) {
    const result = await queryHostile(behaviour, { timeout: given });
    if (result.pids.length > 0 || given > MAX_WAIT_MS) return { ...result, seconds: given / 1_000 };
  }
}

/** Longer than a busy machine takes to start or to end a process, in milliseconds. A test waits that long only when it fails. */
export const MAX_WAIT_MS = 60_000;

/** Lists the processes that run; the system may take a moment to end one. */
async function stillAlive(pids: readonly number[]): Promise<readonly number[]> {
  for (let waited = 0; waited < MAX_WAIT_MS && pids.some(isAlive); waited += 20) await delay(20);
  return pids.filter(isAlive);
}

/** A process that has ended, but was not waited for by its parent, does not run. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
