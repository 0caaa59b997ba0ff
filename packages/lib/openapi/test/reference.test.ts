import { describe, expect, it } from 'vitest';
import { findReferences, resolve, resolveWithPointer } from '../src/index.ts';
import { contract, toDocument } from './contract.ts';

const document = toDocument(
  { '/a/{id}': { get: { summary: 'Found' } } },
  {
    schemas: {
      Name: { type: 'string', maxLength: 5, description: 'A name.' },
      Alias: { $ref: '#/components/schemas/Name', description: 'An alias.' },
      Nickname: { $ref: '#/components/schemas/Alias', title: 'Nickname' },
      First: { $ref: '#/components/schemas/Second' },
      Second: { $ref: '#/components/schemas/First' },
      Self: { $ref: '#/components/schemas/Self' },
      'A/b~c d': { type: 'integer' },
      Never: false,
      Always: true,
    },
  },
);

describe('resolve', () => {
  it('returns the target itself for a reference without siblings', () => {
    expect(resolve(document, { $ref: '#/components/schemas/Name' })).toBe(document.components?.schemas?.Name);
  });

  it('returns other nodes unchanged', () => {
    const node = { properties: { $ref: { type: 'string' } } };
    expect(resolve(document, node)).toBe(node);
    expect(resolve(document, undefined)).toBeUndefined();
  });

  it('lets siblings override the target, those nearest to the node first', () => {
    const node = { $ref: '#/components/schemas/Nickname', title: 'Pet name' };
    expect(resolve(document, node)).toEqual({
      type: 'string',
      maxLength: 5,
      description: 'An alias.',
      title: 'Pet name',
    });
    expect(node).toEqual({ $ref: '#/components/schemas/Nickname', title: 'Pet name' });
  });

  it('rejects everything if the target is false, regardless of its siblings', () => {
    expect(resolve(document, { $ref: '#/components/schemas/Never', title: 'Never' })).toBe(false);
    expect(resolve(document, { $ref: '#/components/schemas/Always', title: 'Any' })).toEqual({ title: 'Any' });
  });

  it.each([['#/paths/~1a~1{id}/get'], ['#/paths/~1a~1%7Bid%7D/get']])('follows %s', ($ref) => {
    expect(resolve(document, { $ref })).toEqual({ summary: 'Found' });
  });

  it('follows escaped and percent-encoded keys', () => {
    expect(resolve(document, { $ref: '#/components/schemas/A~1b~0c%20d' })).toEqual({ type: 'integer' });
  });

  it.each([
    ['#/components/schemas/First', 'refer to one another'],
    ['#/components/schemas/Self', 'refer to one another'],
    ['#/components/schemas/Missing', 'no such node'],
    ['#/components/schemas/toString', 'no such node'],
    ['other.yaml#/Name', 'another document'],
    ['#Name', 'not a JSON Pointer'],
  ])('reports that %s cannot be resolved', ($ref, reason) => {
    expect(() => resolve(document, { $ref })).toThrow(reason);
    expect(() => resolve(document, { $ref })).toThrow(/The reference "[^"]+" cannot be resolved: .+\. .+\.$/);
  });
});

describe('resolveWithPointer', () => {
  it('returns the location of the last target, and the siblings', () => {
    expect(resolveWithPointer(document, { $ref: '#/components/schemas/Nickname' }, '/x')).toMatchObject({
      pointer: '/components/schemas/Name',
      target: { description: 'A name.' },
      siblings: { title: 'Nickname', description: 'An alias.' },
      isReference: true,
    });
  });

  it('returns the own location of a node without a reference', () => {
    expect(resolveWithPointer(document, { type: 'string' }, '/x')).toMatchObject({ pointer: '/x', isReference: false });
  });
});

describe('findReferences', () => {
  it('finds references wherever OpenAPI allows them, and none in data', () => {
    const schema = {
      properties: { default: { $ref: '#/1' }, example: { $ref: '#/2' } },
      default: { $ref: '#/data' },
      enum: [{ $ref: '#/data' }],
      examples: [{ $ref: '#/data' }],
    };
    const content = { x: { schema, examples: { named: { $ref: '#/3' }, own: { value: { $ref: '#/data' } } } } };
    const responses = { default: { $ref: '#/4' }, 200: { content } };
    const found = findReferences(toDocument({ '/a': { get: { responses } } }));
    expect(found.map(({ reference }) => reference).sort()).toEqual(['#/1', '#/2', '#/3', '#/4']);
    expect(found.find(({ reference }) => reference === '#/4')?.pointer).toBe('/paths/~1a/get/responses/default');
  });

  it('finds references in the contract, all of which can be resolved', () => {
    const found = findReferences(contract);
    expect(found.length).toBeGreaterThan(1000);
    for (const { reference } of found) expect(resolve(contract, { $ref: reference })).toBeDefined();
  });
});
