/** Reads that share a connection: they never see what belongs to others, and none is affected by what happens to another. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { ensureWorkspace } from '../../src/composition/workspaces.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import { findUnavailability } from '../../src/platform/database/drivers/unavailable.ts';
import { TIMEOUT_MS } from '../timeouts.ts';
import { describeOnDatabases, freshDatabase, freshPostgresUrl } from './databases.ts';
import { testPostgres } from './test-postgres.ts';

const scopeOf = (name: string) => ({ tenantId: `tenant-${name}`, workspaceId: 'main', userId: `user-${name}` });
const SCOPE = scopeOf('a');
/** The maximum number of reads that share a connection. */
const BATCH = 4;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Opens a fresh database on PostgreSQL. */
async function open(poolSize: number, statementTimeoutMs = TIMEOUT_MS): Promise<{ database: Database; url: string }> {
  const url = await freshPostgresUrl();
  const database = openDatabase(testPostgres(url, poolSize, statementTimeoutMs));
  closing.push(() => database.close());
  return { database, url };
}

/** Connects another client. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  closing.push(() => client.end());
  return client;
}

/** Runs reads in the same turn. */
function readTogether<R>(database: Database, reads: ((db: Db) => Promise<R>)[]): Promise<PromiseSettledResult<R>[]> {
  return Promise.allSettled(reads.map((read) => database.read(SCOPE, read)));
}

const readNumber = (value: number) => async (db: Db) => {
  const { rows } = await sql<{ value: number }>`SELECT ${value}::integer AS value`.execute(db);
  return rows[0]?.value;
};
const readProcess = async (db: Db) => {
  const { rows } = await sql<{ id: number }>`SELECT pg_backend_pid() AS id`.execute(db);
  return rows[0]?.id;
};
const fulfilled = <R>(value: R) => ({ status: 'fulfilled', value });
const rejected = (code: string) => ({ status: 'rejected', reason: expect.objectContaining({ code }) });

describeOnDatabases('concurrent reads', (kind) => {
  it('only see committed rows of their workspace', async () => {
    const database = await freshDatabase(kind, 3);
    closing.push(() => database.close());
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) await ensureWorkspace(database, scopeOf(name));
    const seen = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const name = names[(index * 7 + (index >> 3)) % names.length] as string;
        // Some start in later turns, while others are under way; some run two statements.
        for (let turn = 0; turn < index % 5; turn += 1) await new Promise(setImmediate);
        return database.read(scopeOf(name), async (db) => {
          const read = () => db.selectFrom('rules').select(['tenant_id']).distinct().execute();
          const rows = [...(await read()), ...(index % 3 === 0 ? await read() : [])];
          return { name, tenants: new Set(rows.map(({ tenant_id }) => tenant_id)) };
        });
      }),
    );
    for (const { name, tenants } of seen) expect([...tenants]).toEqual([`tenant-${name}`]);
    await expect.poll(() => database.pool.open - database.pool.idle).toBe(0);
  });

  it('never run in the transaction of another request', async () => {
    const database = await freshDatabase(kind, 1);
    closing.push(() => database.close());
    await ensureWorkspace(database, SCOPE);
    const countRules = async (db: Db) => (await db.selectFrom('rules').select('rule_id').execute()).length;
    const countOften = async (db: Db) => {
      const counts = new Set<number>();
      for (let time = 0; time < 10; time += 1) counts.add(await countRules(db));
      return [...counts];
    };
    const before = await database.read(SCOPE, countRules);
    expect(before).toBeGreaterThan(0);
    const readOften = () => Array.from({ length: 6 }, () => database.read(SCOPE, countOften));
    const rollback = new Error('rolled back');
    const earlier = readOften();
    const transaction = database.scoped(SCOPE, (session) =>
      session.transaction().execute(async (db) => {
        await db.deleteFrom('rules').execute();
        for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
        throw rollback;
      }),
    );
    const later = readOften();
    await expect(transaction).rejects.toBe(rollback);
    for (const counts of await Promise.all([...earlier, ...later])) expect(counts).toEqual([before]);
  });

  it('let others have the connection, no matter how many follow', async () => {
    const database = await freshDatabase(kind, 1);
    closing.push(() => database.close());
    let isOver = false;
    // They differ in length, so that at any time some are under way, while others start.
    const stream = async (_: unknown, index: number) => {
      while (!isOver) {
        await database.read(SCOPE, async (db) => {
          for (let number = 0; number <= index; number += 1) await readNumber(number)(db);
        });
      }
    };
    const streams = Array.from({ length: 2 * BATCH }, stream);
    await database.read(SCOPE, readNumber(1));
    expect(await database.scoped(SCOPE, readNumber(2))).toBe(2);
    expect(await database.scoped(scopeOf('b'), readNumber(3))).toBe(3);
    isOver = true;
    await Promise.all(streams);
  });
});

