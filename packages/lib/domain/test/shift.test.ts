import { describe, expect, it } from 'vitest';
import { findLatestEvent, findShift, shiftTimes } from '../src/index.ts';

describe('the times of the sample data', () => {
  const DAY = 24 * 3600_000;

  it.each(['due_at', 'expires_at', 'next_run_at'])('are not treated as an event if they are plans: %s', (name) => {
    const event = '2026-01-01T00:00:00Z';
    expect(findLatestEvent([{ created_at: event, [name]: '2027-01-01T00:00:00Z' }])).toBe(Date.parse(event));
  });

  it('move by whole seconds, so that the latest event is not in the future', () => {
    const latest = Date.parse('2026-01-01T00:00:00Z');
    expect(findShift(latest, latest + 1_999)).toBe(1_000);
  });

  it('move together, at any depth, and in their own notation', () => {
    const value = {
      at: '2026-01-01T00:00:00Z',
      of: [{ at: '2026-01-01T00:00:00.500Z' }],
      text: 'On 2026-01-01',
      none: null,
    };
    expect(shiftTimes(value, DAY)).toEqual({
      at: '2026-01-02T00:00:00Z',
      of: [{ at: '2026-01-02T00:00:00.500Z' }],
      text: 'On 2026-01-01',
      none: null,
    });
  });
});
