/** The time of a process, as a parameter, so tests can advance a clock instead of waiting. */
import { setTimeout } from 'node:timers/promises';

/** A clock. */
export interface Clock {
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Waits. @throws if the signal is aborted */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
}

/** The clock of the machine. */
export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { ...(signal && { signal }) }),
};
