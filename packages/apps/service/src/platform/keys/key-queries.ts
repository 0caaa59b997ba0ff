/**
 * Queries on API keys. Keys belong to no workspace, so no row-level security protects them, and requests have no access to their
 * tables: the domain `api-keys` runs its queries here, as the owner of the tables, each with the condition of what the key of the
 * request may see.
 */
import type { Database } from '../database/database.ts';
import type { Db } from '../database/dialect.ts';

type RunQueries = <R>(run: (db: Db) => Promise<R>) => Promise<R>;

export interface KeyQueries {
  /** Runs queries. */
  read: RunQueries;
  /** Runs queries in a transaction. */
  transaction: RunQueries;
}

export function createKeyQueries(database: Database): KeyQueries {
  return {
    read: (run) => database.system(run),
    transaction: (run) => database.system((session) => session.transaction().execute(run)),
  };
}