it('reads of one event loop turn and scope share a connection, up to a limit', async () => {
  const { database, url } = await open(10);
  const outcomes = await readTogether(database, Array(2 * BATCH + 1).fill(readProcess));
  const processes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined));
  expect(new Set(processes.slice(0, BATCH)).size).toBe(1);
  expect(new Set(processes).size).toBe(3);
  // Those of later turns don't wait for what may take long.
  const other = await connect(url);
  await other.query('BEGIN; LOCK TABLE rules IN ACCESS EXCLUSIVE MODE');
  const slow = database.read(SCOPE, (db) => db.selectFrom('rules').select('rule_id').execute());
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(await database.read(SCOPE, readNumber(1))).toBe(1);
  await other.query('ROLLBACK');
  expect(await slow).toEqual([]);
});

it('a statement that fails does not affect others', async () => {
  const { database } = await open(1);
  const fail = (db: Db) => sql<never>`SELECT 1 / ${0}::integer`.execute(db) as Promise<never>;
  const failAtPreparation = (db: Db) => sql<never>`SELECT missing FROM nowhere`.execute(db) as Promise<never>;
  for (let round = 0; round < 3; round += 1) {
    expect(await readTogether<unknown>(database, [readNumber(1), fail, readNumber(2), readNumber(3)])).toEqual([
      fulfilled(1),
      rejected('22012'),
      fulfilled(2),
      fulfilled(3),
    ]);
    // Each gets the true reason, and not that the statement wasn't prepared.
    expect(await readTogether<unknown>(database, [failAtPreparation, readNumber(4), failAtPreparation])).toEqual([
      rejected('42P01'),
      fulfilled(4),
      rejected('42P01'),
    ]);
  }
});

it('a value that cannot be sent or read only fails its own read', async () => {
  const { database } = await open(1);
  const unsendable = {
    toPostgres() {
      throw new RangeError('unsendable');
    },
  };
  const fail = (db: Db) => sql<never>`SELECT ${unsendable as never}::integer AS value`.execute(db) as Promise<never>;
  for (let round = 0; round < 3; round += 1) {
    expect(await readTogether<unknown>(database, [readNumber(1), fail, readNumber(2)])).toEqual([
      fulfilled(1),
      { status: 'rejected', reason: expect.objectContaining({ message: 'unsendable' }) },
      fulfilled(2),
    ]);
  }
});

it('a statement that takes too long is ended alone, even while it is prepared', async () => {
  const { database, url } = await open(1, 1_000);
  const sleep = (db: Db) => sql<never>`SELECT pg_sleep(${30})`.execute(db) as Promise<never>;
  expect(await readTogether<unknown>(database, [readNumber(1), sleep, readNumber(2)])).toEqual([
    fulfilled(1),
    rejected('57014'),
    fulfilled(2),
  ]);
  const other = await connect(url);
  await other.query('BEGIN; LOCK TABLE rules IN ACCESS EXCLUSIVE MODE');
  const countRules = async (db: Db) => (await db.selectFrom('rules').select('rule_id').execute()).length;
  const outcomes = await readTogether<unknown>(database, [
    async (db) => {
      await countRules(db).finally(() => other.query('ROLLBACK'));
    },
    countRules,
    readNumber(3),
  ]);
  expect(outcomes).toEqual([rejected('57014'), fulfilled(0), fulfilled(3)]);
});

it('reads fail as unavailable when their connection is lost, and later reads get another one', async () => {
  const { database, url } = await open(1);
  const other = await connect(url);
  const process = await database.read(SCOPE, readProcess);
  const sleep = (db: Db) => sql<never>`SELECT pg_sleep(${TIMEOUT_MS / 1_000})`.execute(db) as Promise<never>;
  const lost = readTogether<unknown>(database, [sleep, readNumber(1), readNumber(2)]);
  await expect
    .poll(
      async () =>
        (await other.query("SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid = $1", [process]))
          .rowCount,
    )
    .toBe(1);
  await other.query('SELECT pg_terminate_backend($1)', [process]);
  for (const outcome of await lost) {
    expect(outcome.status).toBe('rejected');
    expect(findUnavailability((outcome as PromiseRejectedResult).reason)).toMatch(/cannot reach its database/);
  }
  expect(await database.read(SCOPE, readNumber(3))).toBe(3);
});

it('reads fail while no connection can be opened, and succeed once one can', async () => {
  const { url } = await open(1);
  const connector = testPostgres(url);
  let isAway = true;
  const database = openDatabase({
    ...connector,
    connect: async () => (isAway ? Promise.reject(new Error('away')) : connector.connect()),
  });
  closing.push(() => database.close());
  expect(await readTogether<unknown>(database, Array(BATCH - 1).fill(readNumber(1)))).toEqual(
    Array(BATCH - 1).fill({
      status: 'rejected',
      reason: expect.objectContaining({ name: 'DatabaseUnavailable' }),
    }),
  );
  expect(database.pool).toEqual({ open: 0, idle: 0, waiting: 0 });
  isAway = false;
  expect(await database.read(SCOPE, readNumber(2))).toBe(2);
});
