import { listExamples } from '@aispm/openapi';
import { createValidator } from '@aispm/openapi/validate';
import { describe, expect, it } from 'vitest';
import { contract, operations } from './contract.ts';
import { evaluateBodyExpression, examples, isBodyExpression, links, withNames } from './examples.ts';

const validator = createValidator(contract);

describe('examples', () => {
  it.each(withNames(examples))('%s matches its schema', (_, { message, pointer, value }) => {
    expect(validator.validateValue(pointer, value, message === 'request' ? 'request' : 'response')).toEqual([]);
  });

  it.each(operations)('the examples of the parameters of $operationId match their schemas', (operation) => {
    for (const [index, parameter] of operation.parameters.entries())
      for (const { value } of listExamples(contract, parameter)) {
        const pointer = `${operation.pointers.parameters[index]}/schema`;
        expect(validator.validateValue(pointer, value, 'request'), parameter.name).toEqual([]);
      }
  });

  it('exist for every response with a body', () => {
    const missing = operations.flatMap((operation) =>
      Object.entries(operation.responses)
        .filter(([, { content }]) => content)
        .filter(
          ([status]) => !examples.some((example) => example.operation === operation && example.message === status),
        )
        .map(([status]) => `${operation.operationId} ${status}`),
    );
    expect(missing).toEqual([]);
  });
});

describe.each(links.map((link) => [`${link.operation.operationId} ${link.status} ${link.name}`, link] as const))(
  'the link %s',
  (_, link) => {
    const next = operations.find(({ operationId }) => operationId === link.operationId);
    const expressions = Object.values(link.parameters);

    it('refers to an operation and sets its parameters, including all in its path', () => {
      expect(next).toBeDefined();
      const known = next?.parameters.map((parameter) => `${parameter.in}.${parameter.name}`) ?? [];
      const set = Object.keys(link.parameters).map((name) =>
        known.find((parameter) => parameter === name || parameter.endsWith(`.${name}`)),
      );
      expect(set).not.toContain(undefined);
      expect(set).toEqual(expect.arrayContaining(known.filter((name) => name.startsWith('path.'))));
    });

    it('only uses parameters of the request and headers of the response', () => {
      const request = link.operation.parameters.map((parameter) => `$request.${parameter.in}.${parameter.name}`);
      const headers = Object.keys(link.operation.responses[link.status]?.headers ?? {});
      const known = [...request, ...headers.map((name) => `$response.header.${name}`)];
      const others = expressions.filter((expression) => expression.startsWith('$') && !isBodyExpression(expression));
      expect(known).toEqual(expect.arrayContaining(others));
    });

    it('finds its values in the examples of the response', () => {
      for (const expression of expressions.filter(isBodyExpression)) {
        const found = link.examples.map((example) => evaluateBodyExpression(expression, example));
        expect(found, expression).not.toContain(undefined);
        expect(
          found.some((value) => value !== 'nothing'),
          expression,
        ).toBe(true);
      }
    });
  },
);
