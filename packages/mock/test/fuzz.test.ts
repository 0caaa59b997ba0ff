import { describe, expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';

/** What requests can do wrong, and what is right; the last is rare. */
const STATUSES = [200, 201, 202, 204, 400, 401, 404, 405, 406, 409, 412, 415];

describe.each([
  { count: 1_500, tags: [], reached: STATUSES },
  { count: 20_000, tags: ['long'], reached: [...STATUSES, 422] },
])('$count random requests', ({ count, tags, reached }) => {
  it('get answers of the right form, and nothing else goes wrong', { tags }, async () => {
    const rejections: unknown[] = [];
    const listen = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', listen);
    const { requests, statuses, failures } = await fuzz(count, 1);
    process.off('unhandledRejection', listen);
    expect([failures, rejections]).toEqual([[], []]);
    expect(requests).toBe(count);
    for (const status of reached) {
      expect(statuses[status] ?? 0, `status ${status}`).toBeGreaterThan(0);
    }
  });
});
