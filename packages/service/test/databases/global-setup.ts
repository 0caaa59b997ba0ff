/** Makes, once for all test files, a PostgreSQL server of their own and a packed embedded database with all tables. */
import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { readMigrations } from '../../src/database/migrations.ts';
import { postgres } from '../../src/database/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** File with the packed data folder of an embedded database that is up to date. */
    embeddedDump: string;
    /** Address of a PostgreSQL server, without a database. */
    postgresUrl: string;
    /** Name of the database to copy for each test file. */
    postgresTemplate: string;
  }
}

const run = promisify(execFile);
const TEMPLATE = 'template_aispm';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-service-test-'));
  const [stop, dump] = await Promise.all([startServer(folder, project), packEmbedded(folder)]);
  project.provide('embeddedDump', dump);
  return async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function packEmbedded(folder: string): Promise<string> {
  const pglite = await PGlite.create();
  await pglite.exec(
    'CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz(3) NOT NULL DEFAULT now())',
  );
  for (const { name, sql } of readMigrations()) {
    await pglite.exec(sql);
    await pglite.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
  }
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  const file = join(folder, 'embedded.tar');
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()));
  return file;
}

/** Starts a server that keeps nothing safe: what it holds is gone after the tests anyway. */
async function startServer(folder: string, project: TestProject): Promise<() => Promise<void>> {
  const programs = programFolder();
  const data = join(folder, 'postgres');
  const port = await freePort();
  const asServer = serverUser(folder);
  await asServer(join(programs, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=300`;
  await asServer(join(programs, 'pg_ctl'), [
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'postgres.log'),
    '-o',
    options,
    'start',
  ]);
  const url = `postgres://postgres@127.0.0.1:${port}`;
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const database = openDatabase(postgres({ url: `${url}/${TEMPLATE}`, poolSize: 1, statementTimeoutMs: 60_000 }));
  await migrate(database);
  await database.close();
  project.provide('postgresUrl', url);
  project.provide('postgresTemplate', TEMPLATE);
  return async () => {
    await asServer(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop']);
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
