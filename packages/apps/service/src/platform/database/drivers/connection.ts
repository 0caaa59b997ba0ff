/** A connection to a database, PostgreSQL or embedded, as the pool and Kysely need it. */

/** The rows that a statement returns, and how many rows it has changed. */
export interface QueryResult {
  rows: unknown[];
  affectedRows: number;
}

/** A connection; its statements run one after the other, in the order in which they were sent. */
export interface Connection {
  /** Runs one statement. A text that is repeated is prepared once. */
  query(sql: string, parameters: readonly unknown[]): Promise<QueryResult>;
  /** Sends the statements of this turn of the event loop together, at its end. */
  gather(): void;
  /** Runs several statements without parameters. @returns the rows of all of them */
  execute(sql: string): Promise<unknown[]>;
  /** False once the connection is lost. */
  readonly isUsable: boolean;
  close(): Promise<void>;
}

/** Creates connections. */
export interface Connector {
  /** Maximum number of open connections. */
  readonly limit: number;
  /** Whether other processes can use the same database. */
  readonly isShared: boolean;
  connect(): Promise<Connection>;
  /** Closes what the connections share. */
  close(): Promise<void>;
}

/**
 * Converts a timestamp of the database, in UTC, to RFC 3339: `2026-01-02 03:04:05.67+00` to `2026-01-02T03:04:05.67Z`.
 * The two infinities remain as they are.
 */
export function parseTimestamp(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text;
}

/** Object identifiers of the types that need other parsers than those of the drivers. */
export const TYPE = { int8: 20, timestamptz: 1184 };
