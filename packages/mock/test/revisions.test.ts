/** Revisions of the contract: the published contract with changes that later versions may have. */
import { createMock, type Mock } from '@aispm/mock';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRevision, mockWithKey } from './small-contract.ts';
import { BASE, contract, paths, TOKEN } from './support.ts';

const T = '/tenants/t1/workspaces/w1';

/** A contract in JSON. */
// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of it.
type Json = any;

/** Creates a revision of the published contract. */
function revise(change: (revision: Json) => void): Json {
  const revision = structuredClone(contract);
  change(revision);
  return revision;
}

const send = async (fetch: typeof globalThis.fetch, method: string, path: string, body?: unknown) => {
  const headers = { ...TOKEN, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const response = await fetch(`${BASE}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as Json) };
};

/** Adds a list of records that a stateful mock can store, and their schema. */
function addPolicies({ paths: all, components: { schemas, responses } }: Json): void {
  const error = Object.keys(responses).find((name) => name === 'Unauthorized') ?? Object.keys(responses)[0];
  const errors = { 401: { $ref: `#/components/responses/${error}` } };
  schemas.Policy = {
    type: 'object',
    required: ['id', 'name', 'condition'],
    additionalProperties: false,
    properties: {
      id: { type: 'string', format: 'uuid', readOnly: true },
      name: { type: 'string', maxLength: 80 },
      condition: { $ref: '#/components/schemas/Condition' },
    },
  };
  // Recursive, with keywords that the published contract doesn't use.
  schemas.Condition = {
    type: 'object',
    required: ['field'],
    properties: {
      field: { type: 'string', pattern: '^[a-z_]+$' },
      range: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }], items: false, minItems: 2 },
      all: { type: 'array', maxItems: 5, items: { $ref: '#/components/schemas/Condition' } },
    },
    dependentRequired: { range: ['all'] },
  };
  const policy = {
    id: '0b5c3f6e-5b1a-4d2e-9d7c-0a1b2c3d4e5f',
    name: 'No public servers',
    condition: { field: 'exposure' },
  };
  const json = (schema: object, value: unknown) => ({ 'application/json': { schema, examples: { first: { value } } } });
  const body = { required: true, content: json({ $ref: '#/components/schemas/Policy' }, policy) };
  const record = { $ref: '#/components/schemas/Policy' };
  const page = {
    type: 'object',
    required: ['items', 'cursor'],
    properties: { items: { type: 'array', items: record }, cursor: { type: 'string' } },
  };
  const scope = ['tenant_id', 'workspace_id'].map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const pageSize = {
    name: 'page_size',
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
  };
  const cursor = { name: 'cursor', in: 'query', schema: { type: 'string' } };
  const id = { name: 'policy_id', in: 'path', required: true, schema: { type: 'string' } };
  const template = '/policies/tenants/{tenant_id}/workspaces/{workspace_id}';
  all[template] = {
    parameters: scope,
    get: {
      operationId: 'listPolicies',
      parameters: [pageSize, cursor],
      responses: { 200: { description: 'Policies.', content: json(page, { items: [policy], cursor: '' }) }, ...errors },
    },
    post: {
      operationId: 'createPolicy',
      requestBody: body,
      responses: { 201: { description: 'Created.', content: json(record, policy) }, ...errors },
    },
  };
  all[`${template}/{policy_id}`] = {
    parameters: [...scope, id],
    get: {
      operationId: 'getPolicy',
      responses: { 200: { description: 'A policy.', content: json(record, policy) }, ...errors },
    },
    delete: { operationId: 'deletePolicy', responses: { 204: { description: 'Deleted.' }, ...errors } },
  };
}

/** Adds a value of an enumeration, a property and a filter, and repeats on an operation that it requires the API key. */
function addParts({ components: { schemas }, paths: all }: Json): void {
  schemas.IssueStatus.enum.push('deferred');
  schemas.Agent.properties.owner_team = { type: 'string', maxLength: 80 };
  const list = all['/aispm-agents/tenants/{tenant_id}/workspaces/{workspace_id}'].get;
  list.parameters.push({ name: 'owner_team', in: 'query', schema: { type: 'string', maxLength: 80 } });
  all['/me'].get.security = [{ ApiKey: [] }];
}

