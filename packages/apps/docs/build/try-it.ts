import { type Contract, listContractOperations } from './contract.ts';
import { buildRequestExample } from './request-example.ts';

/** An operation as the page "Try it" offers it. */
export interface TryItOperation {
  operationId: string;
  summary: string;
  tag: string;
  method: string;
  /** Path below the base URL, with a placeholder `{name}` for each path parameter. */
  path: string;
  parameters: { name: string; in: string; required: boolean; example: string }[];
  /** The initial JSON body, indented; absent when the operation has none. */
  body?: string;
}

/** Lists all operations, each with an initial request: required parameters have a value, the others are empty. */
export function listTryItOperations(contract: Contract): TryItOperation[] {
  return listContractOperations(contract).map((operation) => {
    const { path, query, headers, body } = buildRequestExample(contract, operation);
    const values: Record<string, string> = { ...path, ...query, ...headers };
    return {
      operationId: operation.operationId,
      summary: operation.summary,
      tag: operation.tag,
      method: operation.method.toUpperCase(),
      path: operation.path,
      parameters: operation.parameters.map(({ name, in: location, required }) => ({
        name,
        in: location,
        required: required === true,
        example: values[name] ?? '',
      })),
      ...(body !== undefined && { body: JSON.stringify(body, null, 2) }),
    };
  });
}
