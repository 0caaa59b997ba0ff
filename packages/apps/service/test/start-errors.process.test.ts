/**
 * What an operator sees when the service can't start: one line with the reason and the remedy.
 *
 * @module-tag long
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLimitedAccess } from '@aispm/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '../src/platform/database/drivers/connection.ts';
import { prepareRequestRole } from '../src/platform/database/request-role.ts';
import { freshPostgresUrl } from './databases/databases.ts';
import { TIMEOUT_MS } from './timeouts.ts';

const PACKAGE = join(import.meta.dirname, '..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aispm-service-start-'));
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface RunOptions {
  /** Folder of the package; default: this one. */
  packageFolder?: string;
}

/** Runs the built command until it ends. */
async function run(args: string[], settings: Record<string, string>, { packageFolder = PACKAGE }: RunOptions = {}) {
  const [command, ...rest] = withLimitedAccess(process.execPath, join(packageFolder, 'dist/command/cli.js'), ...args);
  const child = spawn(command, rest, {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', DEMO: 'false', LOG_LEVEL: 'silent', ...settings },
    // Should it start, against what is expected.
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

function expectOneLine({ code, output }: Awaited<ReturnType<typeof run>>, text: string, expectedCode = 1): void {
  expect({ code, output }).toEqual({ code: expectedCode, output: expect.stringContaining(text) });
  expect(output.trim().split('\n')).toHaveLength(1);
}

/** Creates a database user who may log in, and runs statements as an administrator. @returns the URL of that user */
async function asPlainUser(name: string, statements: (database: string) => string): Promise<string> {
  const url = new URL(await freshPostgresUrl('empty'));
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`CREATE ROLE ${name} LOGIN; ${statements(url.pathname.slice(1))}`);
  await admin.end();
  url.username = name;
  return url.href;
}

describe('a start fails with one line', { concurrent: true }, () => {
  it('if DATA_DIR is a file, without leaving a lock next to it', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'data')]) {
      expectOneLine(await run([], { DATA_DIR: path }), `The data folder ${path} cannot be used:`);
    }
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('if the folder cannot be written', async () => {
    const parent = join(folder, 'read-only');
    mkdirSync(parent, { mode: 0o555 });
    const result = await run([], { DATA_DIR: join(parent, 'data') });
    expectOneLine(result, 'permission denied');
    expect(result.output).toContain('Set DATA_DIR to a folder');
  });

  it('if the port is in use, and creates no database', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const data = join(folder, 'never');
    const result = await run([], { DATA_DIR: data, PORT: String(port) });
    holder.close();
    expectOneLine(result, `Cannot listen on 127.0.0.1, port ${port}: another process is using it.`, 2);
    expect(existsSync(data)).toBe(false);
  });

  it('if the database user cannot use the role of requests', async () => {
    const url = await asPlainUser(
      'no_member',
      (name) => `GRANT CREATE ON DATABASE ${name} TO no_member; GRANT CREATE ON SCHEMA public TO no_member`,
    );
    expectOneLine(await run(['migrate'], { DATABASE_URL: url }), 'GRANT aispm_request TO no_member;');
  });

  it('if the database user cannot create tables', async () => {
    const url = await asPlainUser('no_owner', () => 'GRANT aispm_request TO no_owner');
    expectOneLine(
      await run(['migrate'], { DATABASE_URL: url }),
      'The database user lacks a privilege: permission denied for schema public.',
    );
  });

  it('if a newer release has removed what this one needs from the database', async () => {
    const url = await freshPostgresUrl();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`INSERT INTO migrations VALUES ('9998_future', now()), ('9999_contract_9998_future', now())`);
    await client.end();
    for (const args of [['serve'], ['worker'], ['migrate'], ['keys', 'list']]) {
      expectOneLine(
        await run(args, { DATABASE_URL: url }),
        'A newer release removed something from the database that this one needs (9999_contract_9998_future). Start the newer release',
      );
    }
  });

  it('if the embedded database is not installed, which PostgreSQL does not need', async () => {
    // The package as it is installed without its optional dependencies.
    const packageFolder = join(folder, 'package');
    for (const name of ['dist', 'migrations', 'package.json']) {
      cpSync(join(PACKAGE, name), join(packageFolder, name), { recursive: true });
    }
    expectOneLine(
      await run(['migrate'], { DATA_DIR: join(folder, 'embedded') }, { packageFolder }),
      'The embedded database is not installed. Set DATABASE_URL to a PostgreSQL server, or install @electric-sql/pglite.',
    );
    expect(await run(['migrate'], { DATABASE_URL: await freshPostgresUrl() }, { packageFolder })).toEqual({
      code: 0,
      output: 'The tables are up to date.\n',
    });
  });
});

it('the error of a PostgreSQL server that is too old names its version', async () => {
  const rows = [{ release: '14.13', version: 140_013, user: 'aispm' }];
  const connection = { query: async () => ({ rows, affectedRows: 0 }) } as unknown as Connection;
  await expect(prepareRequestRole(connection)).rejects.toThrow(
    'The database is PostgreSQL 14.13. The service needs version 15 or newer.',
  );
});
