import {
  describeTransition,
  EXACTLY_ONE_OF,
  findMissingFields,
  findSupportedBody,
  type Schema,
  SUPPORTED_VALUES,
} from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { contract } from './contract.ts';

const schemas = contract.components?.schemas as Record<string, Schema>;
const statuses = schemas.IssueStatus as Schema;

describe('an object of which the contract wants exactly one property', () => {
  const schema = { properties: { config: { $ref: '#/config', [EXACTLY_ONE_OF]: ['a', 'b'] } } } as Schema;
  const find = (config: unknown) => findMissingFields({ config: { type: 'object' } }, schema, { config });

  it.each([{}, { a: 1, b: 1 }, { c: 1 }])('is rejected as %j', (config) => {
    expect(find(config)).toEqual([{ location: 'body/config', message: 'must have either a or b' }]);
  });

  it.each([{ a: 1 }, { b: null, c: 1 }, undefined, 'text'])('is accepted as %j', (config) => {
    expect(find(config)).toEqual([]);
  });

  it('is part of the contract', () => {
    const config = { dataset: [], based_on: 'x' };
    for (const name of ['NewEvaluation', 'EvaluationUpdate']) {
      expect(findMissingFields(contract, schemas[name] as Schema, { config }), name).toHaveLength(1);
    }
  });
});

describe('an object of which the contract wants properties that its schema does not require', () => {
  it('is rejected without them', () => {
    const find = (body: object) => findMissingFields(contract, schemas.AgentEvaluation as Schema, body);
    expect(find({ agent_id: 'a' })).toEqual([{ location: 'body/evaluation_id', message: 'is required' }]);
    expect(find({ agent_id: 'a', evaluation_id: 'b' })).toEqual([]);
  });
});

describe('a body of which the service supports some values', () => {
  const range = { minimum: 0, maximum: 1 };
  const supported = { properties: { weight: range } };

  it('has the schema of its fields with supported values, which may be next to a reference', () => {
    const weight = { $ref: '#/number', [SUPPORTED_VALUES]: range };
    const schema = { $ref: '#/body' } as Schema;
    const document = { number: { type: 'number' }, body: { properties: { weight, name: { type: 'string' } } } };
    expect(findSupportedBody(document, schema)).toEqual(supported);
  });

  it('has none when the service supports all values', () => {
    expect(findSupportedBody({}, { properties: { weight: { type: 'number' } } })).toBe(undefined);
  });

  it.each(['AgentEvaluation', 'AgentEvaluationUpdate'])('is %s in the contract, by its settings and weight', (name) => {
    expect(findSupportedBody(contract, schemas[name] as Schema)).toMatchObject({
      properties: { config: { $ref: '#/components/schemas/EvaluationConfig' }, weight: range },
    });
  });
});

describe('the status of an issue', () => {
  const change = (before: string, after: string) => describeTransition(contract, statuses, before, after);

  it('has transitions between all statuses of the contract, and no others', () => {
    const { 'x-manual-transitions': transitions } = statuses as { 'x-manual-transitions'?: Record<string, string[]> };
    expect(Object.keys(transitions ?? {})).toEqual(statuses.enum);
    expect(statuses.enum).toEqual(expect.arrayContaining(Object.values(transitions ?? {}).flat()));
  });

  it.each([
    ['open', 'in_progress'],
    ['in_progress', 'resolved'],
    ['suppressed', 'open'],
    ['resolved', 'resolved'],
  ])('may change from %s to %s', (before, after) => {
    expect(change(before, after)).toBe(undefined);
  });

  it.each([
    ['open', 'resolved', 'must be open or in_progress or suppressed while the status is open'],
    ['suppressed', 'in_progress', 'must be suppressed or open while the status is suppressed'],
    ['resolved', 'open', 'cannot change: only a scan reopens what is resolved'],
  ])('may not change from %s to %s', (before, after, message) => {
    expect(change(before, after)).toBe(message);
  });

  it('may change freely if the contract has no transitions', () => {
    expect(describeTransition({}, { enum: ['a', 'b'] }, 'a', 'b')).toBe(undefined);
  });
});
