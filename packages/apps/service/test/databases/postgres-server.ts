/** Starts PostgreSQL servers in temporary folders. */
import { execFile } from 'node:child_process';
import { chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@aispm/testing';

const run = promisify(execFile);

/** A running server. */
export interface PostgresServer {
  /** URL without a database. */
  url: string;
  /** Its data folder. */
  data: string;
  /** Starts it again. */
  start(): Promise<void>;
  /** Lets users in with their passwords only. */
  requirePasswords(): Promise<void>;
  /** Stops it at once, without writing its data; in the mode `fast` it writes them first. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

/**
 * Starts a server on loopback.
 *
 * @param folder temporary folder; its owner becomes the user of the server when the caller is root
 * @param settings settings of PostgreSQL, by name
 */
export async function startPostgres(folder: string, settings: Record<string, string>): Promise<PostgresServer> {
  const programs = programFolder();
  const data = join(folder, 'postgres');
  const port = await freePort();
  const asServer = createRunner(folder);
  const creation = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  await asServer(join(programs, 'initdb'), ['-D', data, ...creation]);
  const all = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
  const control = ['-D', data, '-w', '-l', join(folder, 'postgres.log')];
  const start = async () => {
    await asServer(join(programs, 'pg_ctl'), [...control, '-o', options.join(' '), 'start']);
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    data,
    start,
    requirePasswords: async () => {
      const file = join(data, 'pg_hba.conf');
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/ trust$/gm, ' scram-sha-256'));
      await asServer(join(programs, 'pg_ctl'), ['-D', data, 'reload']);
    },
    stop: async (mode = 'immediate') => {
      await asServer(join(programs, 'pg_ctl'), ['-D', data, '-w', '-m', mode, 'stop']);
    },
  };
}

/** Returns the folder of the programs of PostgreSQL: that in `POSTGRES_BIN`, otherwise the newest one, which Debian doesn't add to PATH. */
export function programFolder(): string {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN;
  const base = '/usr/lib/postgresql';
  const [newest] = readdirSync(base).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined)
    throw new Error(`There is no PostgreSQL in ${base}. Install Debian's package "postgresql".`);
  return join(base, newest, 'bin');
}

/** Returns a function that runs programs as a user whom PostgreSQL accepts: not as root. */
function createRunner(folder: string): (program: string, args: string[]) => Promise<unknown> {
  const user = findServerUser();
  if (!user) return (program, args) => run(program, args);
  chownSync(folder, user.uid, user.gid);
  return (program, args) => run(program, args, { ...user, cwd: folder });
}

/** Returns the user to run servers as that refuse to run as root; undefined when the caller isn't root. */
export function findServerUser(): { uid: number; gid: number } | undefined {
  if (userInfo().uid !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error(
      'There is no user "postgres" to run the server. Install PostgreSQL, or run the tests as another user.',
    );
  return { uid: Number(uid), gid: Number(gid) };
}
