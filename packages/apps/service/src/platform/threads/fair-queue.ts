/** Runs a limited number of tasks at a time, and alternates between their owners. */
export class FairQueue {
  readonly #maxRunning: number;
  #running = 0;
  /** Functions that start waiting tasks, by owner; the owner of the next task comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @param maxRunning maximum number of tasks that run at the same time */
  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning;
  }

  /** Runs a task once a slot is free. Owners take turns, so none waits for all tasks of another one. */
  async run<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
    if (this.#running === this.#maxRunning) await this.#wait(owner);
    else this.#running += 1;
    try {
      return await task();
    } finally {
      this.#startNext();
    }
  }

  /** Waits for another task's slot. */
  #wait(owner: string): Promise<void> {
    return new Promise((resolve) => {
      const others = this.#waiting.get(owner);
      if (others) others.push(resolve);
      else this.#waiting.set(owner, [resolve]);
    });
  }

  /** Passes on a task's slot. */
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
