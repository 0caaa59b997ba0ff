import { describe, expect, it } from 'vitest';
import { includesAccess, listAccessLevels, requiredAccess } from '../src/document/access.js';

describe('the access that an operation requires', () => {
  it('follows from its method', () => {
    expect(requiredAccess('GET', undefined)).toBe('read');
    expect(requiredAccess('get', undefined)).toBe('read');
    for (const method of ['POST', 'put', 'PATCH', 'delete']) expect(requiredAccess(method, undefined)).toBe('write');
  });

  it('is the access in its extension, if it has one', () => {
    expect(requiredAccess('get', 'admin')).toBe('admin');
  });
});

describe('an access', () => {
  const document = { components: { schemas: { ApiKeyAccess: { enum: ['read', 'write', 'admin'] } } } };
  const levels = listAccessLevels(document);

  it.each([
    ['read', ['read']],
    ['write', ['read', 'write']],
    ['admin', ['read', 'write', 'admin']],
  ])('of %s includes %j and nothing else', (granted, included) => {
    expect(levels.filter((level) => includesAccess(levels, granted, level))).toEqual(included);
  });

  it('that the contract does not define includes nothing, and nothing includes it', () => {
    expect(levels.some((level) => includesAccess(levels, 'owner', level))).toBe(false);
    expect(levels.some((level) => includesAccess(levels, level, 'owner'))).toBe(false);
    expect(includesAccess(levels, 'owner', 'owner')).toBe(false);
  });

  it('includes nothing in a document without levels', () => {
    expect(listAccessLevels({})).toEqual([]);
  });
});
