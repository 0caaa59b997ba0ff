/** Kysely on one connection of the pool. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type { DB } from '../generated/tables.ts';
import type { Connection } from './connection.ts';

/** Typed queries on the tables of the service. */
export type Db = Kysely<DB>;

/** Makes queries that run on this connection, transactions too. */
export function queriesOn(connection: Connection): Db {
  const only = new OnlyConnection(connection);
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ConnectionDriver(only),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

class OnlyConnection implements DatabaseConnection {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery) {
    const { rows, affectedRows } = await this.connection.query(sql, parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) };
  }

  streamQuery(): never {
    throw new Error('Read in pages instead: a stream would hold the connection.');
  }
}

class ConnectionDriver implements Driver {
  readonly #only: OnlyConnection;

  constructor(only: OnlyConnection) {
    this.#only = only;
  }

  async init() {}

  async acquireConnection() {
    return this.#only;
  }

  async beginTransaction(_: DatabaseConnection, { isolationLevel }: TransactionSettings) {
    await this.#only.connection.execute(isolationLevel ? `BEGIN ISOLATION LEVEL ${isolationLevel}` : 'BEGIN');
  }

  async commitTransaction() {
    await this.#only.connection.execute('COMMIT');
  }

  async rollbackTransaction() {
    await this.#only.connection.execute('ROLLBACK');
  }

  async releaseConnection() {}

  async destroy() {}
}
