/** Lets tasks run one after the other. */
export class Turns {
  #isTaken = false;
  readonly #waiting: ((end: () => void) => void)[] = [];

  /**
   * Waits for a turn, in the order of the calls.
   *
   * @param timeoutMs how long to wait; default: without a limit
   * @returns a function that ends the turn, and may be called again; undefined when the time is over
   */
  async take(timeoutMs?: number): Promise<(() => void) | undefined> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return this.#createEnd();
    }
    const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
    this.#waiting.push(resolve);
    if (timeoutMs === undefined) return promise;
    const timer = setTimeout(() => {
      const index = this.#waiting.indexOf(resolve);
      if (index === -1) return;
      this.#waiting.splice(index, 1);
      resolve(undefined);
    }, timeoutMs);
    return promise.finally(() => clearTimeout(timer));
  }

  /** Runs a task when it is its turn. */
  async run<R>(task: () => Promise<R>): Promise<R> {
    const end = await this.take();
    try {
      return await task();
    } finally {
      end?.();
    }
  }

  #createEnd(): () => void {
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      const next = this.#waiting.shift();
      if (next) next(this.#createEnd());
      else this.#isTaken = false;
    };
  }
}
