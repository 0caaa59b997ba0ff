/** The database cannot be used now: it is down, restarts, or has no connection to spare. Answered as 503. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** SQLSTATE classes and codes of a server that goes away, comes up, has too many clients or no space. */
const STATES = /^(08...|57P0[1-4]|53...|58...)$/;

/** Codes of the network. */
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);

/** Whether an error of a driver means that the database cannot be used now. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return STATES.test(code) || NETWORK.has(code);
  // The driver's own errors about its connection have no code.
  return /connection (terminated|ended|timeout)|client has encountered a connection error|timeout expired/i.test(
    error.message,
  );
}
