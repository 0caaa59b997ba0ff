/** Connections to a PostgreSQL server. */
import pg from 'pg';
import type { Connection, Connector } from './connection.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { getParser } from './row-reader.ts';
import { requireSessions } from './sessions.ts';

/** Maximum number of prepared statements per connection. Further ones run unprepared. */
const MAX_PREPARED = 500;

/** Lets the server end the transactions of a lost machine within 20 seconds, which releases their locks. */
const KEEP_ALIVE = 'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/**
 * JIT compilation takes longer than the service's queries, and would be triggered by the inflated cost of plans that have to
 * sort despite `planByOrder`.
 */
const JIT = 'SET jit = off';

/** Settings of the connections to a server. */
export interface PostgresSettings {
  /** Such as `postgres://user:password@host:5432/name`. */
  url: string;
  /** Maximum number of connections, at least 1. */
  poolSize: number;
  /** The server cancels statements that take longer, in milliseconds. */
  statementTimeoutMs: number;
  /** Timeout for connecting, in milliseconds; default: 5 seconds. */
  connectTimeoutMs?: number;
}

/** Returns a connector for a server. */
export function postgres(settings: PostgresSettings): Connector {
  const { url, poolSize, statementTimeoutMs, connectTimeoutMs = 5_000 } = settings;
  const nameStatement = createStatementNames();
  const connect = async (): Promise<Connection> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'aispm-service',
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      types: { getTypeParser: (id) => getParser(id) },
      // Statements don't have to wait for the results of preceding ones.
      pipeline: true,
    });
    let isUsable = true;
    const markLost = () => {
      isUsable = false;
    };
    // Without a listener, the error of a lost connection would end the process.
    client.on('error', markLost);
    client.on('end', markLost);
    await client.connect();
    // Not as connection parameters, which poolers reject or ignore.
    await client.query(
      `SET timezone = 'UTC'; SET datestyle = 'ISO'; SET statement_timeout = ${statementTimeoutMs}; ${KEEP_ALIVE}; ${JIT}`,
    );
    const prepared = new PreparedStatements(client);
    const gather = createGathering(client);
    return {
      get isUsable() {
        return isUsable;
      },
      gather,
      async query(text, values) {
        const name = nameStatement(text);
        if (name !== undefined) return prepared.execute(name, text, values);
        const { rows, rowCount } = await client.query({ text, values: [...values] });
        return { rows, affectedRows: rowCount ?? 0 };
      },
      async execute(sql) {
        // The driver returns an array for several statements.
        const results: pg.QueryResult | pg.QueryResult[] = await client.query(sql);
        return [results].flat().flatMap(({ rows }) => rows);
      },
      async close() {
        markLost();
        await client.end();
      },
    };
  };
  let checked: Promise<void> | undefined;
  return {
    limit: poolSize,
    isShared: true,
    async connect() {
      const connection = await connect();
      checked ??= checkSessions(connection, connect);
      try {
        await checked;
        return connection;
      } catch (error) {
        checked = undefined;
        await connection.close().catch(() => {});
        throw error;
      }
    },
    async close() {},
  };
}

/** On the first connection, checks that each connection has its own session, by opening another one. */
async function checkSessions(connection: Connection, connect: () => Promise<Connection>): Promise<void> {
  const other = await connect();
  try {
    await requireSessions(connection, other);
  } finally {
    await other.close().catch(() => {});
  }
}

/** Returns a function that buffers writes to the server until the end of the turn. */
function createGathering({ connection: { stream } }: pg.Client): () => void {
  let isGathering = false;
  const send = () => {
    isGathering = false;
    stream.uncork();
  };
  return () => {
    if (isGathering) return;
    isGathering = true;
    stream.cork();
    setImmediate(send);
  };
}

/** Returns a function that names statements, so the server prepares each one once; undefined for statements beyond the limit. */
function createStatementNames(): (sql: string) => string | undefined {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= MAX_PREPARED) return known;
    const name = `aispm_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
