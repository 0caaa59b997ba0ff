import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Document,
  findReferences,
  formatPointer,
  isJsonObject,
  type JsonObject,
  listExamples,
  listOperations,
  mapNodes,
  type Operation,
} from '@aispm/openapi';
import { createValidator, type Direction } from '@aispm/openapi/validate';
import { splitByHash } from '@aispm/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { applyChanges, type Change, COMPATIBLE, OPENAPI_3_0 } from '../build/compatible.ts';

const read = (name: string): Document =>
  parse(readFileSync(join(import.meta.dirname, '../dist', name), 'utf8'), { maxAliasCount: 0 });

const published = read('openapi.json');
const FILES = [
  { name: 'openapi.compat.yaml', version: '3.1', document: read('openapi.compat.yaml') },
  { name: 'openapi.compat-3.0.yaml', version: '3.0', document: read('openapi.compat-3.0.yaml') },
];

/** Writes `nullable` as generators read it, in OpenAPI 3.1. */
function withTypeNull(document: Document): Document {
  return mapNodes(document, (node) => {
    const { nullable, ...schema } = node;
    return nullable === true ? { anyOf: [schema, { type: 'null' }] } : node;
  });
}

/** The parameters of an operation as they are sent. */
const sentParameters = ({ parameters }: Operation) =>
  parameters.map(({ name, in: location, required = false, style, explode }) => ({
    name,
    location,
    required,
    style,
    explode,
  }));

/** The examples of the bodies of a document, each with the location of its schema. */
function listBodies(document: Document) {
  return listOperations(document).flatMap(({ operationId, requestBody, responses, pointers }) =>
    [
      { message: 'request', content: requestBody?.content, pointer: pointers.requestBody },
      ...Object.entries(responses).map(([status, { content }]) => ({
        message: status,
        content,
        pointer: pointers.responses[status],
      })),
    ].flatMap(({ message, content = {}, pointer }) =>
      Object.entries(content).flatMap(([mediaType, media]) =>
        listExamples(document, media).map(({ name, value }) => ({
          name: `${operationId} ${message} ${name}`,
          direction: (message === 'request' ? 'request' : 'response') as Direction,
          pointer: `${pointer}${formatPointer(['content', mediaType, 'schema'])}`,
          value,
        })),
      ),
    ),
  );
}

/** A value, and what it becomes when one of its properties is missing, is null or has another type. */
function listVariants(value: unknown): unknown[] {
  if (!isJsonObject(value)) return [value];
  const changed = Object.keys(value).flatMap((name) => {
    const { [name]: _, ...others } = value;
    return [others, { ...value, [name]: null }, { ...value, [name]: { other: true } }];
  });
  return [value, { ...value, unknown_property: 1 }, ...changed];
}

