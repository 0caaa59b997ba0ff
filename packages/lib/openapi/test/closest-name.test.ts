import { describe, expect, it } from 'vitest';
import { closestName, invalidRequest, unknownParameter } from '../src/index.ts';

const KNOWN = ['page', 'page_size', 'severity', 'status'];

describe('the closest name', () => {
  it.each([
    ['sevrity', 'severity'],
    ['page_siez', 'page_size'],
    ['pageSize', 'page_size'],
    ['pages', 'page'],
    ['STATUS', 'status'],
  ])('to %s is %s', (name, expected) => {
    expect(closestName(name, KNOWN)).toBe(expected);
  });

  it.each(['owner', 'constructor', '__proto__', 'toString', '', 'page_size'.repeat(10_000)])(
    'does not exist for one that is not similar: %.20s',
    (name) => {
      expect(closestName(name, KNOWN)).toBeUndefined();
    },
  );
});

describe('the message about an unknown parameter', () => {
  it('suggests the closest one', () => {
    const message = unknownParameter('sevrity', KNOWN);
    expect(message).toBe('is not a parameter of this operation; did you mean severity?');
    expect(invalidRequest([{ location: 'query/sevrity', message }])).toBe(
      'The request is not valid: query/sevrity is not a parameter of this operation; did you mean severity?',
    );
  });

  it('lists all parameters if none is similar', () => {
    expect(unknownParameter('toString', KNOWN)).toBe(
      'is not a parameter of this operation; use one of page, page_size, severity, status',
    );
  });

  it('says that there are no parameters', () => {
    expect(unknownParameter('constructor', [])).toBe('is not a parameter of this operation, which has none');
  });
});
