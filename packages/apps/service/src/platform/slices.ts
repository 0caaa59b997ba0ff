/** Divides long calculations into slices, between which the process serves requests and probes. */

/** How long a slice may take, in milliseconds; its last item may end later. */
const SLICE_MS = 10;

/** Returns the present, in milliseconds. */
type Clock = () => number;

/** Calculations that wait for their next slice. */
const waiting: (() => void)[] = [];

/** Starts one slice. Those of other calculations follow in later turns of the event loop: a turn takes as long as one slice. */
function startNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(startNext);
}

function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(startNext);
  });
}

/** The slices of one calculation: `if (slices.isOver()) await slices.next()`. */
export class Slices {
  readonly #now: Clock;
  #end: number;

  /** Starts the first slice. */
  constructor(now: Clock = () => performance.now()) {
    this.#now = now;
    this.#end = now() + SLICE_MS;
  }

  /** Whether the present slice has taken as long as it may. */
  isOver(): boolean {
    return this.#now() >= this.#end;
  }

  /** Lets others run, then starts the next slice. */
  async next(): Promise<void> {
    await waitForTurn();
    this.#end = this.#now() + SLICE_MS;
  }
}

/** Calls a function for each item, as a loop does. */
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

/** Maps items as `Array.map` does. */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, index: number) => Result,
  slices?: Slices,
): Promise<Result[]> {
  const results: Result[] = [];
  await forEachInSlices(items, (item, index) => void results.push(map(item, index)), slices);
  return results;
}

/** Runs a generator, which yields where others may run. @returns what it returns */
export async function runInSlices<Result>(
  calculation: Generator<unknown, Result>,
  slices = new Slices(),
): Promise<Result> {
  for (;;) {
    const { done, value } = calculation.next();
    if (done) return value;
    if (slices.isOver()) await slices.next();
  }
}
