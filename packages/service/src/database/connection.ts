/** One connection to a database, PostgreSQL or embedded: what the pool and Kysely need of it. */

/** The rows of an answer, and how many rows a statement changed. */
export interface QueryResult {
  rows: unknown[];
  affectedRows: number;
}

/** A connection; statements run one after the other. */
export interface Connection {
  /** Runs one statement. Text that comes again is prepared once. */
  query(sql: string, parameters: readonly unknown[]): Promise<QueryResult>;
  /** Runs several statements without parameters, and gives the rows of all of them. */
  execute(sql: string): Promise<unknown[]>;
  /** False once it is lost: it cannot be used any more. */
  readonly isUsable: boolean;
  close(): Promise<void>;
}

/** Makes connections. */
export interface Connector {
  /** Most connections that may be open at once. */
  readonly limit: number;
  /** Whether other processes may use the same database. */
  readonly isShared: boolean;
  connect(): Promise<Connection>;
  /** Ends what the connections share. */
  close(): Promise<void>;
}

/**
 * A timestamp as the database writes it, in UTC, as RFC 3339: `2026-01-02 03:04:05.67+00` to `2026-01-02T03:04:05.67Z`.
 * The two infinities stay as they are.
 */
export function parseTimestamp(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text;
}

/** Object identifiers of the types that are read in another way than the drivers do by themselves. */
export const TYPE = { int8: 20, timestamptz: 1184 };
