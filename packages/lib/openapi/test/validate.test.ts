import { describe, expect, it } from 'vitest';
import {
  closeObjects,
  type Header,
  isJsonMediaType,
  listExamples,
  listOperations,
  listProtocolResponses,
  type Operation,
  openObjects,
  protocolResponsesOf,
  type Response,
  resolve,
  responseHeaders,
  type Schema,
  schemaTypes,
} from '../src/index.ts';
import { createValidator, type RequestToValidate, type ResponseToValidate } from '../src/validation/validate.ts';
import { contract, toDocument } from './contract.ts';

const operations = listOperations(contract);
const protocolResponses = listProtocolResponses(contract);
const validator = createValidator(contract);

/** A response that the contract contains as an example. */
interface ExampleResponse {
  name: string;
  response: ResponseToValidate;
  /** Its definition. */
  declared: Response;
}

/** A value that a parameter or header accepts: its example, or the first of its enumeration. */
function sample(node: { example?: unknown; schema?: Schema }): string | string[] {
  const schema = resolve<Schema>(contract, node.schema ?? {});
  const value =
    node.example ?? schema.examples?.[0] ?? schema.example ?? schema.const ?? schema.enum?.[0] ?? schema.default;
  return Array.isArray(value) ? value.map(String) : String(value);
}

/** Requests with each parameter that has an example, and each example of the body. */
function exampleRequests(operation: Operation): { name: string; request: RequestToValidate }[] {
  const parts: Record<string, Record<string, string | string[]>> = { path: {}, query: {}, header: {} };
  for (const parameter of operation.parameters) {
    const value = sample(parameter);
    if (value !== 'undefined') (parts[parameter.in] as Record<string, string | string[]>)[parameter.name] = value;
  }
  const base = { path: parts.path, query: parts.query, headers: parts.header } as RequestToValidate;
  const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(([mediaType, media]) =>
    listExamples(contract, media).map(({ name, value }) => ({
      name: `${operation.operationId} ${name}`,
      request: { ...base, headers: { ...base.headers, 'content-type': mediaType }, body: value },
    })),
  );
  return bodies.length > 0 ? bodies : [{ name: operation.operationId, request: base }];
}

/** Responses, protocol responses included, with the examples of all headers, and each example of the body. */
function exampleResponses(operation: Operation): ExampleResponse[] {
  const own = Object.entries(operation.responses).map(([status, declared]) => ({ status, response: declared }));
  return [...own, ...protocolResponsesOf(protocolResponses, operation)].flatMap(({ status, response: declared }) => {
    const headers = Object.fromEntries(
      Object.entries(responseHeaders(contract, declared)).map(([name, header]) => [
        name,
        String(sample(header as Header)),
      ]),
    );
    const base = { status: Number(status), headers };
    const content = Object.entries(declared.content ?? {});
    if (content.length === 0) return [{ name: `${operation.operationId} ${status}`, response: base, declared }];
    return content.flatMap(([mediaType, media]) =>
      listExamples(contract, media).map(({ name, value }) => ({
        name: `${operation.operationId} ${status} ${mediaType} ${name}`,
        response: { ...base, headers: { ...headers, 'Content-Type': mediaType }, body: value },
        declared,
      })),
    );
  });
}

