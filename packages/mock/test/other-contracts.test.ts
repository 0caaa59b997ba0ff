/** Constructs of other APIs' documents, which the AISPM contract does not have: OpenAPI 3.0, and references in extensions. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { createMock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';
import { smallContract } from './small-contract.ts';

const execute = promisify(execFile);

const respond = (schema: object, more: object = {}) => ({
  get: { responses: { 200: { description: 'Fine.', content: { 'application/json': { schema, ...more } } } } },
});

const oldContract = () => ({
  openapi: '3.0.3',
  info: { title: 'Old', version: '1.0.0' },
  servers: [{ url: '/old' }],
  components: {
    schemas: {
      Owner: {
        type: 'object',
        required: ['name', 'password'],
        properties: { name: { type: 'string', minLength: 1 }, password: { type: 'string', writeOnly: true } },
      },
    },
  },
  paths: {
    '/nullable': respond(
      {
        type: 'object',
        required: ['text', 'owner', 'wrapped'],
        properties: {
          text: { type: 'string', nullable: true },
          owner: { $ref: '#/components/schemas/Owner', nullable: true },
          wrapped: { nullable: true, allOf: [{ $ref: '#/components/schemas/Owner' }] },
        },
      },
      { example: { text: null, owner: null, wrapped: null } },
    ),
    '/owner': respond({ $ref: '#/components/schemas/Owner' }),
    '/choice': respond({ nullable: true, oneOf: [{ type: 'integer', minimum: 5 }, { type: 'boolean' }] }),
    '/share': respond({ type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true }),
    '/search': {
      get: {
        parameters: [{ name: 'least', in: 'query', schema: { type: 'integer', minimum: 0, exclusiveMinimum: true } }],
        responses: { 204: { description: 'Nothing.' } },
      },
    },
  },
});

describe('an OpenAPI 3.0 document', () => {
  const get = async (path: string, prefer?: string) => {
    const { fetch } = await createMock({ contract: oldContract() });
    return fetch(`http://any/old${path}`, { headers: prefer ? { prefer } : {} });
  };

  it('has the nulls that it permits', async () => {
    const response = await get('/nullable');
    expect([response.status, await response.json()]).toEqual([200, { text: null, owner: null, wrapped: null }]);
  });

  it('has generated bodies without properties of requests', async () => {
    for (const prefer of [undefined, 'dynamic=true, seed=1']) {
      const response = await get('/owner', prefer);
      const body = await response.json();
      expect(Object.keys(body)).toContain('name');
      expect(Object.keys(body)).not.toContain('password');
    }
  });

  it('may have "nullable" beside other keywords than a type, where it has no effect', async () => {
    for (const openapi of ['3.0.3', '3.1.0']) {
      const { fetch } = await createMock({
        contract: { ...oldContract(), openapi, paths: { '/choice': oldContract().paths['/choice'] } },
      });
      expect(['number', 'boolean']).toContain(typeof (await (await fetch('http://any/old/choice')).json()));
    }
  });

  it('has exclusive limits, for responses and for requests', async () => {
    for (const seed of [1, 2, 3]) {
      const share = await (await get('/share', `dynamic=true, seed=${seed}`)).json();
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThan(1);
    }
    expect((await get('/search?least=0')).status).toBe(400);
    expect((await get('/search?least=1')).status).toBe(204);
  });

  it('keeps its digest, and is not modified', async () => {
    const contract = oldContract();
    const { contractDigest } = await createMock({ contract });
    expect(contract).toEqual(oldContract());
    const text = `${JSON.stringify(contract, null, 2)}\n`;
    expect(contractDigest).toBe(createHash('sha256').update(text).digest('hex'));
  });
});

describe('an extension that refers to another document', () => {
  it('is ignored, and its file is not opened', async () => {
    const contract = {
      ...smallContract(),
      'x-topics': [{ title: 'Start', content: { $ref: './no-such-chapter.md' } }],
      paths: { ...smallContract().paths, 'x-common': { get: { $ref: './no-such-operation.yaml' } } },
    };
    const { fetch } = await createMock({ contract });
    expect((await fetch('http://any/beta/v2/things/special')).status).toBe(200);
  });

  it('is ignored, too, when it refers to a missing node', async () => {
    const contract = {
      ...smallContract(),
      'x-rules': { $ref: '#/x-policy' },
      'x-policy': { $ref: '#/x-policies/none' },
    };
    const { fetch } = await createMock({ contract });
    expect((await fetch('http://any/beta/v2/things/special')).status).toBe(200);
  });

  it('keeps what is beside it', async () => {
    const special = respond({ type: 'string', 'x-chapter': { $ref: './no-such-chapter.md' }, minLength: 30 });
    const { fetch } = await createMock({ contract: { ...smallContract(), paths: { '/special': special } } });
    expect((await (await fetch('http://any/beta/v2/special')).json()).length).toBeGreaterThanOrEqual(30);
  });
});

describe('a name that starts with x- and refers to another document', () => {
  const refer = { $ref: './no-such-file.yaml' };
  it.each([
    ['a header', '/paths/~1a/get/responses/200/headers/x-rate-limit', { headers: { 'x-rate-limit': refer } }],
    [
      'a property',
      '/paths/~1a/get/responses/200/content/text~1plain/schema/properties/x-note',
      { content: { 'text/plain': { schema: { type: 'object', properties: { 'x-note': refer } } } } },
    ],
    [
      'a named example',
      '/paths/~1a/get/responses/200/content/text~1plain/examples/x-first',
      { content: { 'text/plain': { examples: { 'x-first': refer } } } },
    ],
  ])('is refused as every other reference, when it is %s', async (_, pointer, response) => {
    const paths = { '/a': { get: { responses: { 200: { description: 'Fine.', ...response } } } } };
    await expect(createMock({ contract: { ...smallContract(), paths } })).rejects.toThrow(
      `The contract contract cannot be used: ${pointer}: The reference "./no-such-file.yaml" cannot be resolved: it leads to ` +
        'another document. Bundle the documents into one first.',
    );
  });

  it('is refused, when it is a schema', async () => {
    const contract = { ...smallContract(), components: { schemas: { 'x-thing': refer } } };
    await expect(createMock({ contract })).rejects.toThrow(
      '/components/schemas/x-thing: The reference "./no-such-file',
    );
  });
});

/** Members that would have a meaning in a schema. */
const SCHEMA_LIKE = {
  $id: 'https://schemas.example.com:{port}/thing',
  $schema: 'urn:no-such-dialect',
  $anchor: 'not an anchor',
  $dynamicAnchor: 'not an anchor',
  $dynamicRef: '#none',
  $ref: './no-such-file.yaml',
  $defs: { a: { $id: 'http://[' } },
  properties: { a: { $id: 'http://[', $anchor: '1' } },
};

