/** A revision without examples, with JSON Schema constructs that the published contract doesn't use. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { createRevision, mockWithKey } from './small-contract.ts';

/** Schemas by the name of the construct. */
const SCHEMAS: Record<string, unknown> = {
  tuple: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], minItems: 2, items: false },
  tuple3: { type: 'array', prefixItems: [{ type: 'integer' }], minItems: 3, items: { type: 'string' } },
  one: {
    oneOf: [
      { type: 'object', required: ['a'], properties: { a: { const: 1 } }, additionalProperties: false },
      { type: 'object', required: ['b'], properties: { b: { type: 'string' } }, additionalProperties: false },
    ],
  },
  all: {
    allOf: [
      { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } },
      {
        type: 'object',
        required: ['n'],
        properties: { n: { type: 'integer', minimum: 5, maximum: 9, multipleOf: 3 } },
      },
    ],
  },
  sibling: {
    $ref: '#/components/schemas/Base',
    required: ['extra'],
    properties: { extra: { type: 'string', minLength: 3 } },
  },
  sib2: {
    type: 'object',
    required: ['x', 'y'],
    properties: { x: { type: 'string' } },
    allOf: [{ properties: { y: { type: 'integer' } } }],
  },
  formats: {
    type: 'object',
    required: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
    properties: {
      a: { type: 'string', format: 'uuid' },
      b: { type: 'string', format: 'date-time' },
      c: { type: 'string', format: 'email' },
      d: { type: 'string', format: 'uri' },
      e: { type: 'string', format: 'ipv4' },
      f: { type: 'string', format: 'date' },
      g: { type: 'string', format: 'time' },
      h: { type: 'string', format: 'ipv6' },
    },
  },
  formats2: {
    type: 'object',
    required: ['a', 'b', 'c', 'd', 'e'],
    properties: {
      a: { type: 'string', format: 'duration' },
      b: { type: 'string', format: 'hostname' },
      c: { type: 'string', format: 'byte' },
      d: { type: 'string', format: 'uri-reference' },
      e: { type: 'string', format: 'regex' },
    },
  },
  pattern: { type: 'string', pattern: '^[a-z]{3}-\\d{2,4}$' },
  patlen: { type: 'string', pattern: '^[A-Z]+$', minLength: 5, maxLength: 8 },
  tree: { $ref: '#/components/schemas/Tree' },
  wo: {
    type: 'object',
    required: ['id', 'write_only_text'],
    properties: {
      id: { type: 'string', readOnly: true },
      write_only_text: { type: 'string', writeOnly: true },
      deep: {
        type: 'object',
        required: ['write_only_part'],
        properties: { write_only_part: { type: 'string', writeOnly: true }, ok: { type: 'string' } },
      },
    },
  },
  map: { type: 'object', minProperties: 2, additionalProperties: { type: 'integer', minimum: 1 } },
  mapnames: {
    type: 'object',
    propertyNames: { pattern: '^[a-z]+$' },
    additionalProperties: { type: 'string' },
    minProperties: 1,
  },
  konst: { const: { a: [1, 2] } },
  en: { enum: ['x', null, 3] },
  nullable: { type: ['object', 'null'], required: ['a'], properties: { a: { type: ['string', 'null'] } } },
  disc: {
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: { propertyName: 'kind' },
  },
  any: {
    anyOf: [
      { type: 'string', minLength: 2 },
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    ],
  },
  uniq: {
    type: 'array',
    uniqueItems: true,
    minItems: 3,
    maxItems: 4,
    items: { type: 'integer', minimum: 1, maximum: 4 },
  },
  contains: { type: 'array', contains: { const: 7 }, minItems: 2, items: { type: 'integer' } },
  num: { type: 'number', multipleOf: 0.5, exclusiveMinimum: 1, maximum: 2 },
  bigint: { type: 'integer', format: 'int64', minimum: 1000000000000 },
  ifthen: {
    type: 'object',
    required: ['t'],
    properties: { t: { enum: ['a', 'b'] }, v: { type: 'integer' } },
    if: { properties: { t: { const: 'a' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required: ['v'] },
  },
  dep: {
    type: 'object',
    required: ['card'],
    properties: { card: { type: 'string' }, addr: { type: 'string' } },
    dependentRequired: { card: ['addr'] },
  },
  uneval: {
    allOf: [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }],
    unevaluatedProperties: false,
  },
  notx: { type: 'string', not: { enum: [''] }, minLength: 1 },
  bool: true,
  empty: {},
  patprops: { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
};

const COMPONENTS = {
  Base: { type: 'object', required: ['base'], properties: { base: { type: 'string' } } },
  Tree: {
    type: 'object',
    required: ['name', 'children'],
    properties: {
      name: { type: 'string' },
      children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      parent: { oneOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] },
    },
  },
  Cat: {
    type: 'object',
    required: ['kind', 'lives'],
    properties: { kind: { const: 'cat' }, lives: { type: 'integer', maximum: 9, minimum: 1 } },
  },
  Dog: {
    type: 'object',
    required: ['kind', 'bark'],
    properties: { kind: { const: 'dog' }, bark: { type: 'boolean' } },
  },
};

