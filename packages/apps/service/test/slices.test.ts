import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapInSlices } from '../src/platform/slices.ts';

it('items are mapped in their order, with their indexes', async () => {
  expect(await mapInSlices(['a', 'b', 'c'], (item, index) => `${item}${index}`)).toEqual(['a0', 'b1', 'c2']);
  expect(await mapInSlices([], () => 1)).toEqual([]);
});

it('others get a turn after each slice, and not within one', async () => {
  // Each item takes 4 ms, and a slice ends after 10 ms.
  let now = 0;
  let turns = 0;
  let isMapping = true;
  const countTurns = async () => {
    while (isMapping) {
      await setImmediate();
      turns += 1;
    }
  };
  const counted = countTurns();
  const turnsBefore = await mapInSlices(
    Array.from({ length: 9 }),
    () => {
      now += 4;
      return turns;
    },
    () => now,
  );
  isMapping = false;
  await counted;
  expect(turnsBefore.map((count) => count - (turnsBefore[0] ?? 0))).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
});
