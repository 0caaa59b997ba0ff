/**
 * Queries on API keys. Keys don't belong to a workspace, so row-level security can't protect them, and requests can't access
 * their tables. The domain `api-keys` runs its queries here, as the owner of the tables, each with a condition for the keys
 * that are visible to the request's key.
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