describe('validation of the examples of the contract', () => {
  const requests = operations.flatMap((operation) =>
    exampleRequests(operation).map((example) => ({ operation, ...example })),
  );
  const responses = operations.flatMap((operation) =>
    exampleResponses(operation).map((example) => ({ operation, ...example })),
  );

  it('finds every request valid', () => {
    expect(requests.length).toBeGreaterThanOrEqual(operations.length);
    for (const { operation, name, request } of requests) {
      expect(validator.validateRequest(operation, request), name).toEqual([]);
    }
  });

  it('finds every response valid, also with all objects open', () => {
    expect(responses.length).toBeGreaterThan(operations.length * 4);
    const open = createValidator(openObjects(contract));
    for (const { operation, name, response } of responses) {
      expect(validator.validateResponse(operation, response), name).toEqual([]);
      expect(open.validateResponse(operation, response), name).toEqual([]);
    }
  });

  it('finds the path parameters missing from every request', () => {
    for (const { operation, name, request } of requests) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(validator.validateRequest(operation, { ...request, path: {} }), name).toEqual(
        inPath.map((parameter) => ({
          location: ['path', parameter.name],
          keyword: 'required',
          message: 'is required',
        })),
      );
    }
  });

  it('finds every body that is of another type, and every body that is missing', () => {
    for (const { operation, name, request } of requests.filter(({ request: { body } }) => body !== undefined)) {
      expect(validator.validateRequest(operation, { ...request, body: 7 })[0], name).toMatchObject({
        location: ['body'],
      });
      const isRequired = operation.requestBody?.required === true;
      expect(validator.validateRequest(operation, { ...request, body: undefined }).length > 0, name).toBe(isRequired);
    }
    for (const { operation, name, response } of responses.filter(({ response: { body } }) => body !== undefined)) {
      expect(validator.validateResponse(operation, { ...response, body: 7 })[0], name).toMatchObject({
        location: ['body'],
      });
      expect(validator.validateResponse(operation, { ...response, body: undefined }), name).toEqual([
        { location: ['body'], keyword: 'required', message: 'is required' },
      ]);
    }
  });

  it('finds each required property of a response that is missing, and a property that closed objects do not have', () => {
    const closed = createValidator(closeObjects(contract));
    let checked = 0;
    for (const { operation, name, response } of responses) {
      const mediaType = response.headers?.['Content-Type'] ?? '';
      const schema = resolve<Schema>(
        contract,
        operation.responses[response.status]?.content?.[mediaType]?.schema ?? {},
      );
      if (!isJsonMediaType(mediaType) || !schemaTypes(schema).includes('object') || !schema.properties) continue;
      for (const property of schema.required ?? []) {
        const { [property]: _, ...body } = response.body as Record<string, unknown>;
        checked += 1;
        expect(validator.validateResponse(operation, { ...response, body }), name).toContainEqual({
          location: ['body', property],
          keyword: 'required',
          message: 'is required',
        });
      }
      const body = { ...(response.body as object), unheard_of: 1 };
      expect(closed.validateResponse(operation, { ...response, body }), name).toContainEqual(
        expect.objectContaining({ location: ['body', 'unheard_of'], message: 'is not a known field' }),
      );
    }
    expect(checked).toBeGreaterThan(1000);
  });

  it('finds required headers missing, other statuses and other media types', () => {
    for (const { operation, name, response, declared } of responses) {
      const headers = responseHeaders(contract, declared);
      const required = Object.keys(headers).filter((header) => headers[header]?.required);
      const { 'Content-Type': type } = response.headers ?? {};
      const bare = { ...response, headers: type ? { 'Content-Type': type } : {} };
      expect(validator.validateResponse(operation, bare), name).toEqual(
        required.map((header) => ({ location: ['header', header], keyword: 'required', message: 'is required' })),
      );
      expect(validator.validateResponse(operation, { ...response, status: 299 })[0]?.location, name).toEqual([
        'status',
      ]);
      const other = { ...response, headers: { ...response.headers, 'Content-Type': 'text/html' }, body: 'x' };
      expect(validator.validateResponse(operation, other)[0]?.keyword, name).toMatch(/mediaType|content/);
    }
  });
});

