/** The time of a process, as a parameter: tests advance a clock of their own instead of waiting. */
import { setTimeout } from 'node:timers/promises';

/** A clock. */
export interface Clock {
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Waits. @throws when the signal is aborted */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
}

/** The clock of the machine. */
export const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { ...(signal && { signal }) }),
};
