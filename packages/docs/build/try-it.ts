import { type Contract, operationsOf } from './contract.ts';
import { requestExample } from './request-example.ts';

/** An operation as the page "Try it" offers it. */
export interface TryItOperation {
  operationId: string;
  summary: string;
  system: string;
  method: string;
  /** Path below the base address, with `{name}` where parameters stand. */
  path: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; example: string }[];
  /** The JSON body to start with, indented; absent where the operation has none. */
  body?: string;
}

/** All operations with a request to start from: the required parameters are filled in, the others are empty. */
export function tryItOperations(contract: Contract): TryItOperation[] {
  return operationsOf(contract).map((operation) => {
    const { path, query, headers, body } = requestExample(operation);
    const filled: Record<string, string> = { ...path, ...query, ...headers };
    return {
      operationId: operation.operationId,
      summary: operation.summary,
      system: operation.tag,
      method: operation.method.toUpperCase(),
      path: operation.path,
      parameters: operation.parameters.map(({ name, in: place, required }) => ({
        name,
        in: place,
        required: required === true,
        example: filled[name] ?? '',
      })),
      ...(body !== undefined && { body: JSON.stringify(body, null, 2) }),
    };
  });
}
