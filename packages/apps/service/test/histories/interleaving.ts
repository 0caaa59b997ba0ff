/** A database whose statements wait for a test, which determines what happens between them. */
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { observeStatements } from '../databases/observe-statements.ts';
import { testPostgres } from '../databases/test-postgres.ts';

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
export function openInterleaved(url: string, before: (statement: Statement) => Promise<void>): Database {
  const connector = testPostgres(url);
  return openDatabase(
    observeStatements(connector, async (sql, parameters = []) => {
      // A transaction always ends.
      if (sql !== 'ROLLBACK') await before({ sql, parameters });
    }),
  );
}
