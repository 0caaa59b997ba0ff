/** Decides by `Accept` as RFC 9110 does. */
import { isAcceptable } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';

describe('isAcceptable', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['APPLICATION/JSON', true],
    ['text/html, application/*;q=0.1', true],
    ['application/json; charset="utf-8"; q=0.5', true],
    [';;q=,', true],
    ['json', true],
    ['application/json;q=0', false],
    ['application/json;q=0, */*', false],
    ['application/*;q=0, */*', false],
    ['application/json;v=2', false],
    ['text/html, image/*', false],
    ['json, text/html', false],
  ])('of %j returns %s for JSON', (accept, expected) => {
    expect(isAcceptable(accept, ['application/json'])).toBe(expected);
  });

  it('allows a response without a body, and one of several media types', () => {
    expect(isAcceptable('text/html', [])).toBe(true);
    expect(isAcceptable('text/csv', ['application/json', 'text/csv'])).toBe(true);
  });

  it('takes linear time for a long header', () => {
    expect(isAcceptable(`${'a/b;c="'.repeat(20_000)}`, ['application/json'])).toBe(true);
  });
});
