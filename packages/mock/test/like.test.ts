import { describe, expect, it } from 'vitest';
import { createLikeMatcher } from '../dist/state/like.js';

describe('a pattern of LIKE', () => {
  it.each([
    ['auth', 'MCP server without AUTHentication'],
    ['mcp%auth', 'MCP server without authentication'],
    ['s_rver', 'MCP server'],
    ['%', ''],
    ['%%%', 'a'],
    ['a%b%c', 'xaabbccx'],
    ['_', '😀'],
    ['100\\%', 'covers 100% of them'],
    ['a\\_b', 'a_b'],
    ['a\\\\b', 'a\\b'],
    ['a\\b', 'ab'],
    ['b\\', 'a b\\'],
  ])('%s is part of "%s"', (pattern, text) => {
    expect(createLikeMatcher(pattern)(text)).toBe(true);
  });

  it.each([
    ['author', 'MCP server without authentication'],
    ['auth%mcp', 'MCP server without authentication'],
    ['s_rver', 'MCP srver'],
    ['_', ''],
    ['100\\%', 'covers 1000'],
    ['a\\_b', 'axb'],
  ])('%s is no part of "%s"', (pattern, text) => {
    expect(createLikeMatcher(pattern)(text)).toBe(false);
  });

  it('is compared in a time that is limited by the product of the lengths', () => {
    expect(createLikeMatcher(`${'%a'.repeat(127)}b`)('a'.repeat(255))).toBe(false);
  });
});
