import { describe, expect, it } from 'vitest';
import { toBars, windowOf } from '../src/features/runtime/outcomes.ts';

const MORNING = new Date('2026-11-18T09:30:00Z');

describe('windowOf', () => {
  it('returns full hours that end with the current one', () => {
    expect(windowOf(24, MORNING)).toEqual({
      start_time: '2026-11-17T10:00:00.000Z',
      end_time: '2026-11-18T09:59:59.999Z',
    });
  });
});

describe('toBars', () => {
  const counts = { total: 3, ok: 1, blocked: 1, redacted: 1, alerted: 0 };
  const hours = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, hour) => [new Date(Date.UTC(2026, 10, 1, hour)).toISOString(), counts]),
    );

  it('returns hours for a short period and days for a long one, with the same totals', () => {
    expect(toBars(hours(24))).toHaveLength(24);
    const days = toBars(hours(240));
    expect(days.length).toBeGreaterThanOrEqual(10);
    expect(days.length).toBeLessThanOrEqual(11);
    expect(days.reduce((sum, { values }) => sum + (values.blocked ?? 0), 0)).toBe(240);
  });
});
