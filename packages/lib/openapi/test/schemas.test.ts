import { describe, expect, it } from 'vitest';
import {
  closeObjects,
  enumValues,
  isDeeper,
  isNullable,
  listRootSchemas,
  openObjects,
  parseParameter,
  requiredProperties,
  type Schema,
  schemaProperties,
  schemaTypes,
  visitSchemas,
} from '../src/index.ts';
import { contract, toDocument } from './contract.ts';

const document = toDocument(
  {},
  {
    schemas: {
      Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, name: { type: 'string' } } },
      Rule: {
        allOf: [{ $ref: '#/components/schemas/Base' }, { required: ['id', 'on'] }],
        properties: { name: { type: 'null' } },
      },
      Optional: { anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Null' }] },
      Null: { type: 'null' },
    },
  },
);

describe('schemas', () => {
  it('merges the properties and requirements of allOf, its own properties last', () => {
    const rule = { $ref: '#/components/schemas/Rule' };
    expect(schemaProperties(document, rule)).toEqual({ id: { type: 'string' }, name: { type: 'null' } });
    expect(requiredProperties(document, rule)).toEqual(['id', 'on']);
  });

  it.each([
    [{ type: 'null' }, true],
    [{ type: ['string', 'null'] }, true],
    [{ type: 'string', enum: ['a', null] }, false],
    [{ enum: ['a', null] }, true],
    [{ const: null }, true],
    [{ $ref: '#/components/schemas/Optional' }, true],
    [{ $ref: '#/components/schemas/Optional', type: 'string' }, false],
    [{}, false],
  ] as [Schema, boolean][])('accept null for %j: %s', (schema, expected) => {
    expect(isNullable(document, schema)).toBe(expected);
  });

  it.each([
    [{ enum: ['a', null, 'b'] }, ['a', 'b']],
    [{ anyOf: [{ $ref: '#/components/schemas/Null' }, { enum: ['a'] }] }, ['a']],
    [{ oneOf: [{ anyOf: [{ enum: ['a'] }] }] }, ['a']],
    [{ $ref: '#/components/schemas/Optional' }, undefined],
  ] as [Schema, unknown[] | undefined][])('lists the values of %j: %j', (schema, expected) => {
    expect(enumValues(document, schema)).toEqual(expected);
  });

  describe('of a schema that composes itself', () => {
    const recursive = toDocument(
      {},
      {
        schemas: {
          All: {
            required: ['a'],
            properties: { a: { type: 'string' } },
            allOf: [{ $ref: '#/components/schemas/All' }, { required: ['b'], properties: { b: { type: 'null' } } }],
          },
          Any: { anyOf: [{ $ref: '#/components/schemas/Any' }, { $ref: '#/components/schemas/One' }] },
          One: { oneOf: [{ $ref: '#/components/schemas/Any' }, { type: 'null' }] },
          Endless: { anyOf: [{ $ref: '#/components/schemas/Endless' }] },
        },
      },
    );
    const toReference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

    it('returns the properties and requirements of the other subschemas', () => {
      expect(Object.keys(schemaProperties(recursive, toReference('All'))).sort()).toEqual(['a', 'b']);
      expect(requiredProperties(recursive, toReference('All')).sort()).toEqual(['a', 'b']);
    });

    it.each([
      ['Any', true],
      ['Endless', false],
    ])('returns whether %s accepts null by the other subschemas: %s', (name, expected) => {
      expect(isNullable(recursive, toReference(name))).toBe(expected);
    });

    it('converts parameters by the other subschemas', () => {
      const schema = { anyOf: [toReference('Loop')] };
      const document = toDocument({}, { schemas: { Loop: { anyOf: [toReference('Loop'), { type: 'integer' }] } } });
      expect(parseParameter(document, { name: 'size', in: 'query', schema }, '7')).toBe(7);
    });
  });

  it('lists types', () => {
    expect(
      [{}, { type: 'string' }, { type: ['string', 'null'] }].map((schema) => schemaTypes(schema as Schema)),
    ).toEqual([[], ['string'], ['string', 'null']]);
  });

  it('visits schemas below every keyword that can have some, and no data', () => {
    const leaf = (title: string) => ({ title });
    const visited: string[] = [];
    const schema = {
      properties: { default: { items: leaf('a') } },
      anyOf: [leaf('b'), true],
      not: leaf('c'),
      $defs: { properties: leaf('d') },
      dependentSchemas: { x: leaf('e') },
      additionalProperties: false,
      default: { items: leaf('data') },
      examples: [leaf('data')],
    };
    visitSchemas(schema as Schema, ({ title }, keys) => title && visited.push(`${title} ${keys.join('/')}`));
    expect(visited.sort()).toEqual([
      'a properties/default/items',
      'b anyOf/0',
      'c not',
      'd $defs/properties',
      'e dependentSchemas/x',
    ]);
  });

  it('lists the schemas of components, parameters, headers and bodies once', () => {
    const found = listRootSchemas(contract).map(({ keys }) => keys.join(' '));
    expect(new Set(found).size).toBe(found.length);
    const schemas = Object.keys(contract.components?.schemas ?? {});
    expect(found.filter((keys) => keys.startsWith('components schemas ')).length).toBe(schemas.length);
    expect(found.some((keys) => keys.startsWith('components headers '))).toBe(true);
  });

  it('opens and closes object schemas, and leaves data alone', () => {
    const closed = { type: 'object', properties: { default: { type: 'string' } }, additionalProperties: false };
    const example = { type: 'object', properties: {}, additionalProperties: false };
    expect(openObjects({ schema: closed, example })).toEqual({
      schema: { type: 'object', properties: { default: { type: 'string' } } },
      example,
    });
    const open = { type: 'object', properties: { a: { type: 'object', properties: {} } } };
    expect(closeObjects({ schema: open, default: open })).toEqual({
      schema: {
        type: 'object',
        properties: { a: { type: 'object', properties: {}, unevaluatedProperties: false } },
        unevaluatedProperties: false,
      },
      default: open,
    });
  });

  it('measures how deep a value is nested', () => {
    expect([1, {}, [1], { a: [] }, [[[]]]].map((value) => isDeeper(value, 1))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });
});
