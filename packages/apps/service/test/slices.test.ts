import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Calculations, forEachInSlices, mapInSlices, Slices } from '../src/platform/core/slices.ts';

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

it('items are mapped in order, with their indexes', async () => {
  expect(await mapInSlices(['a', 'b', 'c'], (item, index) => `${item}${index}`)).toEqual(['a0', 'b1', 'c2']);
  expect(await mapInSlices([], () => 1)).toEqual([]);
});

it('other tasks can run after each slice, but not within one', async () => {
  // Each item takes 4 ms, and a slice ends after 10 ms.
  let now = 0;
  const turnsBefore = await countTurns((turns) =>
    mapInSlices(
      Array.from({ length: 9 }),
      () => {
        now += 4;
        return turns();
      },
      new Slices(new Calculations(() => now)),
    ),
  );
  expect(turnsBefore.map((count) => count - (turnsBefore[0] ?? 0))).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
});

it('the slices of several calculations run in different event loop turns, including their first ones', async () => {
  // Each item ends its slice.
  let now = 0;
  const calculations = new Calculations(() => now);
  const turnsOf: number[] = [];
  await countTurns((turns) =>
    Promise.all(
      Array.from({ length: 3 }, () =>
        forEachInSlices(
          Array.from({ length: 4 }),
          () => {
            now += 10;
            turnsOf.push(turns());
          },
          new Slices(calculations),
        ),
      ),
    ),
  );
  expect(turnsOf).toHaveLength(12);
  expect(new Set(turnsOf).size).toBe(12);
});

it('new and running calculations do not wait for all of the others', async () => {
  // Each item ends its slice.
  let now = 0;
  const calculations = new Calculations(() => now);
  const order: string[] = [];
  const calculate = (name: string, length: number) => {
    const items = Array.from({ length }, (_, index) => `${name}${index}`);
    const visit = (item: string) => {
      now += 10;
      order.push(item);
    };
    return forEachInSlices(items, visit, new Slices(calculations));
  };
  const long = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => calculate(name, 4));
  while (order.length < 12) await setImmediate();
  const before = order.length;
  const short = ['x', 'y', 'z'].map((name) => calculate(name, 1));
  await Promise.all([...long, ...short]);
  expect(order.slice(before, before + 7)).toEqual(expect.arrayContaining(['x0', 'y0', 'z0']));
  expect(order.slice(before, before + 3)).not.toEqual(['x0', 'y0', 'z0']);
});
