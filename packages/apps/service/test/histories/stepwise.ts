/** A database whose statements wait for a test, so that it determines what happens between them. */
import type { Connection, Connector } from '../../src/platform/database/connection.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { postgres } from '../../src/platform/database/postgres.ts';

/** A statement that is about to run. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/**
 * Opens a database with one connection.
 *
 * @param before runs before each statement, which fails with its error
 */
export function openStepwise(url: string, before: (statement: Statement) => Promise<void>): Database {
  const connector = postgres({ url, poolSize: 1, statementTimeoutMs: 60_000 });
  return openDatabase({
    limit: connector.limit,
    isShared: connector.isShared,
    close: () => connector.close(),
    async connect() {
      const connection = await connector.connect();
      return {
        get isUsable() {
          return connection.isUsable;
        },
        async query(sql, parameters) {
          await before({ sql, parameters });
          return connection.query(sql, parameters);
        },
        async execute(sql) {
          // A transaction always ends.
          if (sql !== 'ROLLBACK') await before({ sql, parameters: [] });
          return connection.execute(sql);
        },
        close: () => connection.close(),
      } satisfies Connection;
    },
  } satisfies Connector);
}
