import { describe, expect, it } from 'vitest';
import { sendChangedBodies, sendRandomRequests } from './random-requests.ts';

/** Statuses that random requests receive; 422 is rare. */
const STATUSES = [200, 201, 202, 204, 400, 401, 404, 405, 406, 409, 412, 415];

describe.each([
  { count: 1_500, tags: [], expected: STATUSES },
  { count: 20_000, tags: ['long'], expected: [...STATUSES, 422] },
])('$count random requests', ({ count, tags, expected }) => {
  it('receive responses that the contract allows, without unhandled rejections', { tags }, async () => {
    const rejections: unknown[] = [];
    const listener = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', listener);
    const { requests, statuses, failure } = await sendRandomRequests(count);
    process.off('unhandledRejection', listener);
    expect([failure, rejections]).toEqual([undefined, []]);
    expect(requests).toBe(count);
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(expected.map(String)));
  });
});

it('gives responses that the contract allows, whatever a value in a body is replaced by', async () => {
  const { requests, failures } = await sendChangedBodies();
  expect(requests).toBeGreaterThan(1_000);
  expect(failures).toEqual([]);
});