/** Where a schema occurs in a body. */
const POSITIONS: Record<string, (schema: unknown) => unknown> = {
  alone: (schema) => schema,
  item: (schema) => ({ type: 'array', minItems: 2, items: schema }),
  property: (schema) => ({ type: 'object', required: ['part'], properties: { part: schema } }),
  map: (schema) => ({ type: 'object', minProperties: 1, additionalProperties: schema }),
};

const cases = Object.entries(SCHEMAS).flatMap(([name, schema]) =>
  Object.entries(POSITIONS).map(([position, wrap]) => ({ id: `${name}-${position}`, position, schema: wrap(schema) })),
);
const paths = Object.fromEntries(
  cases.map(({ id, schema }) => [
    `/${id}`,
    {
      get: {
        operationId: id,
        responses: { 200: { description: 'Fine.', content: { 'application/json': { schema } } } },
      },
    },
  ]),
);
const contract = createRevision(paths, COMPONENTS);

/** Names of write-only properties. */
const WRITE_ONLY = ['write_only_text', 'write_only_part'];

/** Responses don't have to contain these properties, even though they are required. */
const ofResponses = JSON.parse(JSON.stringify(contract), (key, value) =>
  key === 'required' && Array.isArray(value) ? value.filter((name) => !WRITE_ONLY.includes(name)) : value,
);
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(ofResponses, 'contract');

/** Lists how a body violates its schema. */
function findErrors(id: string, body: unknown): unknown {
  const validate = ajv.compile({
    $ref: `contract#/paths/~1${id}/get/responses/200/content/application~1json/schema`,
  });
  return validate(body) ? [] : validate.errors;
}

const mock = await mockWithKey(contract);

describe(`the bodies of ${cases.length} operations without examples`, () => {
  it('are more than a hundred', () => {
    expect(cases.length).toBeGreaterThan(100);
  });

  describe.each(Object.keys(POSITIONS))('with the construct %s', (position) => {
    const tags = position === 'alone' ? [] : ['long'];
    const ofPosition = cases.filter((candidate) => candidate.position === position);
    it.each(ofPosition)('are valid, without write-only properties: $id', { tags }, async ({ id }) => {
      for (const prefer of ['', 'dynamic=true, seed=1', 'dynamic=true, seed=2']) {
        const response = await mock.fetch(`http://mock.test/${id}`, { headers: prefer ? { prefer } : {} });
        const text = await response.text();
        expect(response.status, text).toBe(200);
        expect(findErrors(id, JSON.parse(text)), text).toEqual([]);
        for (const name of WRITE_ONLY) expect(text).not.toContain(`"${name}"`);
      }
    });
  });

  it('are the same each time, unless they are dynamic', async () => {
    const read = async () => (await mock.fetch('http://mock.test/formats-alone')).text();
    const again = await (await mockWithKey(contract)).fetch('http://mock.test/formats-alone');
    expect(await read()).toBe(await read());
    expect(await again.text()).toBe(await read());
  });
});
