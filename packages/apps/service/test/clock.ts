import type { Clock } from '../src/platform/core/clock.ts';

/** A clock that is ahead of that of the machine: who sleeps, advances it. */
export class TestClock implements Clock {
  #aheadMs = 0;

  readonly now = () => Date.now() + this.#aheadMs;

  readonly sleep = async (milliseconds: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    this.advance(milliseconds);
  };

  /** Lets time pass. */
  advance(milliseconds: number): void {
    this.#aheadMs += milliseconds;
  }
}
