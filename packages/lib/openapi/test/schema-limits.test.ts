import { expect, it } from 'vitest';
import { createSchemaLimits, type Schema } from '../src/index.ts';

const schemas: Record<string, Schema> = {
  Rule: {
    type: 'object',
    properties: { title: { $ref: '#/components/schemas/Title' }, steps: { $ref: '#/components/schemas/Steps' } },
  },
  Title: { type: 'string', maxLength: 5 },
  Steps: {
    type: 'array',
    maxItems: 3,
    items: { type: 'object', properties: { minutes: { type: 'integer', maximum: 90 } } },
  },
};
const limits = createSchemaLimits({ components: { schemas } });

it('limits are found through references, properties and items', () => {
  expect(limits.maxLength('Rule.title')).toBe(5);
  expect(limits.maxItems('Rule.steps')).toBe(3);
  expect(limits.maximum('Rule.steps.items.minutes')).toBe(90);
  expect(limits.getSchemaAt('Steps')).toBe(schemas.Steps);
});

it.each(['None', 'Rule.none', 'Rule.title.items', 'Rule.steps.minutes'])(
  'the path %s is rejected because it does not exist',
  (path) => {
    expect(() => limits.getSchemaAt(path)).toThrow(`no schema ${path}`);
  },
);

it('a limit that the schema does not set is rejected', () => {
  expect(() => limits.maxItems('Rule.title')).toThrow('no maxItems at Rule.title');
  expect(() => limits.truncate('text', 'Rule.steps')).toThrow('no maxLength at Rule.steps');
});

it.each([
  ['12345', '12345'],
  ['123456', '1234…'],
  ['😀😀😀😀😀', '😀😀😀😀😀'],
  ['😀😀😀😀😀😀', '😀😀😀😀…'],
])('%j is shortened to %j, by characters', (text, expected) => {
  expect(limits.truncate(text, 'Rule.title')).toBe(expected);
});