describe('a revision of the contract', () => {
  let mock: Mock;
  beforeAll(async () => {
    const revised = revise((revision) => {
      addPolicies(revision);
      addParts(revision);
    });
    mock = await createMock({ contract: revised, stateful: true });
  });

  it('may add operations and schemas, whose records are stored', async () => {
    const create = (condition: unknown) => send(mock.fetch, 'POST', `/policies${T}`, { name: 'Mine', condition });
    const nested = (field: string) => ({ field: 'a', range: [1, 2], all: [{ field: 'b', all: [{ field }] }] });
    const created = await create(nested('c'));
    expect([created.status, created.body.name]).toEqual([201, 'Mine']);
    // The schema applies at each depth, and so do its other keywords.
    expect((await create(nested('C'))).body.details).toHaveProperty(['body/condition/all/0/all/0/field']);
    expect((await create({ field: 'a', range: [1, 2] })).status).toBe(400);
    expect((await create({ field: 'a', range: [1, 2, 3], all: [] })).status).toBe(400);
    const list = await send(mock.fetch, 'GET', `/policies${T}?page_size=1`);
    expect(list.body.items.map(({ name }: Json) => name)).toEqual(['Mine']);
    const record = `/policies${T}/${created.body.id}`;
    expect((await send(mock.fetch, 'DELETE', record)).status).toBe(204);
    expect((await send(mock.fetch, 'GET', record)).status).toBe(404);
  });

  it('has generated bodies for new operations', async () => {
    const headers = { ...TOKEN, prefer: 'dynamic=true, seed=1' };
    const response = await mock.fetch(`${BASE}/policies${T}`, { headers });
    const { items } = (await response.json()) as Json;
    expect([response.status, typeof items[0].condition.field]).toEqual([200, 'string']);
  });

  it('may have a new value of an enumeration, a new filter, and security of an operation', async () => {
    const status = async (path: string) => (await send(mock.fetch, 'GET', path)).status;
    expect(await Promise.all([`/issues${T}?status=deferred`, `/issues${T}?status=postponed`].map(status))).toEqual([
      200, 400,
    ]);
    expect(await Promise.all([`${paths.agents}?owner_team=a`, '/me'].map(status))).toEqual([200, 200]);
  });

  it('may lack operations, and have other servers and another name of its credentials', async () => {
    const other = await createMock({
      contract: revise((revision) => {
        delete revision.paths['/aispm-dashboard'];
        revision.servers = [
          { url: 'https://{host}/{stage}/v2/', variables: { host: { default: 'x.test' }, stage: { default: 'beta' } } },
        ];
        revision.components.securitySchemes = { Key: revision.components.securitySchemes.ApiKey };
        revision.security = [{ Key: [] }];
      }),
    });
    expect(other.basePath).toBe('/beta/v2');
    const get = async (path: string, headers = {}) =>
      (await other.fetch(`http://any/beta/v2${path}`, { headers })).status;
    expect([await get(paths.rules, TOKEN), await get(paths.rules), await get('/aispm-dashboard', TOKEN)]).toEqual([
      200, 401, 404,
    ]);
  });

  it('may have an operation with a body that is not JSON', async () => {
    const { fetch } = await mockWithKey(
      createRevision({
        '/notes': {
          post: {
            operationId: 'createNote',
            requestBody: { content: { 'text/plain': { schema: { type: 'string', maxLength: 3 } } } },
            responses: { 204: { description: 'Created.' } },
          },
        },
      }),
    );
    const post = async (type: string, body: string) =>
      (await fetch('http://any/notes', { method: 'POST', headers: { 'content-type': type }, body })).status;
    expect([await post('text/plain', 'abc'), await post('text/plain', 'abcd'), await post('text/csv', 'abc')]).toEqual([
      204, 400, 415,
    ]);
  });
});

/** Properties of data that would have a meaning in a schema, as in the parameters of a tool. */
const SCHEMA_LIKE = {
  $id: 'https://schemas.example.com:{port}/thing',
  $anchor: 'not an anchor',
  $dynamicRef: '#none',
  $ref: './no-such-file.yaml',
  properties: { a: { $id: 'http://[', $anchor: '1' } },
};

describe('data that looks like a schema', () => {
  const data = { ...SCHEMA_LIKE, items: [{ ...SCHEMA_LIKE, name: 'A' }] };
  it.each([
    ['a named example', { type: 'object' }, { examples: { one: { value: data } } }],
    ['an example of a schema', { type: 'object', examples: [data] }, {}],
    ['a constant', { const: data }, {}],
  ])('is not changed if it is %s', async (_, schema, more) => {
    const content = { 'application/json': { schema, ...more } };
    const get = { operationId: 'getData', responses: { 200: { description: 'Fine.', content } } };
    const { fetch } = await mockWithKey(createRevision({ '/data': { get } }));
    const response = await fetch('http://any/data');
    expect([response.status, await response.json()]).toEqual([200, data]);
  });

  it.each([
    ['a list of examples', { examples: [data] }],
    ['the older example', { example: data }],
    ['a default', { default: data }],
  ])('does not disable the validation of requests if it is %s', async (_, more) => {
    const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, others: more } };
    const post = {
      operationId: 'createData',
      requestBody: { content: { 'application/json': { schema } } },
      responses: { 204: { description: 'Fine.' } },
    };
    const { fetch } = await mockWithKey(createRevision({ '/data': { post } }));
    const create = async (body: object) =>
      (
        await fetch('http://any/data', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status;
    expect([await create({ name: 'A' }), await create({ name: 1 })]).toEqual([204, 400]);
  });
});

