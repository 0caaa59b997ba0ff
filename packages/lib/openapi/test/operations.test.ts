import { describe, expect, it } from 'vitest';
import {
  findOperation,
  findPaging,
  findRowField,
  HTTP_METHODS,
  isFilterParameter,
  isJsonMediaType,
  jsonSchema,
  listExamples,
  listOperations,
  type Parameter,
  resolve,
  responseHeaders,
  type Schema,
  successResponses,
} from '../src/index.ts';
import { contract, toDocument } from './contract.ts';

const operations = listOperations(contract);

describe('listOperations', () => {
  it('lists every operation of the contract once, with a name and responses', () => {
    const count = Object.values(contract.paths ?? {}).flatMap((item) =>
      Object.keys(item).filter((name) => (HTTP_METHODS as readonly string[]).includes(name)),
    ).length;
    expect(operations).toHaveLength(count);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(count);
    for (const { responses } of operations)
      expect(Object.values(responses).every(({ description }) => description)).toBe(true);
  });

  it('resolves all parameters of the contract, those of the path included', () => {
    for (const { path, parameters, pointers } of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
      expect(inPath.sort()).toEqual((path.match(/\{[^}]+\}/g) ?? []).sort());
      expect(parameters.map((_, index) => resolve(contract, { $ref: `#${pointers.parameters[index]}` }))).toEqual(
        parameters,
      );
    }
  });

  it('lets an operation override a parameter of its path by name and location', () => {
    const shared = [
      { name: 'id', in: 'path', description: 'shared' },
      { name: 'id', in: 'query', description: 'shared' },
      { $ref: '#/components/parameters/Limit' },
    ];
    const own = [
      { name: 'limit', in: 'query', description: 'own' },
      { name: 'id', in: 'path', description: 'own' },
    ];
    const document = toDocument(
      { '/a/{id}': { parameters: shared, get: { parameters: own }, trace: {}, 'x-get': {} } },
      { parameters: { Limit: { name: 'limit', in: 'query', description: 'shared' } } },
    );
    const [get, trace] = listOperations(document);
    expect(get?.parameters.map(({ name, in: place, description }) => `${place} ${name} ${description}`)).toEqual([
      'query id shared',
      'query limit own',
      'path id own',
    ]);
    expect(get?.pointers.parameters).toEqual([
      '/paths/~1a~1{id}/parameters/1',
      '/paths/~1a~1{id}/get/parameters/0',
      '/paths/~1a~1{id}/get/parameters/1',
    ]);
    expect(trace?.pointers.parameters[2]).toBe('/components/parameters/Limit');
  });

  it('resolves path items, request bodies and responses', () => {
    const document = toDocument(
      { '/a': { $ref: '#/components/pathItems/A' }, 'x-note': { get: {} } },
      {
        pathItems: {
          A: {
            post: {
              requestBody: { $ref: '#/components/requestBodies/B' },
              responses: { 200: { $ref: '#/components/responses/C' }, 'x-a': 1 },
            },
          },
        },
        requestBodies: { B: { content: { 'application/json': { schema: { type: 'string' } } } } },
        responses: { C: { description: 'C' } },
      },
    );
    expect(listOperations(document)).toMatchObject([
      {
        operationId: '',
        method: 'post',
        path: '/a',
        pointer: '/components/pathItems/A/post',
        requestBody: document.components?.requestBodies?.B,
        responses: { 200: { description: 'C' } },
        pointers: { requestBody: '/components/requestBodies/B', responses: { 200: '/components/responses/C' } },
      },
    ]);
  });

  it('has no name if its operationId is not a string', () => {
    const document = toDocument({ '/a': { get: { operationId: ['getA'], responses: {} } } });
    expect(listOperations(document).map(({ operationId }) => operationId)).toEqual(['']);
  });

  it('has nothing to list in a document without paths', () => {
    expect(listOperations({ openapi: '3.1.1', info: { title: 'Test', version: '1' } })).toEqual([]);
  });
});

