/** The database of the service. */

import { createSession, type Db, type Session } from './dialect.ts';
import type { Connection, Connector } from './drivers/connection.ts';
import { ACQUIRE_TIMEOUT_MS, Pool, type PoolState } from './pool.ts';
import { type Scope, SYSTEM } from './scope.ts';
import { SharedReads } from './shared-reads.ts';

export interface Database {
  /**
   * Runs queries in a scope, under row-level security. Queries that must be applied together need `session.transaction()`.
   */
  scoped<R>(scope: Scope, run: (session: Session) => Promise<R>): Promise<R>;
  /**
   * Runs short, read-only queries in a scope, under row-level security. Other reads of the same scope may use the connection at
   * the same time.
   */
  read<R>(scope: Scope, run: (db: Db) => Promise<R>): Promise<R>;
  /** Runs queries as the owner of the tables, across workspaces. */
  system<R>(run: (session: Session, connection: Connection) => Promise<R>): Promise<R>;
  readonly pool: PoolState;
  /** Whether other processes can also use it. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

/**
 * Opens a database. The first query connects to it.
 *
 * @param acquireTimeoutMs how long a query waits for a free connection, in milliseconds
 */
export function openDatabase(connector: Connector, acquireTimeoutMs = ACQUIRE_TIMEOUT_MS): Database {
  const pool = new Pool<Session>(connector, createSession, acquireTimeoutMs);
  const reads = new SharedReads(pool);
  return {
    read: (scope, run) => reads.run(scope, run),
    scoped: (scope, run) => pool.use(scope, run),
    system: (run) => pool.use(SYSTEM, run),
    isShared: connector.isShared,
    get pool() {
      return pool.state;
    },
    async close() {
      await pool.close();
      await connector.close();
    },
  };
}
