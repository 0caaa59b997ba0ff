/**
 * Revisions with recursive schemas, or schemas with so many references to each other that they become too large.
 */
import { describe, expect, it } from 'vitest';
import { expandReferences } from '../src/contract/expand-references.ts';
import { createRevision, mockWithKey } from './small-contract.ts';

const BASE = 'http://any';

/** Creates a mock of a revision whose request and response bodies have the same schema. */
async function mockSchema(schema: object, schemas: object = {}) {
  const content = { 'application/json': { schema } };
  const get = { operationId: 'getData', responses: { 200: { description: 'Fine.', content } } };
  const post = { operationId: 'createData', requestBody: { content }, responses: { 204: { description: 'Fine.' } } };
  const { fetch } = await mockWithKey(createRevision({ '/data': { get, post } }, schemas));
  return {
    async get() {
      const response = await fetch(`${BASE}/data`);
      return { status: response.status, body: await response.json() };
    },
    async post(body: unknown) {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${BASE}/data`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    },
  };
}

describe('a recursive schema', () => {
  const Node = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 5 }, next: { $ref: '#/components/schemas/Node' } },
  };
  it('is validated at each depth, in every operation', async () => {
    const { get, post } = await mockSchema({ $ref: '#/components/schemas/Node' }, { Node });
    expect((await get()).status).toBe(200);
    const nest = (name: string) => ({ name: 'a', next: { name: 'b', next: { name: 'c', next: { name } } } });
    expect([await post(nest('d')), await post(nest('too long'))]).toEqual([204, 400]);
  });
});

describe('a large referenced schema', () => {
  const mapNames = <T>(create: (name: string) => T) =>
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`p${index}`, create(`p${index}`)]));
  const schema = {
    type: 'object',
    required: ['p0'],
    properties: mapNames(() => ({ type: 'object', properties: mapNames(() => ({ type: 'integer' })) })),
  };
  const value = mapNames(() => mapNames(() => [1]));
  const request = { method: 'POST', headers: { 'content-type': 'application/json' } };

  it.each([
    ['a response', { responses: { Large: { description: 'Fine.', content: { 'application/json': { schema } } } } }],
    ['a request body', { requestBodies: { Large: { content: { 'application/json': { schema } } } } }],
    ['an example', { examples: { Large: { value } } }],
    ['a path', {}],
  ])('is used: %s', async (part, components) => {
    const own = {
      operationId: 'createData',
      requestBody: { content: { 'application/json': { schema } } },
      responses: {
        200: { description: 'Fine.', content: { 'application/json': { schema, examples: { one: { value } } } } },
      },
    };
    const post = {
      ...own,
      ...(part === 'a response' && { responses: { 200: { $ref: '#/components/responses/Large' } } }),
      ...(part === 'a request body' && { requestBody: { $ref: '#/components/requestBodies/Large' } }),
      ...(part === 'an example' && {
        responses: {
          200: {
            description: 'Fine.',
            content: {
              'application/json': {
                schema: { type: 'object' },
                examples: { one: { $ref: '#/components/examples/Large' } },
              },
            },
          },
        },
      }),
    };
    const paths = part === 'a path' ? { '/data': { $ref: '#/components/pathItems/Large' } } : { '/data': { post } };
    const pathItems = { Large: { post } };
    const { components: declared, ...revision } = createRevision(paths);
    const { fetch } = await mockWithKey({ ...revision, components: { ...declared, ...components, pathItems } });
    const response = await fetch(`${BASE}/data`, { ...request, body: '{"p0":{}}' });
    expect([response.status, (await response.json()).p0]).toEqual([200, expect.any(Object)]);
    expect((await fetch(`${BASE}/data`, { ...request, body: '{"p0":"a"}' })).status).toBe(400);
  });
});

describe('schemas that refer to each other', () => {
  /** Each schema refers to all others, directly or, without a cycle, to those after it. */
  const refer = (count: number, isCyclic: boolean) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => {
        const others = Array.from({ length: count }, (_item, other) => other).filter(
          (other) => (isCyclic && other !== index) || other > index,
        );
        const properties = Object.fromEntries(
          others.map((other) => [`s${other}`, { $ref: `#/components/schemas/S${other}` }]),
        );
        return [`S${index}`, { type: 'object', required: ['id'], properties: { id: { const: index }, ...properties } }];
      }),
    );

  const count = (value: unknown): number =>
    typeof value !== 'object' || value === null
      ? 1
      : Object.values(value).reduce((sum: number, part) => sum + count(part), 1);

  it.each([
    ['in circles', true],
    ['many times', false],
  ])('%s remain small', (_, isCyclic) => {
    const schema = { $ref: '#/components/schemas/S0' };
    const get = { responses: { 200: { description: 'Fine.', content: { 'application/json': { schema } } } } };
    const { document, collectBundle } = expandReferences({
      components: { schemas: refer(isCyclic ? 9 : 16, isCyclic) },
      paths: { '/a': { get } },
    });
    expect(count([document, collectBundle(document)])).toBeLessThan(20_000);
  });

  it.each([
    ['in circles', true],
    ['many times', false],
  ])('%s have valid bodies', async (_, isCyclic) => {
    const { get, post } = await mockSchema({ $ref: '#/components/schemas/S0' }, refer(25, isCyclic));
    const { status, body } = await get();
    expect([status, body.id, body.s1.id]).toEqual([200, 0, 1]);
    const nest = (id: number) => ({ id: 0, s1: { id: 1, s2: { id: 2, s3: { id } } } });
    expect([await post(nest(3)), await post(nest(4))]).toEqual([204, 400]);
  });
});

describe('a generated body', () => {
  const get = async (schema: object) => (await mockSchema(schema)).get();

  it('is valid even if its schema is large', async () => {
    const impossible = { type: 'string', minLength: 9, maxLength: 1 };
    const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, a: impossible } };
    const property = { type: 'array', minItems: 5, items: item };
    const properties = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}`, property]));
    const { status, body } = await get({ type: 'object', required: Object.keys(properties), properties });
    expect([status, Object.keys(body).length]).toEqual([200, 200]);
    expect(JSON.stringify(body)).not.toContain('"a"');
  });

  it('is short even if lists are nested three levels deep', async () => {
    const nest = (depth: number): object => ({
      type: 'object',
      required: ['depth'],
      properties: {
        depth: { const: depth },
        ...(depth < 8 && {
          a: { type: 'array', items: nest(depth + 1) },
          b: { type: 'array', items: nest(depth + 1) },
        }),
      },
    });
    const { status, body } = await get(nest(0));
    expect([status, body.depth]).toEqual([200, 0]);
    // Neither one level less nor one level more.
    expect(JSON.stringify(body).length).toBeGreaterThan(5_000);
    expect(JSON.stringify(body).length).toBeLessThan(50_000);
  });

  it('is rejected if a large schema is unsatisfiable', async () => {
    const impossible = { type: 'string', minLength: 9, maxLength: 1 };
    const property = {
      type: 'array',
      minItems: 20,
      items: { type: 'object', required: ['a'], properties: { a: impossible } },
    };
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`p${index}`, property]));
    const { status, body } = await get({ type: 'object', required: Object.keys(properties), properties });
    expect([status, body.reason]).toEqual([500, 'internal_error']);
  });
});
