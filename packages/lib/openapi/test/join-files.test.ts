import { describe, expect, it } from 'vitest';
import { joinFiles } from '../src/document/join-files.js';

/** A document in files, with every type of reference target. */
const FILES: Record<string, unknown> = {
  '/api/openapi.yaml': {
    openapi: '3.1.1',
    paths: { '/rules': { $ref: 'resources/rules.yaml' } },
    components: { securitySchemes: { Key: { type: 'apiKey' } } },
  },
  '/api/resources/rules.yaml': {
    get: {
      parameters: [{ $ref: '../shared/parameters/Limit.yaml' }],
      responses: {
        200: {
          content: {
            'application/json': {
              schema: { $ref: 'schemas/Rule.yaml', description: 'The rule.' },
              examples: { one: { value: { items: [{ $ref: 'examples/one.yaml', name: 'Uno' }] } } },
            },
          },
        },
      },
    },
  },
  '/api/resources/examples/one.yaml': { id: '1', name: 'One' },
  '/api/resources/schemas/Rule.yaml': {
    allOf: [{ $ref: 'RuleFields.yaml' }, { type: 'object', properties: { parent: { $ref: 'Rule.yaml' } } }],
  },
  '/api/resources/schemas/RuleFields.yaml': { type: 'object', properties: { name: { type: 'string' } } },
  '/api/shared/parameters/Limit.yaml': { name: 'limit', in: 'query' },
};

const ENTRY = '/api/openapi.yaml';
const join = (files: Record<string, unknown>) => joinFiles(files[ENTRY] as never, ENTRY, (path) => files[path]);
const { document, hasFiles, locate } = join(FILES);
const content = ['paths', '/rules', 'get', 'responses', '200', 'content', 'application/json'];

describe('files that are joined', () => {
  it('become one document: components by their folders, everything else in place', () => {
    expect(hasFiles).toBe(true);
    expect(document).toEqual({
      openapi: '3.1.1',
      paths: {
        '/rules': {
          get: {
            parameters: [{ $ref: '#/components/parameters/Limit' }],
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: { $ref: '#/components/schemas/Rule', description: 'The rule.' },
                    examples: { one: { value: { items: [{ id: '1', name: 'Uno' }] } } },
                  },
                },
              },
            },
          },
        },
      },
      components: {
        securitySchemes: { Key: { type: 'apiKey' } },
        parameters: { Limit: { name: 'limit', in: 'query' } },
        schemas: {
          Rule: {
            allOf: [
              { $ref: '#/components/schemas/RuleFields' },
              { type: 'object', properties: { parent: { $ref: '#/components/schemas/Rule' } } },
            ],
          },
          RuleFields: { type: 'object', properties: { name: { type: 'string' } } },
        },
      },
    });
  });

  it('keep the schemas that the mapping of a discriminator names', () => {
    const mapped = join({
      [ENTRY]: { schema: { $ref: 'schemas/Pet.yaml' } },
      '/api/schemas/Pet.yaml': {
        discriminator: { propertyName: 'type', mapping: { cat: 'Cat.yaml', dog: '#/components/schemas/Dog' } },
        oneOf: [{ $ref: 'Cat.yaml' }],
      },
      '/api/schemas/Cat.yaml': {},
    });
    expect(mapped.document).toMatchObject({
      components: {
        schemas: {
          Pet: { discriminator: { mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } } },
        },
      },
    });
  });

  it('keep two components of the same name apart', () => {
    const both = join({
      [ENTRY]: { a: { $ref: 'one/schemas/Name.yaml' }, b: { $ref: 'two/schemas/Name.yaml' } },
      '/api/one/schemas/Name.yaml': { title: 'one' },
      '/api/two/schemas/Name.yaml': { title: 'two' },
    });
    expect(both.document).toMatchObject({
      a: { $ref: '#/components/schemas/Name' },
      b: { $ref: '#/components/schemas/Name_1' },
      components: { schemas: { Name: { title: 'one' }, Name_1: { title: 'two' } } },
    });
    expect(both.locate(['components', 'schemas', 'Name_1', 'title']).keys).toEqual(['b', 'title']);
  });

  it('stop at a file that contains itself', () => {
    const endless = join({ [ENTRY]: { a: { $ref: 'loop.yaml' } }, '/api/loop.yaml': { again: { $ref: 'loop.yaml' } } });
    expect(endless.document).toEqual({ a: { again: {} } });
  });

  it('are unchanged if there is only one file', () => {
    const entry = { a: { $ref: '#/b' }, b: { c: 1 } };
    const { document: same, hasFiles: hasMore, locate: find } = joinFiles(entry, ENTRY, () => undefined);
    expect(same).toEqual(entry);
    expect(hasMore).toBe(false);
    expect(find(['b', 'c'])).toEqual({ keys: ['b', 'c'], isReference: false });
  });
});

describe('a node of joined files', () => {
  it.each([
    { node: 'the entry file', keys: ['openapi'], found: ['openapi'], isReference: false },
    {
      node: 'a component, by the first reference to it',
      keys: ['components', 'parameters', 'Limit', 'in'],
      found: ['paths', '/rules', 'get', 'parameters', 0, 'in'],
      isReference: false,
    },
    {
      node: 'a reference',
      keys: ['paths', '/rules', 'get', 'parameters', 0],
      found: ['paths', '/rules', 'get', 'parameters', 0],
      isReference: true,
    },
    {
      node: 'a property that was merged from a member of allOf',
      keys: ['components', 'schemas', 'Rule', 'properties', 'name', 'type'],
      found: [...content, 'schema', 'allOf', 0, 'properties', 'name', 'type'],
      isReference: false,
    },
    {
      node: 'a reference back to a component that contains it',
      keys: ['components', 'schemas', 'Rule', 'properties', 'parent', 'allOf', 0, 'type'],
      found: [...content, 'schema', 'allOf', 0, 'type'],
      isReference: false,
    },
    {
      node: 'the last parent of a node that the files do not have',
      keys: ['components', 'schemas', 'Rule', 'additionalProperties'],
      found: [...content, 'schema'],
      isReference: false,
    },
    {
      node: 'a securityScheme of the entry file',
      keys: ['components', 'securitySchemes', 'Key', 'type'],
      found: ['components', 'securitySchemes', 'Key', 'type'],
      isReference: false,
    },
  ])('is found: $node', ({ keys, found, isReference }) => {
    expect(locate(keys)).toEqual({ keys: found, isReference });
  });
});
