import { describe, expect, it } from 'vitest';
import { countByType } from '../src/features/dashboard/inventory-changes.ts';
import { startOf } from '../src/shared/links/period.ts';

describe('startOf', () => {
  const now = new Date(2026, 2, 3, 15, 30);
  const midnight = (month: number, day: number) => new Date(2026, month, day).toISOString();

  it('returns midnight before the days of a period', () => {
    expect(startOf('yesterday', now)).toBe(midnight(2, 2));
    expect(startOf('30d', now)).toBe(midnight(1, 1));
  });

  it('returns the start of the last week without a known period', () => {
    expect(startOf(undefined, now)).toBe(midnight(1, 24));
    expect(startOf('nonsense', now)).toBe(midnight(1, 24));
  });

  it('returns a timestamp in UTC, and nothing for everything', () => {
    expect(startOf('2026-01-02T03:04:05+01:00', now)).toBe('2026-01-02T02:04:05.000Z');
    expect(startOf('all', now)).toBeUndefined();
  });
});

it('countByType counts what appeared and disappeared for each type of objects', () => {
  const change = (kind: string, object_type: string | null) => ({ kind, object_type }) as never;
  expect([
    ...countByType([
      change('object_appeared', 'agent'),
      change('object_disappeared', 'agent'),
      change('object_appeared', 'agent'),
      change('object_disappeared', 'tool'),
      change('object_appeared', null),
    ]),
  ]).toEqual([
    ['agent', { appeared: 2, disappeared: 1 }],
    ['tool', { appeared: 0, disappeared: 1 }],
  ]);
});
