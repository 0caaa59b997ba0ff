/** Documents whose schemas the validator does not accept, or which refer to each other so often that they become too large. */
import { createMock } from '@aispm/mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expandReferences } from '../src/contract/expand-references.ts';
import { smallContract } from './small-contract.ts';

const BASE = 'http://any/beta/v2';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates a mock of a document whose request and response bodies have the same schema. */
async function mockSchema(schema: object, schemas: object = {}, mediaType = 'application/json') {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const content = { [mediaType]: { schema } };
  const get = { responses: { 200: { description: 'Fine.', content: { 'application/json': { schema } } } } };
  const post = { requestBody: { content }, responses: { 204: { description: 'Fine.' } } };
  const contract = { ...smallContract(), components: { schemas }, paths: { '/data': { get, post } } };
  const { fetch } = await createMock({ contract });
  return {
    warnings: warn.mock.calls.map(([text]) => String(text)),
    async get() {
      const response = await fetch(`${BASE}/data`);
      return { status: response.status, body: await response.json() };
    },
    async post(body: unknown) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const init = { method: 'POST', headers: { 'content-type': mediaType }, body: text };
      return (await fetch(`${BASE}/data`, init)).status;
    },
  };
}

describe('a keyword that the validator does not accept', () => {
  const name = { type: 'string', minLength: 3 };
  it.each([
    [
      'a pattern of another language',
      { properties: { name: { ...name, pattern: '(?i)^a+$' } } },
      'properties/name/pattern',
    ],
    [
      'such a pattern of names',
      { properties: { name }, patternProperties: { '(?i)^a+$': {} } },
      'patternProperties/(?i)%5Ea+$',
    ],
    ['an older keyword', { properties: { name }, $recursiveAnchor: true }, '$recursiveAnchor'],
    ['a limit that is no number', { properties: { name: { ...name, maxLength: 'ten' } } }, 'properties/name/maxLength'],
    ['an empty choice', { properties: { name }, oneOf: [] }, 'oneOf'],
  ])('is ignored with a warning: %s', async (_, schema, location) => {
    const mock = await mockSchema(
      { $ref: '#/components/schemas/Data' },
      { Data: { type: 'object', required: ['name'], ...schema } },
    );
    const [warning = '', ...others] = mock.warnings;
    expect(others).toEqual([]);
    expect(warning).toContain(`The contract contract: #/components/schemas/Data/${location} is ignored, because it `);
    const { status, body } = await mock.get();
    expect([status, typeof body.name]).toEqual([200, 'string']);
    // What is beside it applies.
    expect([await mock.post({ name: 'Ann' }), await mock.post({ name: 'A' }), await mock.post({})]).toEqual([
      204, 400, 400,
    ]);
  });

  it('is only counted, when there are many', async () => {
    const properties = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`p${index}`, { pattern: '(' }]));
    const { warnings } = await mockSchema({ $ref: '#/components/schemas/Data' }, { Data: { properties } });
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toBe('aispm-mock: The contract contract: 5 other keywords are ignored, too.');
  });

  it('is used, when only its values are repeated', async () => {
    const { warnings, post } = await mockSchema({ type: 'object', required: ['name', 'name'], properties: { name } });
    expect([warnings, await post({})]).toEqual([[], 400]);
  });
});

describe('a schema that cannot be used', () => {
  it('results in an error instead of responses and requests that nobody validates', async () => {
    const endless = { type: 'object', allOf: [{ $ref: '#/components/schemas/Endless' }] };
    const { get, post } = await mockSchema({ $ref: '#/components/schemas/Endless' }, { Endless: endless });
    expect([(await get()).status, await post({})]).toEqual([500, 500]);
  });
});

describe('a schema that contains itself', () => {
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

  it('is validated in forms', async () => {
    const Text = { type: 'string', maxLength: 3, not: { items: { $ref: '#/components/schemas/Text' }, type: 'array' } };
    const form = { type: 'object', properties: { text: { $ref: '#/components/schemas/Text' } } };
    const { post } = await mockSchema(form, { Text }, 'application/x-www-form-urlencoded');
    expect([await post('text=abc'), await post('text=abcd')]).toEqual([204, 400]);
  });
});

describe('a large part that others refer to', () => {
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
    const contract = { ...smallContract(), components: { ...components, pathItems }, paths };
    const { fetch } = await createMock({ contract });
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
