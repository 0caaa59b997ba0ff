/** A contract with features that the AISPM contract does not use. */
const text = { type: 'string' };
const ok = (schema: object, examples: object, more: object = {}) => ({
  200: { description: 'Fine.', content: { 'application/json': { schema, examples } }, ...more },
});

export const smallContract = () => ({
  openapi: '3.1.0',
  info: { title: 'Small', version: '1.0.0' },
  servers: [
    { url: 'https://{host}/{stage}/v2/', variables: { host: { default: 'x.test' }, stage: { default: 'beta' } } },
  ],
  components: { schemas: {} as Record<string, unknown> },
  paths: {
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'getThing',
        deprecated: true,
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
    '/files/{name}.csv': {
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
