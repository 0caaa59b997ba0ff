/** A small revision of the contract, with features that the published one doesn't use. */
import { createMock, type MockOptions } from '@aispm/mock';

/** The parts that every revision of the contract has: errors and credentials. */
const REVISION = {
  openapi: '3.1.0',
  info: { title: 'Revision', version: '2.0.0' },
  security: [{ ApiKey: [] }],
  components: {
    securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    schemas: {
      ApiErrorBody: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'integer' },
          message: { type: 'string' },
          reason: { type: 'string' },
          details: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    } as Record<string, unknown>,
  },
};

/** Creates a revision with some paths and schemas. */
export const createRevision = (paths: object, schemas: object = {}) => ({
  ...REVISION,
  components: { ...REVISION.components, schemas: { ...REVISION.components.schemas, ...schemas } },
  paths,
});

/** Creates a mock of a contract whose `fetch` sends an API key. */
export async function mockWithKey(contract: object, options: MockOptions = {}) {
  const mock = await createMock({ contract, ...options });
  const fetch = (url: string, init: RequestInit = {}) =>
    mock.fetch(url, { ...init, headers: { authorization: 'Bearer any-key', ...(init.headers as object) } });
  return { ...mock, fetch };
}

const text = { type: 'string' };
const ok = (schema: object, examples: object, more: object = {}) => ({
  200: { description: 'Fine.', content: { 'application/json': { schema, examples } }, ...more },
});

export const smallContract = () => ({
  ...structuredClone(REVISION),
  servers: [
    { url: 'https://{host}/{stage}/v2/', variables: { host: { default: 'x.test' }, stage: { default: 'beta' } } },
  ],
  paths: {
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'getThing',
        deprecated: true,
        'x-deprecated-since': '2026-11-01',
        'x-sunset': '2027-05-01',
        responses: {
          ...ok(
            text,
            { one: { value: 'a thing' } },
            {
              headers: {
                'Access-Control-Allow-Origin': { schema: text },
                'X-Count': { schema: { type: 'integer' }, example: 7 },
              },
            },
          ),
          '4XX': { description: 'Not possible.' },
        },
      },
      delete: { operationId: 'deleteThing', responses: { 204: { description: 'Gone.' } } },
      put: {
        operationId: 'putThing',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'array', prefixItems: [{ type: 'integer' }, text], items: false, minItems: 2 },
            },
          },
        },
        responses: ok({ type: 'object' }, { saved: { value: {} } }),
      },
    },
    '/things/special': {
      get: { operationId: 'getSpecial', responses: ok(text, { special: { value: 'the special thing' } }) },
    },
    '/files/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'getFile',
        responses: {
          200: {
            description: 'A table.',
            content: { 'text/csv': { schema: text, examples: { table: { value: 'a,b\n1,2\n' } } } },
          },
        },
      },
    },
    '/search': {
      get: {
        operationId: 'search',
        parameters: [{ name: 'maxCount', in: 'query', schema: { type: 'integer', exclusiveMinimum: 0 } }],
        responses: ok({ type: 'array', items: text }, { none: { value: [] } }),
      },
    },
  },
});
