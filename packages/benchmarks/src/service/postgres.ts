import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../../apps/service/test/databases/postgres-server.ts';
import { temporaryFolder } from '../shared/temporary-folder.ts';

/** A server for one benchmark. */
export interface BenchmarkServer extends Pick<PostgresServer, 'stop'> {
  /** Process id of the server, the parent process of its connections. */
  pid: number;
  /** Creates an empty database. @returns its URL */
  createDatabase(name: string): Promise<string>;
}

/** Starts PostgreSQL. The server ends when this process ends. @param settings settings of PostgreSQL, by name */
export async function startServer(settings: Record<string, string>): Promise<BenchmarkServer> {
  const server = await startPostgres(temporaryFolder(), settings);
  const pid = Number(readFileSync(join(server.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const kill = () => {
    process.kill(pid, 'SIGQUIT');
    // The server writes to its folder until it has ended.
    const clock = new Int32Array(new SharedArrayBuffer(4));
    for (let turn = 0; turn < 50 && isRunning(pid); turn += 1) Atomics.wait(clock, 0, 0, 100);
  };
  process.prependOnceListener('exit', kill);
  return {
    pid,
    async createDatabase(name) {
      const client = new pg.Client({ connectionString: `${server.url}/postgres` });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return `${server.url}/${name}`;
    },
    async stop() {
      process.removeListener('exit', kill);
      await server.stop();
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
