/** Errors of a temporarily unavailable database. Requests get 503, because the same request may succeed later. */

/** The database is down, restarting, has no free connection, or isn't prepared for this release. The message is one line. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** No connection became free within the time that a request may wait. */
export class DatabaseBusy extends DatabaseUnavailable {
  override name = 'DatabaseBusy';
}

const UNREACHABLE = 'The service cannot reach its database';

/** SQLSTATEs of temporary conditions, and the reason in responses. */
const REASONS: readonly [RegExp, string][] = [
  [/^53100$/, 'The database of the service has no space left'],
  [/^(57014|55P03)$/, 'The database took too long for this request, which had no effect'],
  [/^(40001|40P01)$/, 'The request conflicted with another one that changes the same, and had no effect'],
  [/^53[2-4]00$/, 'The service is busy'],
  [/^(08...|57P0[1-5]|53...|58...)$/, UNREACHABLE],
];

/** SQLSTATE of a statement that exceeded its timeout. */
const STATEMENT_TIMEOUT = '57014';

/** Returns whether a statement exceeded its timeout. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === STATEMENT_TIMEOUT;
}

/** Network error codes. */
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);

/**
 * Returns why the database is temporarily unavailable, for a client: a clause without a period that doesn't repeat any part of
 * the error. Undefined for other errors.
 */
export function findUnavailability(error: unknown): string | undefined {
  if (error instanceof DatabaseBusy) return 'The service is busy';
  if (error instanceof DatabaseUnavailable) return UNREACHABLE;
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    return NETWORK.has(code) ? UNREACHABLE : REASONS.find(([states]) => states.test(code))?.[1];
  }
  // The driver's own connection errors don't have a code.
  return /connection (terminated|ended|timeout)|client has encountered a connection error|timeout expired/i.test(
    error.message,
  )
    ? UNREACHABLE
    : undefined;
}
