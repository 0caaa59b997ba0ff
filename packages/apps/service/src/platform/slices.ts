/** Divides long calculations into slices, between which the process serves requests and probes. */
import { setImmediate } from 'node:timers/promises';

/** How long a slice may take, in milliseconds; its last item may end later. */
const SLICE_MS = 10;

/**
 * Maps items as `Array.map` does.
 *
 * @param now a clock, in milliseconds
 */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  now: () => number = () => performance.now(),
): Promise<Result[]> {
  const results: Result[] = [];
  let end = now() + SLICE_MS;
  for (const [index, item] of items.entries()) {
    if (now() >= end) {
      await setImmediate();
      end = now() + SLICE_MS;
    }
    results.push(map(item, index));
  }
  return results;
}
