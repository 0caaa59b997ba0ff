/** Prepares a PostgreSQL server for requests, which run as a role that owns nothing, so row-level security applies to it. */
import type { Connection } from './drivers/connection.ts';
import { DatabaseUnavailable } from './drivers/unavailable.ts';

const ROLE = 'aispm_request';

/** The oldest supported version of PostgreSQL, as in `server_version_num`. */
const MIN_VERSION = 150_000;

/** Creates the role, and makes this user a member. Several databases of a server may do so at the same time. */
const CREATE_ROLE = `
  DO $$
  BEGIN
    CREATE ROLE ${ROLE} NOLOGIN;
  EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
  END
  $$;
  DO $$
  BEGIN
    GRANT ${ROLE} TO CURRENT_USER;
  EXCEPTION
    WHEN unique_violation THEN NULL;
  END
  $$`;

/** SQLSTATE of a missing privilege. */
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Checks the server version, and ensures that this user can switch to the request role. Membership alone isn't enough: since
 * PostgreSQL 16, a role's creator administers it, but can't switch to it.
 *
 * @throws {DatabaseUnavailable} with the statements for an administrator if the privilege is missing
 */
export async function prepareRequestRole(connection: Connection): Promise<void> {
  const { rows } = await connection.query(
    `SELECT current_setting('server_version') AS release, current_setting('server_version_num')::int AS version,
       quote_ident(current_user) AS "user"`,
    [],
  );
  const [{ release, version, user }] = rows as [{ release: string; version: number; user: string }];
  if (version < MIN_VERSION) {
    throw new DatabaseUnavailable(`The database is PostgreSQL ${release}. The service needs version 15 or newer.`);
  }
  if (await canBecomeRole(connection)) return;
  try {
    await connection.execute(CREATE_ROLE);
  } catch (error) {
    if (!isMissingPrivilege(error)) throw error;
    throw new DatabaseUnavailable(
      `The database user ${user} can't switch to the role ${ROLE}, which runs requests. ` +
        `Have an administrator run: CREATE ROLE ${ROLE} NOLOGIN; (unless it exists) GRANT ${ROLE} TO ${user};`,
      { cause: error },
    );
  }
}

/** Returns whether the database rejected a statement because of a missing privilege. */
export function isMissingPrivilege(error: unknown): error is Error {
  return (error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE;
}

async function canBecomeRole(connection: Connection): Promise<boolean> {
  try {
    await connection.execute(`SET ROLE ${ROLE}`);
  } catch (error) {
    // 22023: the role doesn't exist.
    if (isMissingPrivilege(error) || (error as { code?: unknown }).code === '22023') return false;
    throw error;
  }
  await connection.execute('RESET ROLE');
  return true;
}