describe('validation of protocol responses', () => {
  const errorBody = (...reasons: string[]) => ({
    'application/json': {
      schema: { type: 'object', properties: { reason: { type: 'string' } } },
      examples: Object.fromEntries(reasons.map((reason) => [reason, { value: { reason } }])),
    },
  });
  const document = {
    ...toDocument({
      '/a': {
        post: {
          parameters: [{ name: 'Key', in: 'header', schema: { type: 'string' } }],
          responses: { 409: { description: 'The state forbids it.', content: errorBody('busy') } },
        },
        get: { responses: { 200: { description: 'Done.' } } },
      },
    }),
    'x-protocol-responses': {
      409: {
        description: 'The key is in use.',
        'x-request-header': 'Key',
        headers: { 'Retry-After': { required: true, schema: { type: 'integer' } } },
        content: errorBody('key_in_use'),
      },
    },
  };
  const [get, post] = listOperations(document) as [Operation, Operation];
  const { validateResponse } = createValidator(document);
  const conflict = (reason: string) => ({
    status: 409,
    headers: { 'Content-Type': 'application/json' },
    body: { reason },
  });

  it('distinguishes by the reason whether a status is the operation’s own or a protocol response', () => {
    expect(validateResponse(post, conflict('busy'))).toEqual([]);
    expect(validateResponse(post, conflict('other'))).toEqual([]);
    expect(validateResponse(post, conflict('key_in_use'))).toEqual([
      { location: ['header', 'Retry-After'], keyword: 'required', message: 'is required' },
    ]);
  });

  it('accepts it only from operations with its request header', () => {
    expect(validateResponse(get, conflict('key_in_use'))).toEqual([
      { location: ['status'], keyword: 'status', message: 'must be one of 200' },
    ]);
  });
});