describe('helpers of operations', () => {
  it('finds an operation by its name', () => {
    expect(findOperation(operations, 'listRules')?.method).toBe('get');
    expect(findOperation(operations, 'unknown')).toBeUndefined();
  });

  it('returns only successes, the lowest first', () => {
    const response = { description: '' };
    const statuses = successResponses({
      responses: { default: response, '2XX': response, 204: response, 400: response, 200: response },
    });
    expect(statuses.map(({ status }) => status)).toEqual(['200', '204', '2XX']);
  });

  it.each([
    ['application/json', true],
    ['application/problem+json; charset=utf-8', true],
    ['Application/JSON', true],
    ['application/x-ndjson', false],
    ['text/json-like', false],
    ['text/csv', false],
  ])('treats %s as JSON: %s', (mediaType, expected) => {
    expect(isJsonMediaType(mediaType)).toBe(expected);
  });

  it('lists examples by name, references resolved', () => {
    const document = toDocument(
      {},
      { examples: { A: { summary: 'An A', value: 1 }, External: { externalValue: 'x' } } },
    );
    const examples = {
      a: { $ref: '#/components/examples/A' },
      b: { value: null },
      c: { $ref: '#/components/examples/External' },
    };
    expect(listExamples(document, { examples, example: 0 })).toEqual([
      { name: '', summary: undefined, value: 0 },
      { name: 'a', summary: 'An A', value: 1 },
      { name: 'b', summary: undefined, value: null },
    ]);
  });

  it('resolves the headers of a response', () => {
    const document = toDocument({}, { headers: { Tag: { required: true } } });
    expect(responseHeaders(document, { headers: { ETag: { $ref: '#/components/headers/Tag' }, Age: {} } })).toEqual({
      ETag: { required: true },
      Age: {},
    });
  });
});

describe('paging', () => {
  const toParameters = (...names: string[]): Parameter[] => names.map((name) => ({ name, in: 'query' }));

  it('recognizes every list of the contract', () => {
    const lists = operations.flatMap((operation) => {
      const resolved = operation.parameters.map((parameter) => ({
        ...parameter,
        schema: resolve<Schema>(contract, parameter.schema ?? {}),
      }));
      const paging = findPaging(resolved);
      return paging ? [{ ...operation, paging }] : [];
    });
    expect(new Set(lists.map(({ paging }) => paging.kind))).toEqual(new Set(['cursor', 'numbered']));
    for (const { responses, paging } of lists) {
      const page = resolve<Schema>(contract, jsonSchema(responses[200]) ?? {});
      expect(Object.keys(page.properties ?? {})).toContain(paging.kind === 'cursor' ? 'cursor' : 'total_pages');
      expect(findRowField(page.properties ?? {})).toBeDefined();
      expect(paging.defaultSize).toBeLessThanOrEqual(paging.maxSize ?? 0);
    }
  });

  it.each([
    [['page_size', 'cursor', 'include_total'], { kind: 'cursor', hasIncludeTotal: true }],
    [['page', 'page_size'], { kind: 'numbered', hasIncludeTotal: false }],
    [['cursor'], undefined],
    [['page_size'], undefined],
    [[], undefined],
  ])('recognizes paging by the parameters %j', (names, expected) => {
    const found = findPaging(toParameters(...names));
    if (expected) expect(found).toMatchObject(expected);
    else expect(found).toBeUndefined();
  });

  it('ignores parameters outside of the query', () => {
    expect(findPaging([...toParameters('page_size'), { name: 'cursor', in: 'header' }])).toBeUndefined();
  });

  it('tells filters from paging and order', () => {
    const names = ['page_size', 'cursor', 'page', 'include_total', 'sort', 'order', 'severity'];
    expect(names.filter(isFilterParameter)).toEqual(['severity']);
  });
});
