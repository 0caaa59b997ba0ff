/** A PostgreSQL server of one's own, in a folder that is thrown away. */
import { execFile } from 'node:child_process';
import { chownSync, readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../../free-port.ts';

const run = promisify(execFile);

/** A server that runs. */
export interface PostgresServer {
  /** Without a database. */
  url: string;
  /** Where it keeps its data. */
  data: string;
  /** Starts it again. */
  start(): Promise<void>;
  /** Ends it at once; what it had not written is lost. In the mode `fast` it loses nothing. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

/**
 * Starts a server on loopback.
 *
 * @param folder of the caller, made the server's own when the caller is root
 * @param settings of the server, by name
 */
export async function startPostgres(folder: string, settings: Record<string, string>): Promise<PostgresServer> {
  const programs = programFolder();
  const data = join(folder, 'postgres');
  const port = await freePort();
  const asServer = serverUser(folder);
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
    stop: async (mode = 'immediate') => {
      await asServer(join(programs, 'pg_ctl'), ['-D', data, '-w', '-m', mode, 'stop']);
    },
  };
}

/** Debian keeps the programs of the server out of the path. */
function programFolder(): string {
  const base = '/usr/lib/postgresql';
  const [newest] = readdirSync(base).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined)
    throw new Error(`There is no PostgreSQL in ${base}; install Debian's package "postgresql".`);
  return join(base, newest, 'bin');
}

/** Runs programs as a user whom the server accepts: not as root. */
function serverUser(folder: string): (program: string, args: string[]) => Promise<unknown> {
  if (userInfo().uid !== 0) return (program, args) => run(program, args);
  const { uid, gid } = postgresUser();
  chownSync(folder, uid, gid);
  return (program, args) => run(program, args, { uid, gid, cwd: folder });
}

function postgresUser(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('There is no user "postgres" to run the server as.');
  return { uid: Number(uid), gid: Number(gid) };
}
