/**
 * Kysely on one connection of the pool. Kysely's own dialects are made for pools without scopes, and differ between PostgreSQL
 * and PGlite. This one serves both, and executes queries without acquiring a connection for each: see `docs/database.md`.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCreator,
  type TransactionSettings,
} from 'kysely';
import type { DB } from '../../generated/tables.ts';
import type { Connection } from './drivers/connection.ts';

/** Typed queries on the tables of the service. They may run inside a transaction, so they can't start one. */
export type Db = QueryCreator<DB> & Pick<Kysely<DB>, 'executeQuery' | 'getExecutor'>;

/** Typed queries on a connection without a transaction: `transaction()` starts one. */
export type Session = Kysely<DB>;

/** Creates a session whose queries and transactions run on this connection. */
export function createSession(connection: Connection): Session {
  const kyselyConnection = new KyselyConnection(connection);
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ConnectionDriver(kyselyConnection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

class KyselyConnection implements DatabaseConnection {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery) {
    const { rows, affectedRows } = await this.connection.query(sql, parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) };
  }

  streamQuery(): never {
    throw new Error('A stream would hold the connection. Read the rows in pages instead.');
  }
}

class ConnectionDriver implements Driver {
  readonly #connection: KyselyConnection;

  constructor(connection: KyselyConnection) {
    this.#connection = connection;
  }

  async init() {}

  async acquireConnection() {
    return this.#connection;
  }

  async beginTransaction(_: DatabaseConnection, { isolationLevel }: TransactionSettings) {
    await this.#connection.connection.execute(isolationLevel ? `BEGIN ISOLATION LEVEL ${isolationLevel}` : 'BEGIN');
  }

  async commitTransaction() {
    await this.#connection.connection.execute('COMMIT');
  }

  async rollbackTransaction() {
    await this.#connection.connection.execute('ROLLBACK');
  }

  async releaseConnection() {}

  async destroy() {}
}
