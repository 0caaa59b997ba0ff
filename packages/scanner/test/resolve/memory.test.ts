import { expect, it } from 'vitest';
import { createMemory } from '../../src/core/memory.ts';

it('a cache keeps the most recently used values, and evicts the rest', () => {
  const memory = createMemory<number, string>(100);
  memory.set(-1, 'used');
  memory.set(-2, 'not used');
  for (let index = 0; index < 1_000; index += 1) {
    memory.set(index, `value ${index}`);
    expect(memory.get(-1)).toBe('used');
    expect(memory.get(index)).toBe(`value ${index}`);
  }
  expect(memory.get(-2)).toBeUndefined();
  const remembered = Array.from({ length: 1_000 }, (_, index) => memory.get(index)).filter((each) => each);
  expect(remembered.length).toBeLessThanOrEqual(100);
  expect(memory.get(999)).toBe('value 999');
});
