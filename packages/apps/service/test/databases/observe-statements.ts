/** A database that tells which statements it's about to run. */
import type { Connection, Connector } from '../../src/platform/database/drivers/connection.ts';

/**
 * Calls a function before each statement, which fails with its error.
 *
 * @param before gets the text and the parameters; no parameters for what starts or ends a transaction
 */
export function observeStatements(
  connector: Connector,
  before: (sql: string, parameters?: readonly unknown[]) => Promise<void> | void,
): Connector {
  return {
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
          await before(sql, parameters);
          return connection.query(sql, parameters);
        },
        gather: () => connection.gather(),
        async execute(sql) {
          await before(sql);
          return connection.execute(sql);
        },
        close: () => connection.close(),
      } satisfies Connection;
    },
  };
}
