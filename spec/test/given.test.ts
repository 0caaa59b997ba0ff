import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contract, deref, type JsonObject, operations, propertiesOf, typeOf } from './contract.ts';

interface Given {
  operations: Record<
    string,
    { call: string; success: number; errors?: number[]; query?: string[]; request?: string; response: string }
  >;
  schemas: Record<string, Record<string, string>>;
  required: Record<string, string[]>;
  enums: Record<string, string[]>;
  securityScheme: JsonObject;
  version: string;
  basePath: string;
}

const given = parse(readFileSync(join(import.meta.dirname, 'given.yaml'), 'utf8')) as Given;
const byId = new Map(operations.map((operation) => [operation.id, operation]));

describe.each(Object.entries(given.operations))('%s', (id, expected) => {
  const operation = byId.get(id);

  test(`is ${expected.call}`, () => {
    expect(`${operation?.method.toUpperCase()} ${operation?.path}`).toBe(expected.call);
  });

  test('has the path parameters of its path, all strings', () => {
    const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path') ?? [];
    expect(inPath.map(({ name }) => `{${name}}`).sort()).toEqual((expected.call.match(/\{\w+\}/g) ?? []).sort());
    for (const { schema } of inPath) expect(typeOf(schema as JsonObject)).toBe('string');
  });

  test('has its given query parameters, and requires no other', () => {
    const inQuery = operation?.parameters.filter((parameter) => parameter.in === 'query') ?? [];
    const names = inQuery.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(expected.query ?? []));
    expect(expected.query ?? []).toEqual(
      expect.arrayContaining(inQuery.filter(({ required }) => required).map(({ name }) => name)),
    );
    if (expected.query?.length === 0) expect(names).toEqual([]);
  });

  test(`answers ${expected.success} with ${expected.response}, and with no other success`, () => {
    const successes = Object.entries(operation?.responses ?? {}).filter(([status]) => status.startsWith('2'));
    expect(successes.map(([status]) => Number(status))).toEqual([expected.success]);
    expect(successes[0]?.[1]).toHaveProperty(
      ['content', 'application/json', 'schema', '$ref'],
      `#/components/schemas/${expected.response}`,
    );
  });

  test('has every given error, each with the error body', () => {
    const errors = Object.entries(operation?.responses ?? {}).filter(([status]) => Number(status) >= 400);
    expect(errors.map(([status]) => Number(status))).toEqual(expect.arrayContaining(expected.errors ?? []));
    // Rate limits and idempotency were gaps; the codes that fill them come on top of the two to five given ones.
    const withoutChosen = errors.filter(([status]) => !['409', '422', '429'].includes(status));
    expect(withoutChosen.length).toBeGreaterThanOrEqual(2);
    expect(withoutChosen.length).toBeLessThanOrEqual(5);
    for (const [, response] of errors)
      expect(response).toHaveProperty(
        ['content', 'application/json', 'schema', '$ref'],
        '#/components/schemas/ApiErrorBody',
      );
  });

  test(expected.request ? `takes ${expected.request}, required` : 'takes no body', () => {
    if (!expected.request) return expect(operation?.requestBody).toBeUndefined();
    expect(operation?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${expected.request}` } } },
    });
  });

  test('is stable and needs a token', () => {
    expect(operation?.definition['x-stability-level']).toBe('stable');
    expect(operation?.definition.security ?? contract.security).toEqual([{ ApiKey: [] }]);
  });
});

describe.each(Object.entries(given.schemas))('%s', (name, fields) => {
  const properties = propertiesOf({ $ref: `#/components/schemas/${name}` });

  test.each(Object.entries(fields))('has %s: %s', (field, type) => {
    expect(properties[field] && typeOf(properties[field])).toBe(type);
  });
});

test.each(Object.entries(given.required))('%s requires exactly %j', (name, required) => {
  expect(deref({ $ref: `#/components/schemas/${name}` }).required ?? []).toEqual(required);
});

test.each(Object.entries(given.enums))('%s has exactly the values %j', (name, values) => {
  const { schemas, parameters } = contract.components;
  expect(schemas[name] ?? parameters[name]?.schema).toMatchObject({ enum: values });
});

test('page numbers start at 1, a page has at most 100 items and score_trend at most 5 scores', () => {
  const { Page, PageSize } = contract.components.parameters;
  expect(Page?.schema).toMatchObject({ minimum: 1 });
  expect(PageSize?.schema).toMatchObject({ maximum: 100 });
  expect(contract.components.schemas.AgentEvaluationRecord).toHaveProperty('properties.score_trend.maxItems', 5);
});

test('the token is declared as an API key in the Authorization header', () => {
  expect(contract.components.securitySchemes.ApiKey).toMatchObject(given.securityScheme);
});

test('the version is the given one or a later one that keeps its promises, and the base path is the given one', () => {
  const [major] = given.version.split('.');
  expect(contract.info.version).toMatch(new RegExp(`^${major}\\.`));
  for (const { url } of contract.servers) expect(url.endsWith(given.basePath)).toBe(true);
});
