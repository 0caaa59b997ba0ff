import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contract, type JsonObject, operations } from './contract.ts';
import { examples, followBody, isBodyExpression, links, nameOf } from './examples.ts';

const table = readFileSync(join(import.meta.dirname, 'operations.yaml'), 'utf8');
const systems = parse(table) as Record<string, Record<string, string>>;
const tagGroups = contract['x-tagGroups'];

const call = ({ method, path }: { method: string; path: string }) =>
  `${method.toUpperCase()} ${path.replace('/tenants/{tenant_id}/workspaces/{workspace_id}', '/T')}`;

describe('systems', () => {
  test('all ten have a group of tags, and there is no other group but the guides', () => {
    expect(Object.keys(systems)).toHaveLength(10);
    expect(tagGroups.map(({ name }) => name)).toEqual(['Guides', ...Object.keys(systems)]);
  });

  test.each(Object.entries(systems))(
    '%s has its operations, each as it is called, and no other',
    (system, expected) => {
      const tags = tagGroups.find(({ name }) => name === system)?.tags ?? [];
      const own = operations.filter(({ definition }) =>
        (definition.tags as string[]).some((tag) => tags.includes(tag)),
      );
      expect(Object.fromEntries(own.map((operation) => [operation.id, call(operation)]))).toEqual(expected);
    },
  );

  test.each(operations.map(({ id, definition }) => [id, definition.tags as string[]] as const))(
    '%s has one tag, in exactly one group',
    (_, tags) => {
      expect(tags).toHaveLength(1);
      expect(tagGroups.filter((group) => group.tags.includes(tags[0] ?? ''))).toHaveLength(1);
    },
  );
});

describe('examples', () => {
  // Strict mode knows JSON Schema alone; the contract's schemas also have OpenAPI's and the project's own keywords.
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema(contract, 'contract', false, false);
  const compiled = new Map<string, ValidateFunction>();

  /** What is wrong with a value, in words. */
  function problems(schema: JsonObject, value: unknown): string[] {
    const inContract = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/');
    const validate = compiled.get(inContract) ?? ajv.compile(JSON.parse(inContract));
    compiled.set(inContract, validate);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  test.each(examples.map((example) => [nameOf(example), example] as const))('%s fits its schema', (_, example) => {
    expect(problems(example.schema, example.value)).toEqual([]);
  });

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    'the parameters of %s have examples that fit their schemas',
    (_, { parameters }) => {
      for (const { name, example, schema } of parameters)
        if (example !== undefined) expect(problems(schema as JsonObject, example), String(name)).toEqual([]);
    },
  );

  test('every answer with a body has an example', () => {
    const bare = operations.flatMap(({ id, responses }) =>
      Object.entries(responses)
        .filter(([, { content }]) => content)
        .map(([status]) => `${id} ${status}`)
        .filter((place) => !examples.some(({ operation, place: status }) => `${operation.id} ${status}` === place)),
    );
    expect(bare).toEqual([]);
  });
});

describe.each(links.map((link) => [`${link.operation.id} ${link.status} ${link.name}`, link] as const))(
  'the link %s',
  (_, link) => {
    const next = operations.find(({ id }) => id === link.operationId);
    const expressions = Object.values(link.parameters);

    test('leads to an operation and gives parameters of it, among them all of its path', () => {
      expect(next).toBeDefined();
      const known = next?.parameters.map((parameter) => `${parameter.in}.${parameter.name}`) ?? [];
      const given = Object.keys(link.parameters).map((name) =>
        known.find((one) => one === name || one.endsWith(`.${name}`)),
      );
      expect(given).not.toContain(undefined);
      expect(given).toEqual(expect.arrayContaining(known.filter((name) => name.startsWith('path.'))));
    });

    test('takes what the request had, and headers that the answer has', () => {
      const request = link.operation.parameters.map((parameter) => `$request.${parameter.in}.${parameter.name}`);
      const headers = Object.keys(link.operation.responses[link.status]?.headers ?? {});
      const known = [...request, ...headers.map((name) => `$response.header.${name}`)];
      const others = expressions.filter((expression) => expression.startsWith('$') && !isBodyExpression(expression));
      expect(known).toEqual(expect.arrayContaining(others));
    });

    test('finds its values in the examples of the answer', () => {
      for (const expression of expressions.filter(isBodyExpression)) {
        const found = link.examples.map((example) => followBody(expression, example));
        expect(found, expression).not.toContain(undefined);
        expect(
          found.some((value) => value !== 'nothing'),
          expression,
        ).toBe(true);
      }
    });
  },
);
