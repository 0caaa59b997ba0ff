/**
 * A connection needs its own session, for the scope of its requests, prepared statements, timeouts and advisory locks. A pooler
 * that uses another server session for each transaction mixes them up: see `docs/database.md`.
 */
import type { Connection } from './connection.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** SQLSTATE of statements that a pooler rejects: PgBouncer doesn't allow transactions in statement pooling mode. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Checks that two connections have separate sessions, which are different server processes, even while one of them is in a
 * transaction, which occupies a session.
 *
 * @throws {DatabaseUnavailable} if a pooler doesn't keep sessions
 */
export async function requireSessions(first: Connection, second: Connection): Promise<void> {
  const [one, other] = [await readProcess(first), await readProcess(second)];
  // If they were the same, they would wait for each other below.
  if (one === other) throw sessionsNotKept();
  const requireSame = async () => {
    // Starts with the second one: a round-robin pooler uses different sessions for two consecutive statements.
    if ((await readProcess(second)) !== other || (await readProcess(first)) !== one) throw sessionsNotKept();
  };
  await requireSame();
  for (const connection of [first, second]) {
    await startTransaction(connection);
    await requireSame();
    await connection.execute('ROLLBACK');
  }
}

async function readProcess(connection: Connection): Promise<number> {
  const [row] = await connection.execute('SELECT pg_backend_pid() AS process');
  return (row as { process: number }).process;
}

async function startTransaction(connection: Connection): Promise<void> {
  try {
    await connection.execute('BEGIN');
  } catch (error) {
    throw (error as { code?: unknown }).code === PROTOCOL_VIOLATION ? sessionsNotKept(error) : error;
  }
}

/** Returns the error for a pooler that doesn't keep sessions. */
export function sessionsNotKept(cause?: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable(
    'A pooler between the service and its database does not keep sessions: responses would lack records. Set its mode to ' +
      'session (PgBouncer: pool_mode = session), or DATABASE_URL to the server itself.',
    { cause },
  );
}
