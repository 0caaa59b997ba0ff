import { expect, it } from 'vitest';
import { findRepeatedHeader } from '../src/index.ts';

it('a header with one value is found if it is sent twice, in any case', () => {
  expect(findRepeatedHeader(['Host', 'a', 'Accept', 'b', 'HOST', 'a'])).toBe('HOST');
  expect(findRepeatedHeader(['authorization', 'a', 'Authorization', 'b'])).toBe('Authorization');
});

it('headers with lists, and values that look like names, are not repeated headers', () => {
  expect(findRepeatedHeader(['Host', 'host', 'Accept', 'a', 'Accept', 'b', 'If-Match', '"1"', 'if-match', '"2"'])).toBe(
    undefined,
  );
});
