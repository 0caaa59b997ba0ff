/** Where what happens beside requests is written. Requests have the server's own log. */
import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Makes a log that writes JSON lines to standard output. */
export function createLog(level: string): Log {
  return pino({ level });
}