describe.each(Object.entries(SCHEMA_LIKE))('data with %s', (keyword, value) => {
  const data = { 'x-schema': { [keyword]: value }, [keyword]: value, items: [{ [keyword]: value, name: 'A' }] };
  it.each([
    ['an example', respond({ type: 'object' }, { example: data })],
    ['a named example', respond({ type: 'object' }, { examples: { one: { value: data } } })],
    ['an example of a schema', respond({ type: 'object', examples: [data] })],
    ['the older example of a schema', respond({ type: 'object', example: data }), {}],
    ['a default', respond({ type: 'object', default: data }), {}],
    ['a value of an enumeration', respond({ enum: [data] })],
    ['a constant', respond({ const: data })],
  ])('remains as it is, when it is %s', async (_, path, body = data) => {
    const contract = { ...oldContract(), openapi: '3.1.0', paths: { '/data': path } };
    const { fetch } = await createMock({ contract });
    const response = await fetch('http://any/old/data');
    expect([response.status, await response.json()]).toEqual([200, body]);
  });

  it.each([
    ['an example', { example: data }],
    ['a list of examples', { examples: [data] }],
    ['a default', { default: data }],
    ['an extension', { 'x-data': keyword === '$ref' ? {} : data }],
  ])('does not disable the validation of requests, when it is %s', async (_, more) => {
    const schema = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', ...more }, others: more },
    };
    const requestBody = { content: { 'application/json': { schema } } };
    const paths = { '/data': { post: { requestBody, responses: { 204: { description: 'Fine.' } } } } };
    const { fetch } = await createMock({ contract: { ...smallContract(), paths } });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const send = async (body: object) =>
      (await fetch('http://any/beta/v2/data', { ...init, body: JSON.stringify(body) })).status;
    expect([await send({ name: 'A' }), await send({ name: 1 })]).toEqual([204, 400]);
  });
});