describe.each(FILES)('$name', ({ version, document }) => {
  const operations = listOperations(document);

  it('is a valid OpenAPI document for an independent validator', async () => {
    const validator = new Validator();
    expect((await validator.validate(structuredClone(document) as object as JsonObject)).errors).toBeUndefined();
    expect(validator.version).toBe(version);
  });

  it('has the operations, paths and parameters of the contract', () => {
    const describeOperation = (operation: Operation) => ({
      operationId: operation.operationId,
      method: operation.method,
      path: operation.path,
      parameters: sentParameters(operation),
      body: Object.keys(operation.requestBody?.content ?? {}),
      responses: Object.entries(operation.responses).map(([status, { content = {}, headers = {} }]) => ({
        status,
        mediaTypes: Object.keys(content),
        headers: Object.keys(headers),
      })),
    });
    expect(operations.map(describeOperation)).toEqual(listOperations(published).map(describeOperation));
  });

  it('has the examples of the contract', () => {
    const toValues = (form: Document) => listBodies(form).map(({ name, value }) => [name, value]);
    expect(toValues(document)).toEqual(toValues(published));
  });

  const pointersInContract = new Map(listBodies(published).map(({ name, pointer }) => [name, pointer]));
  describe.each(splitByHash(listBodies(document), ({ name }) => name, 4))('with an example', ({ tags, cases }) => {
    it('accepts and rejects the same as the contract, even with one property changed', { tags }, () => {
      const original = createValidator(published);
      const compatible = createValidator(withTypeNull(document));
      const different = cases.flatMap(({ name, direction, pointer, value }) =>
        listVariants(value)
          .filter((variant) => {
            const before = original.validateValue(pointersInContract.get(name) ?? '', variant, direction);
            const after = compatible.validateValue(pointer, variant, direction);
            return (before.length === 0) !== (after.length === 0);
          })
          .map((variant) => `${name}: ${JSON.stringify(variant)}`),
      );
      expect(different).toEqual([]);
    });
  });

  it('has no names that collide if case and sections are ignored', () => {
    const { components } = document as unknown as { components: Record<string, object> };
    const names = Object.values(components).flatMap((section) =>
      Object.keys(section).map((name) => name.toLowerCase()),
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

const UNUSED = { openapi: '3.1.1', info: { title: 'Small', version: '1' }, paths: {} };

/** Applies the changes with a function name to a document of some components. */
function change(changes: readonly Change[], name: string, components: object, more: object = {}): JsonObject {
  const document = { ...UNUSED, components, ...more } as Document;
  const selected = changes.filter(({ apply }) => apply.name === name);
  expect(selected).toHaveLength(1);
  return applyChanges(document, selected) as unknown as JsonObject;
}

describe('a form for generators', () => {
  it('has an HTTP bearer scheme, even where an operation declares the scheme', () => {
    const key = { type: 'apiKey', in: 'header', name: 'Authorization', description: 'A key.' };
    const paths = { '/pets': { get: { security: [{ Key: [] }], responses: {} } } };
    expect(
      change(COMPATIBLE, 'useBearerScheme', { securitySchemes: { Key: key } }, { paths, security: [{ Key: [] }] }),
    ).toMatchObject({
      security: [{ BearerAuth: [] }],
      paths: { '/pets': { get: { security: [{ BearerAuth: [] }] } } },
      components: { securitySchemes: { BearerAuth: { type: 'http', scheme: 'bearer', description: 'A key.' } } },
    });
  });

  it('names the body of a creation PetCreate, and a parameter with the name of a schema ColorParameter', () => {
    const components = {
      schemas: { NewPet: { type: 'object' }, Color: { type: 'string' }, News: { type: 'string' } },
      parameters: {
        Color: { name: 'color', in: 'query', schema: { $ref: '#/components/schemas/NewPet' } },
        Size: { name: 'size', in: 'query', schema: { $ref: '#/components/schemas/Color' } },
      },
    };
    const { components: changed } = change(COMPATIBLE, 'renameComponents', components);
    expect(changed).toEqual({
      schemas: { PetCreate: { type: 'object' }, Color: { type: 'string' }, News: { type: 'string' } },
      parameters: {
        ColorParameter: { name: 'color', in: 'query', schema: { $ref: '#/components/schemas/PetCreate' } },
        Size: { name: 'size', in: 'query', schema: { $ref: '#/components/schemas/Color' } },
      },
    });
  });

  it('is not built if a new name is already in use', () => {
    const schemas = { NewPet: { type: 'object' }, PetCreate: { type: 'object' } };
    expect(() => change(COMPATIBLE, 'renameComponents', { schemas })).toThrow('PetCreate is in the way of NewPet');
  });

  it('has no titles of schemas, but keeps properties named title', () => {
    const Pet = { type: 'object', title: 'Pet', properties: { title: { type: 'string', title: 'Title' } } };
    expect(change(COMPATIBLE, 'removeTitles', { schemas: { Pet } }).components).toEqual({
      schemas: { Pet: { type: 'object', properties: { title: { type: 'string' } } } },
    });
  });

  it('accepts null where a component is used, and has nullable free-form objects in place', () => {
    const schemas = {
      Card: { type: ['object', 'null'], additionalProperties: true },
      Name: { type: ['string', 'null'] },
      Cell: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
      Pet: {
        type: 'object',
        properties: {
          card: { $ref: '#/components/schemas/Card', description: 'A card.' },
          name: { $ref: '#/components/schemas/Name' },
          cell: { $ref: '#/components/schemas/Cell' },
        },
      },
    };
    expect(change(COMPATIBLE, 'moveNulls', { schemas }).components).toEqual({
      schemas: {
        Name: { type: 'string' },
        Cell: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        Pet: {
          type: 'object',
          properties: {
            card: { type: ['object', 'null'], additionalProperties: true, description: 'A card.' },
            name: { anyOf: [{ $ref: '#/components/schemas/Name' }, { type: 'null' }] },
            cell: { anyOf: [{ $ref: '#/components/schemas/Cell' }, { type: 'null' }] },
          },
        },
      },
    });
  });

  it('accepts any value if a list is among the alternatives', () => {
    const Value = { description: 'V.', anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
    const Cell = { anyOf: [{ type: 'string' }, { type: 'number' }] };
    expect(change(COMPATIBLE, 'openArrayAlternatives', { schemas: { Value, Cell } }).components).toEqual({
      schemas: { Value: { description: 'V.' }, Cell },
    });
  });

  it('has no lengths of timestamps, but keeps those of other strings', () => {
    const Time = { type: 'string', format: 'date-time', minLength: 20, maxLength: 35 };
    const Link = { type: 'string', format: 'uri', minLength: 1 };
    expect(change(COMPATIBLE, 'removeLengthsOfTimestamps', { schemas: { Time, Link } }).components).toEqual({
      schemas: { Time: { type: 'string', format: 'date-time' }, Link },
    });
  });

  it('has enumerations of one value instead of constants', () => {
    const Kind = { type: 'string', const: 'cat' };
    expect(change(COMPATIBLE, 'replaceConstants', { schemas: { Kind } }).components).toEqual({
      schemas: { Kind: { type: 'string', enum: ['cat'] } },
    });
  });
});

describe('the form of OpenAPI 3.0', () => {
  it('writes null as nullable', () => {
    const schemas = {
      Name: { type: ['string', 'null'], maxLength: 5 },
      Pet: { anyOf: [{ $ref: '#/components/schemas/Name' }, { type: 'null' }], description: 'A pet.' },
    };
    expect(change(OPENAPI_3_0, 'replaceNulls', { schemas })).toMatchObject({
      openapi: '3.0.3',
      components: {
        schemas: {
          Name: { type: 'string', maxLength: 5, nullable: true },
          Pet: { allOf: [{ $ref: '#/components/schemas/Name' }], nullable: true, description: 'A pet.' },
        },
      },
    });
  });

  it('keeps what is next to a reference', () => {
    const Pet = { $ref: '#/components/schemas/Name', description: 'A pet.' };
    expect(change(OPENAPI_3_0, 'wrapReferences', { schemas: { Pet } }).components).toEqual({
      schemas: { Pet: { allOf: [{ $ref: '#/components/schemas/Name' }], description: 'A pet.' } },
    });
  });

  it('has one example per schema, no propertyNames, and nothing else that 3.0 does not support', () => {
    const Pet = { type: 'object', propertyNames: { maxLength: 5 }, examples: [{ a: 1 }, { b: 1 }] };
    const changed = change(
      OPENAPI_3_0,
      'removeNewKeywords',
      { schemas: { Pet } },
      {
        jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
        info: { title: 'Small', version: '1', summary: 'S', license: { name: 'Apache 2.0', identifier: 'Apache-2.0' } },
      },
    );
    expect(changed).toEqual({
      ...UNUSED,
      info: { title: 'Small', version: '1', license: { name: 'Apache 2.0' } },
      components: { schemas: { Pet: { type: 'object', example: { a: 1 } } } },
    });
  });

  it('has no reference next to other keywords', () => {
    const [, { document } = { document: published }] = FILES;
    const withSiblings = findReferences(document).filter(({ keys }) => {
      const node = keys.reduce<unknown>((value, key) => (value as JsonObject)[key], document) as JsonObject;
      return Object.keys(node).length > 1;
    });
    expect(withSiblings).toEqual([]);
  });
});
