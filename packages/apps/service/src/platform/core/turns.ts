/** Lets tasks run one after the other. */
export class Turns {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /**
   * Waits for a turn, in the order of the calls.
   *
   * @param signal ends the wait
   * @returns a function that ends the turn, and may be called again; undefined when the signal has ended the wait
   */
  async take(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    if (this.#isTaken && !(await this.#wait(signal))) return undefined;
    this.#isTaken = true;
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#isTaken = false;
    };
  }

  /** @returns whether the turn has come, which remains taken for the caller */
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
   * Runs a task when it is its turn.
   *
   * @throws the reason of the signal when that has ended the wait
   */
  async run<R>(signal: AbortSignal, task: () => Promise<R>): Promise<R> {
    const end = await this.take(signal);
    if (!end) throw signal.reason;
    try {
      return await task();
    } finally {
      end();
    }
  }
}
