import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forEachInSlices, mapInSlices, Slices } from '../src/platform/slices.ts';

/** Counts the turns of the event loop until a function has ended. */
async function countTurns<R>(run: (turns: () => number) => Promise<R>): Promise<R> {
  let turns = 0;
  let isRunning = true;
  const count = async () => {
    while (isRunning) {
      await setImmediate();
      turns += 1;
    }
  };
  const counted = count();
  const result = await run(() => turns);
  isRunning = false;
  await counted;
  return result;
}

it('items are mapped in their order, with their indexes', async () => {
  expect(await mapInSlices(['a', 'b', 'c'], (item, index) => `${item}${index}`)).toEqual(['a0', 'b1', 'c2']);
  expect(await mapInSlices([], () => 1)).toEqual([]);
});

it('others get a turn after each slice, and not within one', async () => {
  // Each item takes 4 ms, and a slice ends after 10 ms.
  let now = 0;
  const turnsBefore = await countTurns((turns) =>
    mapInSlices(
      Array.from({ length: 9 }),
      () => {
        now += 4;
        return turns();
      },
      new Slices(() => now),
    ),
  );
  expect(turnsBefore.map((count) => count - (turnsBefore[0] ?? 0))).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
});

it('the slices of several calculations run in different turns', async () => {
  // Each item ends its slice.
  let now = 0;
  const turnsOf: number[] = [];
  await countTurns((turns) =>
    Promise.all(
      Array.from({ length: 3 }, () =>
        forEachInSlices(
          Array.from({ length: 4 }),
          (_, index) => {
            now += 10;
            if (index > 0) turnsOf.push(turns());
          },
          new Slices(() => now),
        ),
      ),
    ),
  );
  expect(turnsOf).toHaveLength(9);
  expect(new Set(turnsOf).size).toBe(9);
});
