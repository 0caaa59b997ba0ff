/** Starts PgBouncer in front of a PostgreSQL server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@aispm/testing';
import { onTestFinished } from 'vitest';
import { findServerUser } from './postgres-server.ts';

/** Debian doesn't add its folder to the path of all users. */
const PROGRAM = '/usr/sbin/pgbouncer';

/** Whether it's installed. */
export const hasPgBouncer: boolean = existsSync(PROGRAM);

/**
 * Starts it until the end of the test, with its default settings except for those that are given.
 *
 * @param url that of a database
 * @returns the URL of the same database through the pooler
 */
export async function startPgBouncer(url: string, settings: Record<string, string>): Promise<string> {
  const { hostname, port, username, pathname } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'aispm-pgbouncer-'));
  const listenPort = await freePort();
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    unix_socket_dir: '',
    // Any user of a client becomes the one of the server.
    auth_type: 'any',
    ...settings,
  };
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${port} user=${username}\n[pgbouncer]\n${Object.entries(all)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  );
  const user = findServerUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const process = spawn(PROGRAM, [file], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(async () => {
    if (process.exitCode === null) {
      process.kill('SIGKILL');
      await once(process, 'exit');
    }
    rmSync(folder, { recursive: true });
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: process.stderr })) {
    lines.push(line);
    if (line.includes('process up')) break;
  }
  if (!lines.at(-1)?.includes('process up')) throw new Error(`PgBouncer does not start: ${lines.join('\n')}`);
  process.stderr.resume();
  return `postgres://${username}@127.0.0.1:${listenPort}${pathname}`;
}