describe('validation of parameters', () => {
  const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more });
  const document = toDocument(
    {
      '/a/{id}': {
        post: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
            query('size', { type: 'integer', maximum: 10 }),
            query('on', { type: 'boolean' }),
            query('text', { type: 'string' }),
            query('short', { type: 'string', minLength: 1 }),
            query('level', { enum: [1, 2] }),
            query('since', { type: 'string', format: 'date-time' }),
            query('site', { type: 'string', format: 'uri' }),
            query('tags', { type: 'array', uniqueItems: true, maxItems: 2, items: { type: 'string', maxLength: 3 } }),
            query('ids', { type: 'array', items: { type: 'integer' } }, { explode: false }),
            query('pipes', { type: 'array', items: { type: 'integer' } }, { style: 'pipeDelimited', explode: false }),
            query('maybe', { anyOf: [{ type: 'integer' }, { type: 'null' }] }),
            query('flag', { type: 'boolean' }, { allowEmptyValue: true }),
            {
              name: 'json',
              in: 'query',
              content: { 'application/json': { schema: { type: 'object', required: ['a'] } } },
            },
            { name: 'X-Many', in: 'header', schema: { type: 'array', items: { type: 'integer' } } },
            { name: 'Authorization', in: 'header', required: true, schema: { type: 'string' } },
            { name: 'session', in: 'cookie', schema: { type: 'string', maxLength: 3 } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['id', 'name'],
                  properties: {
                    id: { $ref: '#/components/schemas/Id', readOnly: true },
                    name: { type: 'string' },
                    secret: { type: 'string', writeOnly: true },
                    'a/b': { type: ['integer', 'null'], format: 'int32' },
                  },
                  additionalProperties: false,
                },
              },
              'text/*': { schema: { type: 'string', maxLength: 3 } },
            },
          },
          responses: { '2XX': { description: '' }, default: { description: '', content: { 'application/json': {} } } },
        },
      },
    },
    { schemas: { Id: { type: 'string' } } },
  );
  const [operation] = listOperations(document) as [Operation];
  const { validateRequest, validateResponse, validateValue } = createValidator(document);
  const show = (request: RequestToValidate) =>
    validateRequest(operation, { path: { id: '1' }, ...request }).map(
      ({ location, keyword, message }) => `${location.join('/')} ${keyword}: ${message}`,
    );

  it.each([
    [{ size: '10', on: 'true', text: '', short: 'x', level: '2' }],
    [{ since: '2026-01-31T12:00:00Z', site: 'https://example.com/a' }],
    [{ tags: 'a' }],
    [{ tags: ['a', 'b'] }],
    [{ ids: '1,2', pipes: '1|2', maybe: '7', flag: '' }],
    [{ json: '{"a":1}' }],
  ] as RequestToValidate['query'][][])('accepts the query %j', (values) => {
    expect(show({ query: values ?? {} })).toEqual([]);
  });

  it.each([
    [{ size: '11' }, 'query/size maximum: must be <= 10'],
    [{ size: 'many' }, 'query/size type: must be integer'],
    [{ size: '1.5' }, 'query/size type: must be integer'],
    [{ size: '0x1' }, 'query/size type: must be integer'],
    [{ size: '' }, 'query/size emptyParameter: must not be empty'],
    [{ size: ['1', '2'] }, 'query/size type: must be integer'],
    [{ on: '1' }, 'query/on type: must be boolean'],
    [{ short: '' }, 'query/short emptyParameter: must not be empty'],
    [{ level: '3' }, 'query/level enum: must be one of 1, 2'],
    [{ since: 'yesterday' }, 'query/since format: must match format "date-time"'],
    [{ site: 'no uri' }, 'query/site format: must match format "uri"'],
    [{ tags: ['long', 'longer'] }, 'query/tags maxLength: must NOT have more than 3 characters'],
    [{ tags: ['a', 'b', 'c'] }, 'query/tags maxItems: must NOT have more than 2 items'],
    [{ ids: '1,x' }, 'query/ids type: must be integer'],
    [{ json: '{}' }, 'query/json required: is required'],
    [{ json: '{' }, 'query/json type: must be object'],
    [{ sise: '1' }, 'query/sise unknownParameter: is not a parameter of this operation; did you mean size?'],
  ] as [RequestToValidate['query'], string][])('rejects the query %j', (values, expected) => {
    expect(show({ query: values ?? {} }).map((text) => text.replace('query/json/a', 'query/json'))).toEqual([expected]);
  });

  it('validates path, headers and cookies', () => {
    expect(show({ path: { id: '0' } })).toEqual(['path/id minimum: must be >= 1']);
    expect(show({ path: {} })).toEqual(['path/id required: is required']);
    expect(show({ headers: { 'x-many': '1, 2', cookie: 'a=b; session=abc' } })).toEqual([]);
    expect(show({ headers: { 'x-many': '1, two', Cookie: 'session=abcd' } })).toEqual([
      'header/X-Many type: must be integer',
      'cookie/session maxLength: must NOT have more than 3 characters',
    ]);
  });

  it('does not find values among inherited properties', () => {
    expect(show({ path: Object.create({ id: '1' }) })).toEqual(['path/id required: is required']);
  });

  it('validates bodies by media type', () => {
    const json = { 'Content-Type': 'application/json; charset=utf-8' };
    expect(show({ headers: json, body: { name: 'x', secret: 'y', 'a/b': null } })).toEqual([]);
    expect(show({ headers: json, body: { id: 'i', 'a/b': 2 ** 40 } })).toEqual([
      'body/name required: is required',
      'body/id additionalProperties: is not a known field',
      'body/a/b format: must match format "int32"',
    ]);
    expect(show({ headers: { 'content-type': 'text/plain' }, body: 'long' })).toEqual([
      'body maxLength: must NOT have more than 3 characters',
    ]);
    expect(show({ body: 'x' })).toEqual([
      'header/Content-Type mediaType: is required, and must be application/json or text/*',
    ]);
    expect(show({ headers: { 'content-type': 'image/png' }, body: 'x' })).toEqual([
      'header/Content-Type mediaType: must be application/json or text/*',
    ]);
  });

  it('excludes writeOnly properties from responses', () => {
    const pointer = `${operation.pointers.requestBody}/content/application~1json/schema`;
    expect(validateValue(pointer, { id: 'i', name: 'n' }, 'response')).toEqual([]);
    expect(validateValue(pointer, { id: 'i', name: 'n', secret: 's' }, 'response')).toMatchObject([
      { location: ['secret'] },
    ]);
  });

  it('finds a response by its class or the default, and rejects a body that is not declared', () => {
    expect(validateResponse(operation, { status: 204 })).toEqual([]);
    expect(validateResponse(operation, { status: 204, body: '' })).toEqual([]);
    expect(validateResponse(operation, { status: 204, body: 'x' })).toEqual([
      { location: ['body'], keyword: 'content', message: 'must be absent' },
    ]);
    expect(
      validateResponse(operation, { status: 500, headers: { 'content-type': 'application/json' }, body: 1 }),
    ).toEqual([]);
    expect(validateResponse(operation, { status: 500, body: 1 })).toMatchObject([{ keyword: 'mediaType' }]);
  });
});