describe('a schema with an identifier', () => {
  it('is used where others refer to it, as often as they do', async () => {
    const Pet = {
      $id: 'https://schemas.example.com/pet',
      $anchor: 'pet',
      type: 'object',
      required: ['name', 'owner'],
      properties: { name: { type: 'string' }, owner: { $ref: '#/components/schemas/Owner' } },
    };
    const Owner = { $id: 'owner', type: 'string', minLength: 2 };
    const pet = { $ref: '#/components/schemas/Pet' };
    const schema = { type: 'object', required: ['a', 'b'], properties: { a: pet, b: { allOf: [pet] } } };
    const requestBody = { content: { 'application/json': { schema } } };
    const paths = {
      '/pets': { ...respond(schema), post: { requestBody, responses: { 204: { description: 'Fine.' } } } },
    };
    const { fetch } = await createMock({
      contract: { ...smallContract(), components: { schemas: { Pet, Owner } }, paths },
    });
    const { a, b } = await (await fetch('http://any/beta/v2/pets')).json();
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const send = async (body: object) =>
      (await fetch('http://any/beta/v2/pets', { ...init, body: JSON.stringify(body) })).status;
    expect([await send({ a, b }), await send({ a, b: { ...b, owner: 'x' } })]).toEqual([204, 400]);
  });
});

describe('keywords of other versions', () => {
  it('limit values, when an OpenAPI 3.1 document has exclusive limits of 3.0', async () => {
    const { fetch } = await createMock({
      contract: {
        ...oldContract(),
        openapi: '3.1.0',
        components: {},
        paths: { '/search': oldContract().paths['/search'] },
      },
    });
    expect((await fetch('http://any/old/search?least=0')).status).toBe(400);
    expect((await fetch('http://any/old/search?least=1')).status).toBe(204);
  });

  it('are ignored, when a schema is required as in draft 3 of JSON Schema', async () => {
    const contract = {
      ...oldContract(),
      paths: { '/body': respond({ type: 'string', required: true, minLength: 1 }) },
    };
    const { fetch } = await createMock({ contract });
    expect((await (await fetch('http://any/old/body')).json()).length).toBeGreaterThan(0);
  });

  it('permit no value, when an enumeration is empty', async () => {
    const parameters = [{ name: 'sort', in: 'query', schema: { type: 'string', enum: [] } }];
    const search = { get: { parameters, responses: { 204: { description: 'Nothing.' } } } };
    const { fetch } = await createMock({ contract: { ...smallContract(), paths: { '/search': search } } });
    expect((await fetch('http://any/beta/v2/search')).status).toBe(204);
    expect((await fetch('http://any/beta/v2/search?sort=name')).status).toBe(400);
  });
});

describe('a request without credentials', () => {
  it.each([
    [{ type: 'http', scheme: 'basic' }, 'Send the header "Authorization: Basic …"; any value', 'Basic'],
    [{ type: 'http', scheme: 'bearer' }, 'Send the header "Authorization: Bearer …"; any value', 'Bearer'],
    [{ type: 'apiKey', in: 'header', name: 'X-Key' }, 'Send the header "X-Key"; any value', null],
    [{ type: 'apiKey', in: 'query', name: 'key' }, 'Send the query parameter "key"; any value', null],
  ])('is told which ones the API requires: %j', async (scheme, message, challenge) => {
    const { fetch } = await createMock({
      contract: { ...smallContract(), components: { securitySchemes: { given: scheme } }, security: [{ given: [] }] },
    });
    const response = await fetch('http://any/beta/v2/things/special');
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenge]);
    expect((await response.json()).message).toContain(message);
  });
});

describe('the command that a server suggests', () => {
  const apiKey = (place: string) => ({ type: 'apiKey', in: place, name: 'key' });
  const basic = { type: 'http', scheme: 'basic' };
  it.each([
    ['no credentials', {}, []],
    ['a bearer token', { a: { type: 'http', scheme: 'bearer' } }, [{ a: [] }]],
    ['basic authentication', { a: basic }, [{ a: [] }]],
    ['a header', { a: apiKey('header') }, [{ a: [] }]],
    ['a key as a token', { a: { ...apiKey('header'), name: 'Authorization' } }, [{ a: [] }]],
    ['a query parameter', { a: apiKey('query') }, [{ a: [] }]],
    ['a cookie', { a: apiKey('cookie') }, [{ a: [] }]],
    ['two of them', { a: apiKey('query'), b: basic }, [{ a: [], b: [] }]],
  ])('has the credentials that the API requires: %s', async (_, securitySchemes, security) => {
    const paths = { '/special': respond({ const: 7 }) };
    const { listen } = await createMock({
      contract: { ...smallContract(), components: { securitySchemes }, security, paths },
    });
    const { curl = '', close } = await listen({ port: 0 });
    const { stdout } = await execute('sh', ['-c', `${curl} -s`]);
    await close();
    expect(stdout).toBe('7');
  });
});

