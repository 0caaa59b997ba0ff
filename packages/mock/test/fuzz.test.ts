import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';

it('20,000 random requests get answers of the right form, and nothing else goes wrong', {
  timeout: 120_000,
}, async () => {
  const rejections: unknown[] = [];
  const listen = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', listen);
  const { requests, statuses, failures } = await fuzz(20_000, 1);
  process.off('unhandledRejection', listen);
  expect([failures, rejections]).toEqual([[], []]);
  expect(requests).toBe(20_000);
  // It reaches all that requests can do wrong, and what is right.
  for (const status of [200, 201, 202, 204, 400, 401, 404, 405, 406, 409, 412, 415, 422]) {
    expect(statuses[status] ?? 0, `status ${status}`).toBeGreaterThan(0);
  }
});
