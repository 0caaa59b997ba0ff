/**
 * What a connection keeps has to belong to it alone: the scope of its requests, prepared statements, timeouts, advisory locks. A
 * pooler that lends another session of the server for each transaction mixes them up: see `docs/database.md`.
 */
import type { Connection } from './connection.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** SQLSTATE of what a pooler does not pass on: PgBouncer rejects transactions where it pools statements. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Checks that two connections have sessions of their own: other processes of the server, also while one of them is in a transaction,
 * which occupies a session.
 *
 * @throws {DatabaseUnavailable} when a pooler does not keep sessions
 */
export async function requireSessions(first: Connection, second: Connection): Promise<void> {
  const [one, other] = [await readProcess(first), await readProcess(second)];
  // Two that are the same would wait for each other below.
  if (one === other) throw sessionsNotKept();
  const requireSame = async () => {
    // The second one again at first: a pooler that takes turns lends another session for two consecutive statements.
    if ((await readProcess(second)) !== other || (await readProcess(first)) !== one) throw sessionsNotKept();
  };
  await requireSame();
  for (const connection of [first, second]) {
    await begin(connection);
    await requireSame();
    await connection.execute('ROLLBACK');
  }
}

async function readProcess(connection: Connection): Promise<number> {
  const [row] = await connection.execute('SELECT pg_backend_pid() AS process');
  return (row as { process: number }).process;
}

async function begin(connection: Connection): Promise<void> {
  try {
    await connection.execute('BEGIN');
  } catch (error) {
    throw (error as { code?: unknown }).code === PROTOCOL_VIOLATION ? sessionsNotKept(error) : error;
  }
}

/** Returns the error for a pooler that does not keep sessions. */
export function sessionsNotKept(cause?: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable(
    'A pooler between the service and its database does not keep sessions: responses would lack records. Set its mode to ' +
      'session (PgBouncer: pool_mode = session), or DATABASE_URL to the server itself.',
    { cause },
  );
}