describe('a generated body', () => {
  const get = async (schema: object) => {
    const contract = { ...oldContract(), openapi: '3.1.0', paths: { '/body': respond(schema) } };
    const { fetch } = await createMock({ contract });
    const response = await fetch('http://any/old/body');
    return { status: response.status, body: await response.json() };
  };

  it('meets a pattern beside a format that nobody knows', async () => {
    const schema = {
      type: 'array',
      minItems: 5,
      items: { type: 'string', pattern: '^[1-9][0-9]{3}$', format: 'snowflake' },
    };
    const { status, body } = await get(schema);
    expect(status).toBe(200);
    for (const item of body) expect(item).toMatch(/^[1-9][0-9]{3}$/);
  });

  it('has a value of an enumeration beside other rules for the same value', async () => {
    const all = { type: 'string', oneOf: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((value) => ({ const: value })) };
    const schema = { type: 'array', minItems: 3, items: { type: 'string', enum: ['h'], allOf: [all] } };
    expect((await get(schema)).body).toEqual(expect.arrayContaining(['h', 'h', 'h']));
  });

  it('has what a schema requires and declares elsewhere, or nowhere', async () => {
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

  it('omits optional parts that no value meets, as few as possible', async () => {
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

  it('is valid, too, when its schema is large', async () => {
    const impossible = { type: 'string', minLength: 9, maxLength: 1 };
    const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, a: impossible } };
    const property = { type: 'array', minItems: 5, items: item };
    const properties = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}`, property]));
    const { status, body } = await get({ type: 'object', required: Object.keys(properties), properties });
    expect([status, Object.keys(body).length]).toEqual([200, 200]);
    expect(JSON.stringify(body)).not.toContain('"a"');
  });

  it('meets exactly one of several schemas, when most of its values meet two', async () => {
    const member = (value: string) => ({ type: 'object', required: ['type'], properties: { type: { enum: [value] } } });
    const items = { oneOf: ['regular', 'regular', 'timed', 'timed', 'late'].map(member) };
    const { status, body } = await get({ type: 'array', minItems: 5, maxItems: 5, items });
    expect([status, body]).toEqual([200, Array.from({ length: 5 }, () => expect.objectContaining({ type: 'late' }))]);
  });

  it('is short, when lists contain lists that contain lists', async () => {
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

  it('is refused with the reason, when the schema permits none', async () => {
    const name = { type: 'string', enum: ['female', 'male'], maxLength: 1 };
    const { status, body } = await get({ type: 'object', required: ['name'], properties: { name } });
    expect([status, body.reason]).toEqual([500, 'internal_error']);
    expect(body.message).toMatch(
      /^The mock found no body that the schema of GET \/body, 200, permits: .*name .*1 char.*\. Add an example to the contract, or/,
    );
  });

  it('is refused, too, when the schema that permits none is large', async () => {
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

  it.each(['/', '/things/', '/things/{id}/'])('belongs to the path %s with a slash at the end', async (path) => {
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const operation = { ...(path.includes('{') && { parameters }), ...respond({ const: 7 }) };
    const others = { '/other': respond({ const: 8 }) };
    const { fetch } = await createMock({ contract: { ...smallContract(), paths: { ...others, [path]: operation } } });
    const get = async (address: string) => (await fetch(`http://any/beta/v2${address}`)).status;
    const address = path.replace('{id}', 'a');
    expect([await get(address), await get('/other'), await get('/other/')]).toEqual([200, 200, 404]);
    if (path !== '/') expect(await get(address.slice(0, -1))).toBe(404);
  });

  it.each(['/users/@me', '/jobs/{id}:cancel', '/a$b&c+d/{id}'])('belongs to the path %s', async (path) => {
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const operation = { ...(path.includes('{') && { parameters }), ...respond({ const: 7 }) };
    const { fetch } = await createMock({ contract: { ...smallContract(), paths: { [path]: operation } } });
    const response = await fetch(`http://any/beta/v2${path.replace('{id}', 'a@b')}`);
    expect([response.status, await response.json()]).toEqual([200, 7]);
  });
});
