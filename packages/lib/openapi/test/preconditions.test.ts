import { describe, expect, it } from 'vitest';
import { listUnsupportedPreconditions, matchesEntityTag } from '../src/index.ts';

const headers = { 'if-match': '"1"', 'if-unmodified-since': 'Mon, 02 Nov 2026 06:00:00 GMT', accept: '*/*' };

describe('the preconditions that an operation does not support', () => {
  it('are those that it does not declare, in any case', () => {
    expect(listUnsupportedPreconditions('patch', ['IF-MATCH', 'Idempotency-Key'], headers)).toEqual([
      'If-Unmodified-Since',
    ]);
    expect(listUnsupportedPreconditions('POST', [], headers)).toEqual(['If-Match', 'If-Unmodified-Since']);
  });

  it('include none of a request that reads', () => {
    expect(listUnsupportedPreconditions('GET', [], headers)).toEqual([]);
  });
});

describe('a precondition', () => {
  it.each(['*', ' * ', '"1"', 'W/"1"', '"2", "1"', '"2",W/"1"', ', ,"1",', '"a,b" , "1"'])(
    'names a tag: %s',
    (text) => {
      expect(matchesEntityTag(text, '"1"')).toBe(true);
    },
  );

  it.each(['"2"', 'W/"2"', '"2", "3"', '"1,"', '"*"', '"W/"', ''])('does not name another tag: %s', (text) => {
    expect(matchesEntityTag(text, '"1"')).toBe(false);
  });
});
