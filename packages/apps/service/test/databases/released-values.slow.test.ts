/** A connection lives as long as its process, so it mustn't retain the values of statements that it has executed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import type { Connection } from '../../src/platform/database/drivers/connection.ts';
import { isFree } from '../garbage.ts';
import { describeOnDatabases, freshDatabase } from './databases.ts';

/** Executes a statement with a value. @returns weak references to the value, and to the first row if there's one */
async function execute(connection: Connection, statement: string): Promise<WeakRef<object>[]> {
  const value = Buffer.alloc(1024, 'a');
  const result = await connection.query(statement, [value]).catch(() => ({ rows: [] }));
  return [value, ...result.rows.slice(0, 1)].map((object) => new WeakRef(object as object));
}

describeOnDatabases('a connection', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(kind);
  });
  afterAll(() => database.close());

  it.each([
    ['returns no rows', 'INSERT INTO contents VALUES ($1)', 1],
    ['returns rows', 'SELECT length($1::bytea), $1::bytea AS content', 2],
    ['returns none of its rows', 'SELECT $1::bytea WHERE false', 1],
    ['fails', 'SELECT 1 / (length($1::bytea) - length($1::bytea))', 1],
    ['cannot be prepared', 'SELECT $1::bytea FROM nothing', 1],
  ])('releases the values of a statement that %s', async (_, statement, count) => {
    await database.system(async (_, connection) => {
      await connection.execute('CREATE TEMPORARY TABLE IF NOT EXISTS contents (content bytea)');
      for (const execution of ['first', 'second']) {
        const references = await execute(connection, statement);
        expect(references).toHaveLength(count);
        for (const reference of references) expect(await isFree(reference), execution).toBe(true);
      }
    });
  });
});
