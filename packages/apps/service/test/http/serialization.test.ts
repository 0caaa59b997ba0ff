/** Responses are the bytes that a validating serializer writes, for every schema of a response. */

import fc from '@aispm/testing/properties';
import fastJsonStringify from 'fast-json-stringify';
import { describe, expect, it } from 'vitest';
import { type OperationId, ROUTES, type Schema } from '../../src/platform/contract/contract.ts';
import { compileProjection } from '../../src/platform/http/projection.ts';
import { compileSerializer } from '../../src/platform/http/serialization.ts';
import { listResponseExamples } from '../contract-examples.ts';

const RUNS = 50;

interface Responses {
  [status: string]: { content?: { 'application/json'?: { schema: Schema } } };
}

/** The schemas of all responses in JSON, each once. */
const schemas = [
  ...new Map(
    ROUTES.flatMap(({ operationId, schema }) =>
      Object.entries((schema as { response: Responses }).response).flatMap(([status, { content }]) => {
        const json = content?.['application/json']?.schema;
        return json ? [[JSON.stringify(json), { operationId, status, schema: json }] as const] : [];
      }),
    ),
  ).values(),
];

const serialize = (schema: Schema): ((value: unknown) => string) =>
  compileSerializer({ schema, method: 'GET', url: '/' });

/** The serializer that Fastify uses. It would coerce values to texts that may be a text as well as an array or object. */
function createOracle(schema: Schema): (value: unknown) => string {
  return fastJsonStringify(withoutMixedTypes(schema) as object);
}

function withoutMixedTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutMixedTypes);
  if (typeof node !== 'object' || node === null) return node;
  const { type } = node as { type?: unknown };
  if (Array.isArray(type) && type.includes('string') && (type.includes('array') || type.includes('object'))) return {};
  return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, withoutMixedTypes(member)]));
}

const TEXT = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
const TIMESTAMP = fc
  .date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Values of a schema, with members that it doesn't declare. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf));
  return fc.oneof(...[schema.type ?? 'unknown'].flat().map((type) => valuesOfType(type, schema)));
}

function valuesOfType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return schema.format === 'date-time' ? TIMESTAMP : TEXT;
    case 'integer':
      return fc.maxSafeInteger();
    case 'number':
      return fc.double({
        noNaN: true,
        noDefaultInfinity: true,
        ...(schema.minimum !== undefined && { min: schema.minimum }),
        ...(schema.maximum !== undefined && { max: schema.maximum }),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'object':
      return objectsOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectsOf({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<object> {
  const declared = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, valuesOf(property)]));
  const more =
    typeof additionalProperties === 'object' ? valuesOf(additionalProperties) : fc.jsonValue({ maxDepth: 1 });
  // Names such as `0` come first in every object, and in the text of the other serializer in the order of the schema.
  const names = fc.string({ minLength: 1, maxLength: 12 }).filter((name) => !/^\d+$/.test(name));
  const others = fc.dictionary(names, more, { maxKeys: 2 });
  return fc
    .tuple(others, fc.record(declared, { requiredKeys: required.filter((name) => name in declared) }))
    .map(([added, members]) => ({ ...added, ...members }));
}

describe('a response', () => {
  it.each(schemas)('of $operationId, $status, has the same bytes for any valid value', ({ schema }) => {
    const [own, oracle] = [serialize(schema), createOracle(schema)];
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        // The value of a map is projected in place.
        expect(own(structuredClone(value))).toBe(oracle(value));
      }),
      { numRuns: RUNS },
    );
  });

  it.each(schemas.filter(({ status }) => status.startsWith('2')))('of $operationId keeps its examples', (each) => {
    const examples = listResponseExamples(each.operationId as OperationId);
    expect(examples).not.toEqual([]);
    for (const { value } of examples) expect(JSON.parse(serialize(each.schema)(value))).toEqual(value);
  });

  it('without a required property is rejected, with its location', () => {
    const item: Schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
    const schema: Schema = { type: 'object', properties: { items: { type: ['array', 'null'], items: item } } };
    expect(serialize(schema)({ items: [{ id: 'a', more: 1 }], others: 2 })).toBe('{"items":[{"id":"a"}]}');
    expect(serialize(schema)({ items: null })).toBe('{"items":null}');
    expect(() => serialize(schema)({ items: [{}] })).toThrow('The response.items[].id is required.');
  });

  it.each<[string, Schema]>([
    ['oneOf', { oneOf: [{ type: 'object' }] }],
    ['default', { properties: { a: { default: 1 } } }],
    ['variants', { anyOf: [{ properties: {} }, { properties: {} }] }],
    ['additionalProperties', { properties: {}, additionalProperties: {} }],
  ])('whose schema cannot be projected is detected: %s', (word, schema) => {
    expect(() => compileProjection(schema)).toThrow(word);
  });
});
