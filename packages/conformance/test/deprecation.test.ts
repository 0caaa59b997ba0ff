import { describe, expect, it } from 'vitest';
import type { Operation } from '../src/contract/operation.ts';
import { checkDeprecationHeaders } from '../src/session/deprecation.ts';

const DECLARED = { Deprecation: '@1796083200', Sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' };

/** Lists the headers that are wrong in a response. */
function findWrong(deprecation: Operation['deprecation'], headers: Record<string, string>): string[] {
  const operation = { deprecation } as Operation;
  return checkDeprecationHeaders(operation, { status: 200, headers, text: '' }).map(({ pointer }) => pointer);
}

describe('checkDeprecationHeaders', () => {
  it.each([
    ['the start of the days', { deprecation: '@1796083200', sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' }],
    ['the end of the days', { deprecation: '@1796169599', sunset: 'Tue, 01 Jun 2027 23:59:59 GMT' }],
  ])('accepts %s of the contract', (_, headers) => {
    expect(findWrong(DECLARED, headers)).toEqual([]);
  });

  it.each([
    ['the day before', { deprecation: '@1796083199', sunset: 'Mon, 31 May 2027 23:59:59 GMT' }],
    ['the format of an old draft', { deprecation: 'true', sunset: '2027-06-01T00:00:00Z' }],
    ['another time zone', { deprecation: '@1796083200.5', sunset: 'Tue, 01 Jun 2027 00:00:00 +0200' }],
    ['nothing', {}],
  ])('rejects %s', (_, headers) => {
    expect(findWrong(DECLARED, headers)).toEqual(['Deprecation', 'Sunset']);
  });

  it('only accepts responses without dates for an operation without dates', () => {
    expect(findWrong({}, {})).toEqual([]);
    expect(findWrong({}, { deprecation: '@1796083200', sunset: 'Tue, 01 Jun 2027 00:00:00 GMT' })).toEqual([
      'Deprecation',
      'Sunset',
    ]);
  });
});
