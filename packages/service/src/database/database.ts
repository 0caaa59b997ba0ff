/** The database of the service. */
import type { Connection, Connector } from './connection.ts';
import { type Db, queriesOn } from './dialect.ts';
import { Pool, type PoolState } from './pool.ts';
import { type Scope, SYSTEM } from './scope.ts';

export interface Database {
  /**
   * Runs some work in the scope of a caller, under row-level security. What has to happen as a whole needs
   * `db.transaction()` inside.
   */
  scoped<R>(scope: Scope, work: (db: Db) => Promise<R>): Promise<R>;
  /** Runs some work as the owner of the tables, across workspaces. */
  system<R>(work: (db: Db, connection: Connection) => Promise<R>): Promise<R>;
  readonly pool: PoolState;
  /** Whether other processes may use it as well. */
  readonly isShared: boolean;
  close(): Promise<void>;
}

/** Opens a database. It connects when it is first used. */
export function openDatabase(connector: Connector): Database {
  const pool = new Pool<Db>(connector, queriesOn);
  return {
    scoped: (scope, work) => pool.use(scope, work),
    system: (work) => pool.use(SYSTEM, work),
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
