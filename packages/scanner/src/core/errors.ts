/** Errors that users can correct. */

/** What the user asked for can't be done; the message says why, and what to do. */
export class ScanError extends Error {
  override readonly name = 'ScanError';
}
