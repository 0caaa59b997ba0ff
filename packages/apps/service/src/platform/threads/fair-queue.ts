/** Runs some tasks at a time. */
export class FairQueue {
  readonly #maxRunning: number;
  #running = 0;
  /** What starts the tasks that wait, by owner: that of the next task first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @param maxRunning how many tasks run at the same time */
  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning;
  }

  /** Runs a task when a place is free. The owners take turns: nobody waits for all tasks of another one. */
  async run<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
    if (this.#running === this.#maxRunning) await this.#wait(owner);
    else this.#running += 1;
    try {
      return await task();
    } finally {
      this.#startNext();
    }
  }

  /** Waits for the place of another task. */
  #wait(owner: string): Promise<void> {
    return new Promise((resolve) => {
      const others = this.#waiting.get(owner);
      if (others) others.push(resolve);
      else this.#waiting.set(owner, [resolve]);
    });
  }

  /** Passes the place of a task on. */
  #startNext(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running -= 1;
      return;
    }
    const [owner, [start, ...others]] = first;
    this.#waiting.delete(owner);
    if (others.length > 0) this.#waiting.set(owner, others);
    start?.();
  }
}
