/** Requests from the examples of the contract: they are valid and refer to the records of the sample data. */
import { type Document, jsonContent, listExamples, listOperations } from '@aispm/openapi';
import contract from '@aispm/spec/strict.json' with { type: 'json' };
import type { OperationId } from '../src/platform/contract/contract.ts';

// The copy of the contract in the service has no examples.
const document = contract as unknown as Document;
const operations = listOperations(document);

/** Example bodies by operation; empty for an operation without a body. */
export const EXAMPLE_BODIES: ReadonlyMap<OperationId, readonly unknown[]> = new Map(
  operations.map(({ operationId, requestBody }) => {
    const examples = listExamples(document, jsonContent(requestBody) ?? {});
    return [operationId as OperationId, examples.map(({ value }) => value)];
  }),
);

/** Example values of path parameters, by operation and name. */
export const EXAMPLE_PATHS: ReadonlyMap<OperationId, Readonly<Record<string, string>>> = new Map(
  operations.map(({ operationId, parameters }) => {
    const pathParameters = parameters.filter((parameter) => parameter.in === 'path');
    const values = pathParameters.map(({ name, example }) => [name, String(example)]);
    return [operationId as OperationId, Object.fromEntries(values)];
  }),
);

/** Examples of the query parameters that an operation requires, as names and values. */
export const EXAMPLE_QUERIES: ReadonlyMap<OperationId, readonly (readonly [name: string, value: string])[]> = new Map(
  operations.map(({ operationId, parameters }) => {
    const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
    return [operationId as OperationId, required.map(({ name, example }) => [name, String(example)] as const)];
  }),
);

/** Returns the examples of the response with which an operation succeeds. */
export function listResponseExamples(operationId: OperationId) {
  const responses = operations.find((operation) => operation.operationId === operationId)?.responses ?? {};
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return listExamples(document, jsonContent(success) ?? {});
}
