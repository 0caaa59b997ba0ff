/** A PostgreSQL server of the tests' own, on a free port of loopback. */
import { execFile } from 'node:child_process';
import { chownSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A server that runs, with no database but its own. */
export interface Cluster {
  /** Without a database. */
  url: string;
  /** Where it keeps its data. */
  folder: string;
  start(): Promise<void>;
  /** @param mode `fast` ends sessions in order, `immediate` as a crash does */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
}

/** Safe against the end of a process, not against that of the machine. */
const SETTINGS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', full_page_writes: 'off' };

/**
 * Makes a server in a folder and starts it.
 *
 * @param folder an empty one, which then belongs to the user that the server runs as
 */
export async function createCluster(folder: string, settings: Record<string, string> = {}): Promise<Cluster> {
  const programs = programFolder();
  const data = join(folder, 'postgres');
  const port = await freePort();
  const asServer = serverUser(folder);
  const control = (...args: string[]) => asServer(join(programs, 'pg_ctl'), ['-D', data, '-w', ...args]);
  const options = Object.entries({ ...SETTINGS, ...settings }).map(([name, value]) => `-c ${name}=${value}`);
  await asServer(
    join(programs, 'initdb'),
    `-D ${data} -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync`.split(' '),
  );
  const cluster: Cluster = {
    url: `postgres://postgres@127.0.0.1:${port}`,
    folder: data,
    async start() {
      await control('-l', join(folder, 'postgres.log'), '-o', `-p ${port} ${options.join(' ')}`, 'start');
    },
    async stop(mode) {
      await control('-m', mode, 'stop');
    },
  };
  await cluster.start();
  return cluster;
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

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
