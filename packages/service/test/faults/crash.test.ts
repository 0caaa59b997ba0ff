/** The process is killed while it writes: what it acknowledged is there, and nothing is there by half. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { embedded } from '../../src/database/embedded.ts';
import { postgres } from '../../src/database/postgres.ts';
import { createKey } from '../../src/keys/store.ts';
import { DATABASES, type DatabaseKind, freshPostgresUrl } from '../databases/databases.ts';
import { contentOf, readAll, Writers } from './load.ts';
import { type ServingProgram, serveProgram, startProgram } from './program.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'aispm-crash-'));
const running: ServingProgram[] = [];

afterAll(async () => {
  await Promise.all(running.map((program) => program.end('SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

/** A database that outlives the process: its settings, and a key for it. */
async function prepare(kind: DatabaseKind, name: string): Promise<{ settings: Record<string, string>; token: string }> {
  const path = join(folder, name);
  const url = kind === 'postgres' ? await freshPostgresUrl() : '';
  const database = openDatabase(
    kind === 'embedded'
      ? embedded({ folder: path, dump: new Blob([readFileSync(inject('embeddedDump'))]) })
      : postgres({ url, poolSize: 1, statementTimeoutMs: 10_000 }),
  );
  const token = await createKey(database, { workspaces: [{ tenantId: 't1', workspaceId: 'w1' }] });
  await database.close();
  return { settings: kind === 'embedded' ? { DATA_DIR: path } : { DATABASE_URL: url }, token };
}

async function serve(settings: Record<string, string>): Promise<ServingProgram> {
  const program = await serveProgram(settings);
  running.push(program);
  return program;
}

describe.each(DATABASES)('kill -9 on %s', (kind) => {
  test('everything acknowledged is there after the start, and nothing half-written', async () => {
    const { settings, token } = await prepare(kind, 'crash');
    const acknowledged: string[] = [];
    // The second life is killed as well: what a recovery leaves must be recoverable again.
    for (let life = 0; life < 2; life += 1) {
      const program = await serve(settings);
      const writers = new Writers(program.baseUrl, token, { prefix: `life${life}-` });
      await writers.acknowledge(100);
      await program.end('SIGKILL');
      await writers.stop();
      acknowledged.push(...writers.acknowledged);
    }
    const program = await serve(settings);
    const entries = await readAll(program.baseUrl, token);
    expect(acknowledged.filter((key) => !entries.has(key))).toEqual([]);
    for (const [key, { size, value }] of entries) {
      expect(value).toEqual(contentOf(key));
      expect(size).toBe(JSON.stringify(value).length);
    }
    expect((await program.end()).code).toBe(0);
  });
});

test('a data folder takes one process', async () => {
  const { settings } = await prepare('embedded', 'shared');
  await serve(settings);
  const { code, errors } = await startProgram(['serve'], { ...settings, PORT: '0' }).ended;
  expect({ code, errors }).toEqual({
    code: 1,
    errors: `aispm-service: Another process uses the data folder ${settings.DATA_DIR}. Stop it, or name another folder in DATA_DIR.\n`,
  });
});
