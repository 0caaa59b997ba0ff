/** Runs tasks one at a time. */
export class Mutex {
  #isLocked = false;
  readonly #waiting: (() => void)[] = [];

  /**
   * Acquires the lock, in the order of the calls.
   *
   * @param signal ends the wait
   * @returns a function that releases the lock, and may be called repeatedly; undefined if the signal ended the wait
   */
  async acquire(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    if (this.#isLocked && !(await this.#wait(signal))) return undefined;
    this.#isLocked = true;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#isLocked = false;
    };
  }

  /** @returns whether the lock was passed on to the caller, without being released in between */
  #wait(signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const start = () => resolve(true);
    const stop = () => {
      const index = this.#waiting.indexOf(start);
      if (index === -1) return;
      this.#waiting.splice(index, 1);
      resolve(false);
    };
    this.#waiting.push(start);
    signal.addEventListener('abort', stop, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', stop));
  }

  /**
   * Runs a task while holding the lock.
   *
   * @throws the reason of the signal if it ended the wait
   */
  async runExclusive<R>(signal: AbortSignal, task: () => Promise<R>): Promise<R> {
    const release = await this.acquire(signal);
    if (!release) throw signal.reason;
    try {
      return await task();
    } finally {
      release();
    }
  }
}
