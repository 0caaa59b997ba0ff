import { expect, test } from 'vitest';
import { flattenSchemas } from '../build/flatten-schemas.ts';

/** A document with these component schemas, each used by a response, so that none is dropped. */
function documentWith(schemas: Record<string, object>) {
  const content = Object.fromEntries(
    Object.keys(schemas).map((name) => [name, { schema: { $ref: `#/components/schemas/${name}` } }]),
  );
  return { paths: { '/things': { get: { responses: { 200: { content } } } } }, components: { schemas } };
}

function flattened(schemas: Record<string, object>) {
  const document = documentWith(schemas);
  flattenSchemas(document);
  return document.components.schemas;
}

test('objects joined by allOf become one closed object', () => {
  const { Rule } = flattened({
    Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    Rule: {
      title: 'Rule',
      allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: { name: { type: 'string' } } }],
      unevaluatedProperties: false,
    },
  });
  expect(Rule).toEqual({
    title: 'Rule',
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, name: { type: 'string' } },
    additionalProperties: false,
  });
});

test('allOf is followed through several levels', () => {
  const base = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
  const { C } = flattened({
    A: base('a'),
    B: { allOf: [{ $ref: '#/components/schemas/A' }, base('b')] },
    C: { allOf: [{ $ref: '#/components/schemas/B' }, base('c')], unevaluatedProperties: false },
  });
  expect(C).toHaveProperty('properties', { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } });
});

test('allOf with anything but plain objects is refused by name', () => {
  expect(() => flattened({ Odd: { title: 'Odd', allOf: [{ type: 'object', minProperties: 1 }] } })).toThrow(
    /"Odd" joins by allOf .*\(minProperties\)/,
  );
});

test('a scalar or null becomes one schema with both types, and null among the enum values', () => {
  const { Rule } = flattened({
    Severity: { type: 'string', description: 'How bad.', enum: ['high', 'low'] },
    Rule: {
      type: 'object',
      properties: {
        severity: { description: 'Worst.', anyOf: [{ $ref: '#/components/schemas/Severity' }, { type: 'null' }] },
      },
    },
  });
  expect(Rule).toHaveProperty('properties.severity', {
    type: ['string', 'null'],
    description: 'Worst.',
    enum: ['high', 'low', null],
  });
});

test('an object or null stays a reference to the object', () => {
  const anyOf = [{ $ref: '#/components/schemas/Place' }, { type: 'null' }];
  const { Finding } = flattened({
    Place: { type: 'object', properties: {} },
    Finding: { type: 'object', properties: { place: { anyOf } } },
  });
  expect(Finding).toHaveProperty('properties.place.anyOf', anyOf);
});

test('schemas of parameters are rewritten too, examples are left alone', () => {
  const example = { allOf: [{ minProperties: 1 }] };
  const parameter = { schema: { anyOf: [{ type: 'string' }, { type: 'null' }] }, example };
  const document = { paths: { '/things': { parameters: [parameter] } }, components: { schemas: {} } };
  flattenSchemas(document);
  expect(parameter).toEqual({ schema: { type: ['string', 'null'] }, example });
});

test('a component schema that nothing refers to is left out, and what only it refers to as well', () => {
  const document = documentWith({ Used: { type: 'string' } });
  Object.assign(document.components.schemas, {
    Unused: { type: 'object', properties: { deep: { $ref: '#/components/schemas/Deep' } } },
    Deep: { type: 'string' },
  });
  flattenSchemas(document);
  expect(Object.keys(document.components.schemas)).toEqual(['Used']);
});