describe('a schema with an identifier', () => {
  it('can be referenced several times', async () => {
    const Owner = { $id: 'owner', $anchor: 'owner', type: 'string', minLength: 2 };
    const owner = { $ref: '#/components/schemas/Owner' };
    const schema = { type: 'object', required: ['a', 'b'], properties: { a: owner, b: { allOf: [owner] } } };
    const post = {
      operationId: 'createData',
      requestBody: { content: { 'application/json': { schema } } },
      responses: { 204: { description: 'Fine.' } },
    };
    const { fetch } = await mockWithKey(createRevision({ '/data': { post } }, { Owner }));
    const headers = { 'content-type': 'application/json' };
    const create = async (b: string) =>
      (await fetch('http://any/data', { method: 'POST', headers, body: JSON.stringify({ a: 'xx', b }) })).status;
    expect([await create('yy'), await create('y')]).toEqual([204, 400]);
  });
});

describe('a generated body of a revision', () => {
  const get = async (schema: object) => {
    const content = { 'application/json': { schema } };
    const operation = { operationId: 'getBody', responses: { 200: { description: 'Fine.', content } } };
    const { fetch } = await mockWithKey(createRevision({ '/body': { get: operation } }));
    const response = await fetch('http://any/body');
    return { status: response.status, body: (await response.json()) as Json };
  };

  it('matches a pattern next to an unknown format', async () => {
    const schema = {
      type: 'array',
      minItems: 5,
      items: { type: 'string', pattern: '^[1-9][0-9]{3}$', format: 'snowflake' },
    };
    const { status, body } = await get(schema);
    expect(status).toBe(200);
    for (const item of body) expect(item).toMatch(/^[1-9][0-9]{3}$/);
  });

  it('has a value of an enumeration with other rules for the same value', async () => {
    const all = { type: 'string', oneOf: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((value) => ({ const: value })) };
    const schema = { type: 'array', minItems: 3, items: { type: 'string', enum: ['h'], allOf: [all] } };
    expect((await get(schema)).body).toEqual(expect.arrayContaining(['h', 'h', 'h']));
  });

  it('has required properties that are declared elsewhere, or nowhere', async () => {
    const number = { type: 'integer', minimum: 1 };
    const schema = {
      type: 'object',
      required: ['anything', 'x-size', 'number', 'constructor'],
      properties: { list: { type: 'array', minItems: 1, items: { required: ['id'], additionalProperties: number } } },
      patternProperties: { '^x-': number },
      allOf: [{ required: ['part'] }, { properties: { number, part: { type: 'object', required: ['whole'] } } }],
      oneOf: [{ required: ['first'], properties: { kind: { const: 'a' } } }],
    };
    const { status, body } = await get(schema);
    expect(status).toBe(200);
    for (const name of ['anything', 'constructor', 'first']) expect(Object.hasOwn(body, name)).toBe(true);
    for (const value of [body['x-size'], body.number, body.list[0].id]) expect(value).toBeGreaterThan(0);
    expect(Object.hasOwn(body.part, 'whole')).toBe(true);
  });

  it('omits only optional parts that are unsatisfiable', async () => {
    const impossible = { type: 'string', minLength: 9, maxLength: 1 };
    const part = { type: 'object', required: ['a'], properties: { a: impossible } };
    const schema = {
      type: 'object',
      required: ['name', 'list', 'deep'],
      properties: {
        name: { const: 'kept' },
        optional: impossible,
        'a/b~c': impossible,
        list: { type: 'array', minItems: 0, items: { oneOf: [part, { allOf: [part] }] } },
        deep: { type: 'object', properties: { kept: { const: 1 }, part } },
      },
    };
    expect(await get(schema)).toEqual({ status: 200, body: { name: 'kept', list: [], deep: { kept: 1 } } });
  });

  it('matches exactly one of several schemas, even if most of its values match two', async () => {
    const member = (value: string) => ({ type: 'object', required: ['type'], properties: { type: { enum: [value] } } });
    const items = { oneOf: ['regular', 'regular', 'timed', 'timed', 'late'].map(member) };
    const { status, body } = await get({ type: 'array', minItems: 5, maxItems: 5, items });
    expect([status, body]).toEqual([200, Array.from({ length: 5 }, () => expect.objectContaining({ type: 'late' }))]);
  });

  it('is rejected with the reason if the schema is unsatisfiable', async () => {
    const name = { type: 'string', enum: ['female', 'male'], maxLength: 1 };
    const { status, body } = await get({ type: 'object', required: ['name'], properties: { name } });
    expect([status, body.reason]).toEqual([500, 'internal_error']);
    expect(body.message).toMatch(
      /^The mock can't generate a valid body for GET \/body, 200: .*name .*1 char.*\. Add an example to the contract, or/,
    );
  });

  it('and every request result in an error if the schema is infinitely recursive', async () => {
    const schema = { $ref: '#/components/schemas/Endless' };
    const content = { 'application/json': { schema } };
    const paths = {
      '/data': {
        get: { operationId: 'getData', responses: { 200: { description: 'Fine.', content } } },
        post: { operationId: 'createData', requestBody: { content }, responses: { 204: { description: 'Fine.' } } },
      },
    };
    const { fetch } = await mockWithKey(createRevision(paths, { Endless: { type: 'object', allOf: [schema] } }));
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect([(await fetch('http://any/data')).status, (await fetch('http://any/data', init)).status]).toEqual([
      500, 500,
    ]);
  });
});
