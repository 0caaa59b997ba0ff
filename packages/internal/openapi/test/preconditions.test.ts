import { describe, expect, it } from 'vitest';
import { listUnsupportedPreconditions } from '../src/index.ts';

const headers = { 'if-match': '"1"', 'if-unmodified-since': 'Mon, 02 Nov 2026 06:00:00 GMT', accept: '*/*' };

describe('the preconditions that an operation does not support', () => {
  it('are those that it does not declare, whatever their case', () => {
    expect(listUnsupportedPreconditions('patch', ['IF-MATCH', 'Idempotency-Key'], headers)).toEqual([
      'If-Unmodified-Since',
    ]);
    expect(listUnsupportedPreconditions('POST', [], headers)).toEqual(['If-Match', 'If-Unmodified-Since']);
  });

  it('are none of a request that reads', () => {
    expect(listUnsupportedPreconditions('GET', [], headers)).toEqual([]);
  });
});
