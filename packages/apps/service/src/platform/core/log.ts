/** The log of everything except requests, which the server logs. */
import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Creates a log that writes JSON lines to standard output. */
export function createLog(level: string): Log {
  return pino({ level });
}
