/** When the database cannot do now what it is asked: answered as 503, for the same request may succeed later. */

/** The database is down, restarts, or has no connection to spare. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Every connection is in use, and stayed so for as long as a request may wait. */
export class DatabaseBusy extends DatabaseUnavailable {
  override name = 'DatabaseBusy';
}

const UNREACHABLE = 'The service cannot reach its database';

/** SQLSTATEs of a server that may do the same another time, with what a client is told of them. */
const REASONS: readonly [RegExp, string][] = [
  [/^53100$/, 'The database of the service has no space left'],
  [/^(57014|55P03)$/, 'The database took too long for this request, which had no effect'],
  [/^(40001|40P01)$/, 'The request met another one that changes the same, and had no effect'],
  [/^53[2-4]00$/, 'The service is busy'],
  [/^(08...|57P0[1-5]|53...|58...)$/, UNREACHABLE],
];

/** Codes of the network. */
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);

/**
 * What a client is told when an error of a driver means that the database cannot be used now: a clause without a full stop,
 * and nothing of the error itself. Undefined for every other error.
 */
export function unavailability(error: unknown): string | undefined {
  if (error instanceof DatabaseBusy) return 'The service is busy';
  if (error instanceof DatabaseUnavailable) return UNREACHABLE;
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    return NETWORK.has(code) ? UNREACHABLE : REASONS.find(([states]) => states.test(code))?.[1];
  }
  // The driver's own errors about its connection have no code.
  return /connection (terminated|ended|timeout)|client has encountered a connection error|timeout expired/i.test(
    error.message,
  )
    ? UNREACHABLE
    : undefined;
}
