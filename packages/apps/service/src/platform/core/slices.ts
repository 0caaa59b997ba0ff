/** Splits long calculations into slices, between which the process serves requests and probes. */

/** Time limit of all slices in one turn of the event loop, in milliseconds. The last item may exceed it. */
const SLICE_MS = 10;

/** Returns the current time, in milliseconds. */
type Clock = () => number;

/** The calculations of a process. In each turn of the event loop, one of the waiting ones continues. */
export class Calculations {
  readonly #now: Clock;
  /** When the slices of this turn end; undefined if none has started. */
  #end: number | undefined;
  /**
   * Calculations that wait for their first slice, and others. They take turns, so short ones don't wait until all long ones had
   * a slice.
   */
  readonly #waiting = { new: [] as (() => void)[], started: [] as (() => void)[] };
  #next: 'new' | 'started' = 'new';

  constructor(now: Clock = () => performance.now()) {
    this.#now = now;
  }

  /** Whether the slices of this turn have used up their time. */
  isOver(): boolean {
    this.#end ??= this.#startTurn();
    return this.#now() >= this.#end;
  }

  /** Waits for a turn. */
  wait(kind: 'new' | 'started'): Promise<void> {
    this.#end ??= this.#startTurn();
    return new Promise((resolve) => {
      this.#waiting[kind].push(resolve);
    });
  }

  /** @returns when the slices of this turn end */
  #startTurn(): number {
    setImmediate(() => this.#continue());
    return this.#now() + SLICE_MS;
  }

  /** Starts the next turn, in which one of the waiting calculations continues. */
  #continue(): void {
    const { new: added, started } = this.#waiting;
    const next = this.#next === 'new' ? (added.shift() ?? started.shift()) : (started.shift() ?? added.shift());
    this.#next = this.#next === 'new' ? 'started' : 'new';
    this.#end = next && this.#startTurn();
    next?.();
  }
}

const CALCULATIONS = new Calculations();

/** The slices of one calculation: `if (slices.isOver()) await slices.next()`. */
export class Slices {
  readonly #calculations: Calculations;
  #kind: 'new' | 'started' = 'new';

  constructor(calculations: Calculations = CALCULATIONS) {
    this.#calculations = calculations;
  }

  /** Whether the current slice has used up its time, or can't start in this turn. */
  isOver(): boolean {
    const isOver = this.#calculations.isOver();
    if (!isOver) this.#kind = 'started';
    return isOver;
  }

  /** Yields to other tasks, then starts the next slice. */
  async next(): Promise<void> {
    await this.#calculations.wait(this.#kind);
    this.#kind = 'started';
  }
}

/** Calls a function for each item, like a loop. */
export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  visit: (item: Item, index: number) => void,
  slices = new Slices(),
): Promise<void> {
  let index = 0;
  for (const item of items) {
    if (slices.isOver()) await slices.next();
    visit(item, index);
    index += 1;
  }
}

/** Maps items, like `Array.map`. */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, index: number) => Result,
  slices?: Slices,
): Promise<Result[]> {
  const results: Result[] = [];
  await forEachInSlices(items, (item, index) => void results.push(map(item, index)), slices);
  return results;
}

/** Runs a generator, which yields where other tasks may run. @returns its return value */
export async function runInSlices<Result>(
  calculation: Generator<unknown, Result>,
  slices = new Slices(),
): Promise<Result> {
  for (;;) {
    if (slices.isOver()) await slices.next();
    const { done, value } = calculation.next();
    if (done) return value;
  }
}
