import { describe, expect, it } from 'vitest';
import {
  compareTimestamps,
  findUnsupportedTimestamps,
  isStorableTimestamp,
  listTimestamps,
  parseTimestamp,
  UNSUPPORTED_TIMESTAMP,
} from '../src/index.ts';

describe('timestamps', () => {
  it.each([
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
    ['2016-12-31T18:59:60.5-05:00', '2017-01-01T00:00:00.500Z'],
  ])('can be leap seconds: %s equals %s', (leap, next) => {
    expect(compareTimestamps(parseTimestamp(leap), parseTimestamp(next))).toBe(0);
  });

  it('are compared with all their decimals', () => {
    const [first, second] = [parseTimestamp('2026-01-01T00:00:00.0001Z'), parseTimestamp('2026-01-01T00:00:00.0002Z')];
    expect(first.ms).toBe(second.ms);
    expect(compareTimestamps(first, second)).toBeLessThan(0);
  });

  it.each([
    ['0000-12-31T23:59:59Z', false],
    ['0000-12-31T23:59:59-00:01', true],
    ['0001-01-01T00:00:00Z', true],
    ['0001-01-01T00:00:00+00:01', false],
    ['9999-12-31T23:59:59.999999Z', true],
    ['9999-12-31T23:59:59.9999994Z', true],
    ['9999-12-31T23:59:59.9999995Z', false],
    ['9999-12-31T23:59:60Z', false],
    ['9999-12-31T23:59:59-00:01', false],
  ])('can be stored in the years 1 to 9999, in UTC (%s)', (text, isStorable) => {
    expect(isStorableTimestamp(parseTimestamp(text))).toBe(isStorable);
  });

  it('have a location if they cannot be stored; other strings are left to the schema', () => {
    const names = ['from', 'to', 'at', 'toString'];
    const value = {
      from: '0000-01-01T00:00:00Z',
      to: '2026-01-01T00:00:00Z',
      at: 'noon',
      other: '0000-01-01T00:00:00Z',
    };
    expect(findUnsupportedTimestamps(value, names, 'query')).toEqual({ 'query/from': UNSUPPORTED_TIMESTAMP });
    expect(findUnsupportedTimestamps(null, names, 'body')).toEqual({});
  });

  it('are found in all alternatives of a schema', () => {
    const timestamp = { type: 'string', format: 'date-time' } as const;
    const document = { components: { schemas: { Timestamp: timestamp } } };
    const nullable = { anyOf: [{ $ref: '#/components/schemas/Timestamp' }, { type: 'null' } as const] };
    const schema = {
      allOf: [{ properties: { created_at: timestamp } }],
      oneOf: [{ properties: { due_at: nullable } }, { properties: { due_at: nullable, name: { format: 'email' } } }],
    };
    expect(listTimestamps(document, schema)).toEqual(['created_at', 'due_at']);
  });
});
