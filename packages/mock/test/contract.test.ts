import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContractError, createMock } from '@aispm/mock';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadContract } from '../dist/contract/contract.js';
import { createRevision, mockWithKey, smallContract } from './small-contract.ts';
import { paths, TOKEN } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'aispm-mock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const save = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

async function getError(source: string | object): Promise<string> {
  const error = await createMock({ contract: source }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ContractError);
  const { message } = error as Error;
  expect(message).not.toContain('\n');
  return message;
}

describe('a contract', () => {
  it('is part of the package and passes every check', { tags: ['long'] }, async () => {
    const published = createRequire(import.meta.url).resolve('@aispm/spec/openapi.json');
    const [given, packaged] = [await createMock({ contract: published }), await createMock()];
    expect([given.operationCount, given.contractDigest]).toEqual([packaged.operationCount, packaged.contractDigest]);
  });

  it('is shared by mocks, and not changed by them', async () => {
    const { operations } = await loadContract();
    const before = JSON.stringify(operations);
    for (const options of [{ stateful: true }, { dynamic: true, rows: 3 }]) {
      const { fetch, basePath, data } = await createMock(options);
      data.agents.create();
      for (const path of [paths.agents, paths.rule('x'), '/views', '/aispm-dashboard'])
        for (const prefer of ['', 'dynamic=true', 'code=429'])
          await fetch(`http://any${basePath}${path}`, { headers: { ...TOKEN, prefer } });
    }
    expect((await loadContract()).operations).toBe(operations);
    expect(JSON.stringify(operations)).toBe(before);
  });

  it.each([
    ['YAML', 'small.yaml', stringify(smallContract())],
    ['JSON', 'small.json', JSON.stringify(smallContract())],
  ])('is read from a %s file', async (_, name, text) => {
    expect((await createMock({ contract: save(name, text) })).basePath).toBe('/beta/v2');
  });

  it('is not modified when it is an object', async () => {
    const changed = smallContract();
    await createMock({ contract: changed });
    expect(changed).toEqual(smallContract());
  });

  it('applies JSON Schema 2020-12 even if it declares the dialect of OpenAPI, with which Prism skips validation', async () => {
    const changed = { ...smallContract(), jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' };
    const { fetch } = await mockWithKey(changed);
    expect((await fetch('http://any/beta/v2/search?maxCount=0')).status).toBe(400);
  });
});

describe('a contract is rejected with one line of error output', () => {
  it('when the file does not exist', async () => {
    expect(await getError(join(folder, 'none.yaml'))).toBe(
      `The contract ${join(folder, 'none.yaml')} cannot be used: the file does not exist.`,
    );
  });

  it('when it is not valid YAML, with the line', async () => {
    expect(await getError(save('bad.yaml', 'openapi: 3.1.0\ninfo: [\n'))).toMatch(
      /bad\.yaml cannot be used: it is not valid YAML: .* line 3/,
    );
  });

  it('when it is not valid JSON, with the reason', async () => {
    expect(await getError(save('bad.json', '{"openapi": }'))).toMatch(
      /bad\.json cannot be used: it is not valid JSON: Unexpected token '}'/,
    );
  });

  it.each(['', '- a\n- b', 'just text'])('when it is not an OpenAPI document: %j', async (text) => {
    expect(await getError(save('other.yaml', text))).toContain('cannot be used: it is not an OpenAPI document.');
  });

  it('when it is a circular object', async () => {
    const contract: Record<string, unknown> = smallContract();
    contract['x-self'] = contract;
    expect(await getError(contract)).toContain('it is not a JSON value: Converting circular structure to JSON');
  });

  it('when a reference has no target, with the location and the reference', async () => {
    const changed = smallContract();
    changed.components.schemas.Thing = { type: 'object', properties: { part: { $ref: '#/components/schemas/Part' } } };
    expect(await getError(changed)).toContain(
      '/components/schemas/Thing/properties/part: The reference "#/components/schemas/Part" cannot be resolved',
    );
  });

  it('when a reference points to another file, with the remedy', async () => {
    const changed = smallContract();
    changed.components.schemas.Thing = { $ref: './thing.yaml' };
    expect(await getError(changed)).toMatch(
      /"\.\/thing\.yaml" cannot be resolved: it leads to another document\. Bundle/,
    );
  });

  it.each([
    ['an unknown type', { type: 'text' }, 'type must be'],
    ['a pattern of another language', { type: 'string', pattern: '(?i)^a+$' }, 'Invalid regular expression'],
    ['a limit that is no number', { type: 'string', maxLength: 'ten' }, 'maxLength must be integer'],
    ['an empty choice', { oneOf: [] }, 'oneOf must NOT have fewer than 1 items'],
    ['an empty enumeration', { enum: [] }, 'enum must'],
    [
      'an exclusive limit of OpenAPI 3.0',
      { type: 'number', exclusiveMinimum: true },
      'exclusiveMinimum must be number',
    ],
  ])('when a schema has %s, because Prism would skip validation', async (_, Code, reason) => {
    const message = await getError(createRevision(smallContract().paths, { Code }));
    expect(message).toContain('the schema #/components/schemas/Code does not compile: ');
    expect(message).toContain(reason);
  });

  it.each([
    ['no operations', {}, 'it has no operations'],
    ['an operation without a name', { '/a': { get: { responses: { 204: {} } } } }, 'GET /a has no operationId'],
    [
      'a name that is no string',
      { '/a': { get: { operationId: 3, responses: { 204: {} } } } },
      'GET /a has no operationId',
    ],
    [
      'a response that is no object',
      { '/a': { get: { operationId: 'getA', responses: { 204: null } } } },
      'GET /a declares no response',
    ],
    ['an operation without responses', { '/a': { get: { operationId: 'getA' } } }, 'GET /a declares no response'],
    ...['/files/{name}.csv', '/a/', '/', '/{a}-{b}', '/jobs/{id}:cancel', '/{}'].map(
      (path): [string, object, string] => [
        `the path ${path}`,
        { [path]: { get: { operationId: 'getA', responses: { 204: { description: 'None.' } } } } },
        `GET ${path}: each segment of the path must be fixed, or one parameter`,
      ],
    ),
  ])('when it has %s', async (_, paths, reason) => {
    expect(await getError(createRevision(paths))).toBe(`The contract contract cannot be used: ${reason}.`);
  });

  it('when a server uses a variable that is not declared', async () => {
    expect(await getError({ ...smallContract(), servers: [{ url: 'https://{region}/v1' }] })).toContain(
      'the variable "region"',
    );
  });
});

const respond = (schema: object) => ({
  operationId: 'listPets',
  responses: { 200: { description: 'Pets.', content: { 'application/json': { schema } } } },
});
const PETS = { '/pets': { get: respond({ type: 'array', items: { type: 'string' } }) } };
const petstore = { ...createRevision(PETS), info: { title: 'Pet Store', version: '1.0.0' } };
const withScheme = (scheme: object) => ({
  ...petstore,
  components: { ...petstore.components, securitySchemes: { ApiKey: scheme } },
});
const NO_KEY = '#/security must require an API key in the Authorization header';

describe('the contract of another API is rejected with one sentence that recommends Prism', () => {
  it.each([
    ['Swagger 2.0', { swagger: '2.0', info: petstore.info, paths: PETS }, 'it must be OpenAPI 3.1, not "2.0"'],
    ['OpenAPI 3.0', { ...petstore, openapi: '3.0.3' }, 'it must be OpenAPI 3.1, not "3.0.3"'],
    ['a later version', { ...petstore, openapi: '3.10.0' }, 'it must be OpenAPI 3.1, not "3.10.0"'],
    ['a version that is a number', { ...petstore, openapi: 3.1 }, 'it must be OpenAPI 3.1, not 3.1'],
    ['no version', { info: petstore.info, paths: PETS }, 'it must be OpenAPI 3.1, not undefined'],
    [
      'problem details as errors',
      {
        ...petstore,
        components: {
          ...petstore.components,
          schemas: { Problem: { type: 'object', properties: { type: { type: 'string' }, title: { type: 'string' } } } },
        },
      },
      '#/components/schemas/ApiErrorBody must declare the properties of errors, code, message, reason',
    ],
    [
      'other properties of errors',
      createRevision(PETS, { ApiErrorBody: { type: 'object', properties: { error: { type: 'string' } } } }),
      '#/components/schemas/ApiErrorBody must declare the properties of errors, code, message, reason',
    ],
    ['no security', { ...petstore, security: undefined }, NO_KEY],
    ['optional security', { ...petstore, security: [{ ApiKey: [] }, {}] }, NO_KEY],
    ['an undeclared scheme', { ...petstore, security: [{ OAuth: [] }] }, NO_KEY],
    ['bearer authentication of HTTP', withScheme({ type: 'http', scheme: 'bearer' }), NO_KEY],
    ['basic authentication', withScheme({ type: 'http', scheme: 'basic' }), NO_KEY],
    ['a key in another header', withScheme({ type: 'apiKey', in: 'header', name: 'X-Api-Key' }), NO_KEY],
    ['a key in the query', withScheme({ type: 'apiKey', in: 'query', name: 'Authorization' }), NO_KEY],
    [
      'an operation without credentials',
      createRevision({ '/pets': { get: { ...PETS['/pets'].get, security: [] } } }),
      'GET /pets must require an API key in the Authorization header',
    ],
  ])('when it has %s', async (_, contract, difference) => {
    expect(await getError(contract)).toBe(
      `The contract contract cannot be used: it isn't a revision of the AISPM contract (${difference}); ` +
        'to mock another API, use Prism, "npx @stoplight/prism-cli mock <file>".',
    );
  });
});
