import { describe, expect, it } from 'vitest';
import { flattenSchemas } from '../src/index.ts';

/** Creates a document with these component schemas, each used by a response, so that none is removed. */
function createDocument(schemas: Record<string, object>) {
  const content = Object.fromEntries(
    Object.keys(schemas).map((name) => [name, { schema: { $ref: `#/components/schemas/${name}` } }]),
  );
  return { paths: { '/things': { get: { responses: { 200: { content } } } } }, components: { schemas } };
}

function flatten(schemas: Record<string, object>) {
  const document = createDocument(schemas);
  flattenSchemas(document);
  return document.components.schemas;
}

describe('flattenSchemas', () => {
  it('objects in an allOf become one closed object', () => {
    const { Rule } = flatten({
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

  it('allOf is followed through several levels', () => {
    const base = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
    const { C } = flatten({
      A: base('a'),
      B: { allOf: [{ $ref: '#/components/schemas/A' }, base('b')] },
      C: { allOf: [{ $ref: '#/components/schemas/B' }, base('c')], unevaluatedProperties: false },
    });
    expect(C).toHaveProperty('properties', { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } });
  });

  it('an allOf with anything but plain objects is an error that names the schema', () => {
    expect(() => flatten({ Odd: { title: 'Odd', allOf: [{ type: 'object', minProperties: 1 }] } })).toThrow(
      /"Odd" has an allOf .*\(minProperties\)/,
    );
  });

  it('an allOf that refers to its own schema is an error that names the schema', () => {
    for (const siblings of [{}, { description: 'The same.' }]) {
      const allOf = [{ $ref: '#/components/schemas/Loop', ...siblings }];
      expect(() => flatten({ Loop: { title: 'Loop', type: 'object', allOf } })).toThrow(
        'The schema "Loop" is a member of its own allOf.',
      );
    }
  });

  it('an anyOf of a scalar and null becomes one schema with both types', () => {
    const { Rule } = flatten({
      Timestamp: { type: 'string', description: 'A time.', format: 'date-time' },
      Rule: {
        type: 'object',
        properties: {
          deleted_at: {
            description: 'When deleted.',
            anyOf: [{ $ref: '#/components/schemas/Timestamp' }, { type: 'null' }],
          },
        },
      },
    });
    expect(Rule).toHaveProperty('properties.deleted_at', {
      type: ['string', 'null'],
      description: 'When deleted.',
      format: 'date-time',
    });
  });

  it('an anyOf of an enumeration and null remains a reference to the enumeration', () => {
    const anyOf = [{ $ref: '#/components/schemas/Severity' }, { type: 'null' }];
    const { Rule } = flatten({
      Severity: { type: 'string', description: 'How serious.', enum: ['high', 'low'] },
      Rule: { type: 'object', properties: { severity: { anyOf } } },
    });
    expect(Rule).toHaveProperty('properties.severity.anyOf', anyOf);
  });

  it('an anyOf of an object and null remains a reference to the object', () => {
    const anyOf = [{ $ref: '#/components/schemas/Location' }, { type: 'null' }];
    const { Finding } = flatten({
      Location: { type: 'object', properties: {} },
      Finding: { type: 'object', properties: { location: { anyOf } } },
    });
    expect(Finding).toHaveProperty('properties.location.anyOf', anyOf);
  });

  it('schemas of parameters are rewritten, examples are not', () => {
    const example = { allOf: [{ minProperties: 1 }] };
    const parameter = { schema: { anyOf: [{ type: 'string' }, { type: 'null' }] }, example };
    const document = { paths: { '/things': { parameters: [parameter] } }, components: { schemas: {} } };
    flattenSchemas(document);
    expect(parameter).toEqual({ schema: { type: ['string', 'null'] }, example });
  });

  it('a component schema without references is removed, and those that only it referred to as well', () => {
    const document = createDocument({ Used: { type: 'string' } });
    Object.assign(document.components.schemas, {
      Unused: { type: 'object', properties: { deep: { $ref: '#/components/schemas/Deep' } } },
      Deep: { type: 'string' },
    });
    flattenSchemas(document);
    expect(Object.keys(document.components.schemas)).toEqual(['Used']);
  });
});
