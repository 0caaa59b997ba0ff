/** Caches have a maximum size, so that memory use doesn't grow with the number of requests. */
import { describe, expect, it } from 'vitest';
import { BoundedCache } from '../dist/core/bounded-cache.js';
import { encodeBody } from '../dist/http/response-bytes.js';

describe('a bounded cache', () => {
  it('caches values up to its maximum, and computes each once', () => {
    const cache = new BoundedCache<number, number>(3);
    let count = 0;
    const get = (key: number) =>
      cache.get(key, () => {
        count++;
        return key * 2;
      });
    expect([get(1), get(1), get(2), get(3)]).toEqual([2, 2, 4, 6]);
    expect([count, cache.size]).toEqual([3, 3]);
    expect(get(4)).toBe(8);
    expect(cache.size).toBe(1);
  });

  it('also caches undefined', () => {
    const cache = new BoundedCache<string, undefined>(2);
    let count = 0;
    for (let i = 0; i < 3; i++) cache.get('a', () => void count++);
    expect(count).toBe(1);
  });
});

describe('encoded bodies', () => {
  it('are the same bytes for a recent string, and are evicted later', () => {
    const first = encodeBody('{"é":1}');
    expect(first.toString()).toBe('{"é":1}');
    expect(encodeBody('{"é":1}')).toBe(first);
    for (let i = 0; i < 64; i++) encodeBody(`{"n":${i}}`);
    expect(encodeBody('{"é":1}')).not.toBe(first);
  });

  it('are not cached when they are large', () => {
    const large = 'x'.repeat(65_537);
    expect(encodeBody(large)).not.toBe(encodeBody(large));
  });
});
