import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { describeSchemaError, narrowAlternatives } from '../src/index.ts';

const OPTIONS = { strict: false, validateSchema: false, verbose: true } as const;
const complete = new Ajv2020({ ...OPTIONS, allErrors: true });
const validators = { 'all errors': complete, 'the first error': new Ajv2020({ ...OPTIONS, allErrors: false }) };

const suppression = {
  type: 'object',
  required: ['status', 'reason'],
  properties: { status: { const: 'suppressed' }, reason: { enum: ['duplicate', 'test'] } },
  additionalProperties: false,
};
const triage = {
  type: 'object',
  minProperties: 1,
  properties: { status: { enum: ['open', 'resolved'] }, assignee: { type: ['string', 'null'] } },
  additionalProperties: false,
};
const update = { oneOf: [suppression, triage] };

function describeErrors(schema: object, value: unknown, ajv: Ajv2020): string[] {
  const validate = (alternative: object, part: unknown) => {
    const check = complete.compile(alternative);
    return check(part) ? [] : (check.errors ?? []);
  };
  const check = ajv.compile(schema);
  return narrowAlternatives(check(value) ? [] : (check.errors ?? []), validate).map((error) => {
    const { message, property } = describeSchemaError(error);
    return `${error.instancePath}${property === undefined ? '' : `/${property}`} ${message}`;
  });
}

describe.each(Object.entries(validators))(
  'a value that meets no alternative, to a validator that lists %s',
  (_, ajv) => {
    it.each<[string, object, unknown, string[]]>([
      ['has the constant of one', update, { status: 'suppressed' }, ['/reason is required']],
      ['has an unknown constant', update, { status: 'new' }, ['/status must be one of suppressed, open, resolved']],
      ['has no constant', update, { state: 'open' }, ['/state is not a known field']],
      [
        'has fields of another alternative',
        update,
        { status: 'open', reason: 'test' },
        ['/reason is not a known field'],
      ],
      ['is empty', update, {}, [' must NOT have fewer than 1 properties']],
      ['is in a list', { items: update }, [{ status: 'open' }, { status: 'suppressed' }], ['/1/reason is required']],
      [
        'is an alternative of an alternative',
        { anyOf: [{ type: 'null' }, update] },
        { status: 'suppressed' },
        ['/reason is required'],
      ],
      [
        'may be null',
        { anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] },
        'a',
        [' must NOT have fewer than 2 characters'],
      ],
    ])('%s', (_name, schema, value, expected) => {
      expect(describeErrors(schema, value, ajv)).toEqual(expected);
    });

    it('errors remain if a value has a different type than each alternative', () => {
      const errors = describeErrors({ anyOf: [{ type: 'string' }, { type: 'null' }] }, 5, ajv);
      expect(errors).toEqual([' must be string', ' must be null', ' must match a schema in anyOf']);
    });

    it('errors remain if a value is valid, or matches several alternatives', () => {
      expect(describeErrors(update, { status: 'open' }, ajv)).toEqual([]);
      const errors = describeErrors({ oneOf: [{ type: 'object' }, { minProperties: 1 }] }, { a: 1 }, ajv);
      expect(errors).toEqual([' must match exactly one schema in oneOf']);
    });
  },
);

it('errors of other keywords and properties remain', () => {
  const schema = { type: 'object', required: ['id'], properties: { update, size: { maximum: 3 } } };
  const value = { size: 4, update: { status: 'suppressed' } };
  expect(describeErrors(schema, value, complete).sort()).toEqual([
    '/id is required',
    '/size must be <= 3',
    '/update/reason is required',
  ]);
});
