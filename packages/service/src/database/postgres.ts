/** Connections to a PostgreSQL server. */
import pg from 'pg';
import { type Connection, type Connector, parseTimestamp, TYPE } from './connection.ts';

/** Statements that are prepared on each connection; more would be a leak, and run unprepared. */
const MAX_PREPARED = 500;

const CONNECT_TIMEOUT_MS = 5_000;

/** Settings of the server's connections. */
export interface PostgresSettings {
  /** Such as `postgres://user:password@host:5432/name`. */
  url: string;
  /** Most connections, 1 or more. */
  poolSize: number;
  /** A statement that takes longer is ended by the server, in milliseconds. */
  statementTimeoutMs: number;
}

/** Connects to a server. */
export function postgres({ url, poolSize, statementTimeoutMs }: PostgresSettings): Connector {
  const names = new Map<string, string>();
  const nameOf = (sql: string) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= MAX_PREPARED) return known;
    const name = `aispm_${names.size}`;
    names.set(sql, name);
    return name;
  };
  return {
    limit: poolSize,
    isShared: true,
    async connect() {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'aispm-service',
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        statement_timeout: statementTimeoutMs,
        keepAlive: true,
        options: '-c timezone=UTC -c datestyle=ISO',
        types: { getTypeParser: (id, format) => PARSERS.get(id) ?? pg.types.getTypeParser(id, format as 'text') },
      });
      let isUsable = true;
      const lose = () => {
        isUsable = false;
      };
      // Without a listener a lost connection would end the process.
      client.on('error', lose);
      client.on('end', lose);
      await client.connect();
      return {
        get isUsable() {
          return isUsable;
        },
        async query(text, values) {
          const name = nameOf(text);
          const { rows, rowCount } = await client.query({ text, values: [...values], ...(name && { name }) });
          return { rows, affectedRows: rowCount ?? 0 };
        },
        async execute(sql) {
          // The driver gives an array where there are several statements.
          const results: pg.QueryResult | pg.QueryResult[] = await client.query(sql);
          return [results].flat().flatMap(({ rows }) => rows);
        },
        async close() {
          lose();
          await client.end();
        },
      } satisfies Connection;
    },
    async close() {},
  };
}

const PARSERS = new Map<number, (text: string) => unknown>([
  [TYPE.int8, Number],
  [TYPE.timestamptz, parseTimestamp],
]);
