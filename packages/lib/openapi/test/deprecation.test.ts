import { deprecationHeaders, earliestSunset, isDay, listDeprecations } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';

describe('deprecationHeaders', () => {
  it('returns the days as RFC 9745 and RFC 8594 write them', () => {
    const operation = { deprecated: true, 'x-deprecated-since': '2023-07-01', 'x-sunset': '2024-06-30' };
    expect(deprecationHeaders(operation)).toEqual({
      Deprecation: '@1688169600',
      Sunset: 'Sun, 30 Jun 2024 00:00:00 GMT',
    });
  });

  it.each([
    ['of an operation that is not deprecated', { 'x-deprecated-since': '2023-07-01' }, {}],
    ['without a day', { deprecated: true }, {}],
    ['of a day that does not exist', { deprecated: true, 'x-sunset': '2023-02-29' }, {}],
  ])('has no header %s', (_, operation, expected) => {
    expect(deprecationHeaders(operation)).toEqual(expected);
  });
});

describe('earliestSunset', () => {
  it.each([
    ['2026-11-20', '2027-05-20'],
    ['2026-08-31', '2027-02-28'],
    ['2027-08-31', '2028-02-29'],
    ['2026-12-31', '2027-06-30'],
    ['2026-07-01', '2027-01-01'],
  ])('is six months after %s: %s', (since, expected) => {
    expect(earliestSunset(since)).toBe(expected);
  });
});

describe('isDay', () => {
  it.each(['2026-02-29', '2026-13-01', '2026-1-1', '2026-01-01T00:00:00Z', 20260101, undefined])(
    'rejects %s',
    (day) => {
      expect(isDay(day)).toBe(false);
    },
  );
});

describe('listDeprecations', () => {
  it('finds operations, parameters and fields, and no data of examples', () => {
    const document = {
      paths: { '/a': { get: { deprecated: true, parameters: [{ name: 'b', deprecated: true }] } } },
      components: {
        schemas: { C: { properties: { deprecated: { type: 'boolean' }, d: { deprecated: true } } } },
        examples: { e: { value: { deprecated: true } } },
      },
    };
    expect(listDeprecations(document).map(({ keys }) => keys.join('/'))).toEqual([
      'paths//a/get',
      'paths//a/get/parameters/0',
      'components/schemas/C/properties/d',
    ]);
  });
});
