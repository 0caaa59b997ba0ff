/** A connection to a PostgreSQL or embedded database, as required by the pool and Kysely. */

/** The rows that a statement returned, and the number of rows that it changed. */
export interface QueryResult {
  rows: unknown[];
  affectedRows: number;
}

/** A connection; its statements run one after the other, in the order in which they were sent. */
export interface Connection {
  /** Runs one statement. Repeated statements are prepared once. */
  query(sql: string, parameters: readonly unknown[]): Promise<QueryResult>;
  /** Buffers the statements of this turn of the event loop, and sends them together at its end. */
  gather(): void;
  /** Runs several statements without parameters. @returns the rows of all statements */
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
  /** Closes resources that the connections share. */
  close(): Promise<void>;
}

/**
 * Converts a timestamp of the database, in UTC, to RFC 3339: `2026-01-02 03:04:05.67+00` to `2026-01-02T03:04:05.67Z`.
 * `infinity` and `-infinity` stay unchanged.
 */
export function parseTimestamp(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text;
}

/** Object identifiers of the types that need custom parsers. */
export const TYPE = { int8: 20, timestamptz: 1184 };
