import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOperation, getNode, jsonSchema, requiredProperties, type Schema, schemaProperties } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { contract, describeType, operations, resolveNode } from './contract.ts';
import { renderPage, requirements } from './requirements.ts';

const reference = (schema: string) => `#/components/schemas/${schema}`;
/** Keywords that accept every value of a type, up to a maximum size. */
const UNRESTRICTING =
  /^(type|anyOf|items|title|description|examples|default|readOnly|max(Length|Items|Properties)|additionalProperties|x-.*)$/;
const findSchema = (name: string) => getNode(contract, reference(name)) as Schema | undefined;

describe.each(Object.entries(requirements.operations))('the given operation %s', (id, given) => {
  const operation = findOperation(operations, id);
  const { parameters = [], responses = {} } = operation ?? {};
  const statuses = Object.keys(responses);

  it(`is ${given.call}`, () => {
    expect(`${operation?.method.toUpperCase()} ${operation?.path}`).toBe(given.call);
  });

  it('has the path parameters of its path, which are strings', () => {
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`).sort()).toEqual((given.call.match(/\{\w+\}/g) ?? []).sort());
    for (const { schema = {} } of inPath) expect(describeType(schema)).toBe('string');
  });

  it('has its given query parameters, and requires no other', () => {
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const names = inQuery.map(({ name }) => name);
    const required = inQuery.filter((parameter) => parameter.required).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(given.query ?? []));
    expect(given.query ?? []).toEqual(expect.arrayContaining(required));
  });

  it(`returns ${given.success} with ${given.response}, and no other success`, () => {
    expect(statuses.filter((status) => status.startsWith('2'))).toEqual([String(given.success)]);
    expect(jsonSchema(responses[given.success])?.$ref).toBe(reference(given.response));
  });

  it(`documents ${given.errors ? given.errors.join(', ') : 'two to five errors'}, each with the error body`, () => {
    const errors = statuses.filter((status) => Number(status) >= 400);
    if (given.errors) expect(errors).toEqual(given.errors.map(String));
    expect(errors.length).toBeGreaterThanOrEqual(2);
    expect(errors.length).toBeLessThanOrEqual(5);
    for (const status of errors) expect(jsonSchema(responses[status])?.$ref).toBe(reference('ApiErrorBody'));
  });

  it(given.request ? `requires the body ${given.request}` : 'has no request body', () => {
    const body = operation?.requestBody;
    expect(body?.required).toBe(given.request ? true : undefined);
    expect(jsonSchema(body)?.$ref).toBe(given.request && reference(given.request));
  });

  it('is stable and requires the API key', () => {
    expect(operation?.definition).toHaveProperty('x-stability-level', 'stable');
    expect(operation?.definition.security ?? contract.security).toEqual([{ ApiKey: [] }]);
  });
});

describe.each(Object.entries(requirements.schemas))('the given schema %s', (name, { fields, required }) => {
  const schema = findSchema(name) ?? {};
  const properties = schemaProperties(contract, schema);

  it.each(Object.entries(fields))('has $0 with its given type, values and items', (field, { type, values, items }) => {
    const property = properties[field];
    expect(property && describeType(property)).toBe(type);
    if (values) expect(property).toHaveProperty('$ref', reference(values));
    if (items) expect(property).toHaveProperty('items.$ref', reference(items));
  });

  if (required)
    it('requires exactly its given fields', () => {
      expect(requiredProperties(contract, schema)).toEqual(required);
    });
});

describe('the given values', () => {
  it.each(Object.entries(requirements.errors.reasons))('include the error %s %s', (status, reason) => {
    const operation = findOperation(operations, 'createAgentEvaluation');
    expect(operation?.responses[status]?.description.startsWith(`${reason}. `)).toBe(true);
  });

  it.each(Object.entries(requirements.enumerations))('of %s are all that it has: %j', (name, values) => {
    const schema =
      findSchema(name) ?? resolveNode<{ schema: Schema }>(contract.components?.parameters?.[name] ?? {}).schema;
    expect(schema.enum).toEqual(values);
  });

  it.each(Object.entries(requirements.states))('of %s are among those that it has', (name, values) => {
    expect(findSchema(name)?.enum).toEqual(expect.arrayContaining(Object.keys(values)));
  });

  it.each(requirements.limits)('include this limit: $note', ({ location, value }) => {
    expect(getNode(contract, location)).toBe(value);
  });

  it.each(requirements.unrestricted)('without a format have none: $note', ({ location, type }) => {
    const schema = resolveNode<Schema>(getNode(contract, location) as Schema);
    expect(describeType(schema)).toBe(type);
    for (const alternative of [schema, ...(schema.anyOf ?? [])]) {
      expect(Object.keys(alternative).filter((keyword) => !UNRESTRICTING.test(keyword))).toEqual([]);
      expect([true, undefined]).toContain(alternative.additionalProperties);
    }
  });

  it('include the security scheme', () => {
    expect(contract.components?.securitySchemes?.ApiKey).toMatchObject(requirements.authentication.scheme);
  });

  it('include the major version and the base path', () => {
    const [major] = requirements.versioning.version.split('.');
    expect(contract.info.version.split('.')[0]).toBe(major);
    for (const { url } of contract.servers ?? []) expect(url.endsWith(requirements.versioning.basePath)).toBe(true);
  });
});

describe('the given areas', () => {
  const groups = contract['x-tagGroups'];

  it('are the groups of tags, between the guides and the account', () => {
    expect(groups.map(({ name }) => name)).toEqual(['Guides', ...Object.keys(requirements.areas), 'Account']);
  });

  it.each(groups.filter(({ name }) => name !== 'Guides'))('include $name, which has operations', ({ tags }) => {
    expect(operations.some(({ definition }) => definition.tags?.some((tag) => tags.includes(tag)))).toBe(true);
  });

  it.each(operations)('include $operationId by its only tag', ({ definition: { tags = [] } }) => {
    expect(tags).toHaveLength(1);
    expect(groups.filter((group) => tags.some((tag) => group.tags.includes(tag)))).toHaveLength(1);
  });
});

describe('REQUIREMENTS.md', () => {
  const spec = join(import.meta.dirname, '..');
  const page = renderPage(requirements);

  it('contains every given fact and every gap', async () => {
    await expect(page).toMatchFileSnapshot('../REQUIREMENTS.md');
  });

  it.each([...new Set(Array.from(page.matchAll(/\]\(([^)]+)\)/g), ([, link = '']) => link))])(
    'has a link to %s, which exists',
    (link) => {
      const [file = '', anchor] = link.split('#');
      expect(existsSync(join(spec, file))).toBe(true);
      if (!anchor) return;
      const headings = readFileSync(join(spec, file), 'utf8').match(/^#+ .*$/gm) ?? [];
      expect(headings.map((heading) => heading.replace(/^#+ /, ''))).toContain(anchor);
    },
  );
});
