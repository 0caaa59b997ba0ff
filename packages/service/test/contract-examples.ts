/** Requests as the contract's own examples have them: they fit, and name what is in the example story. */
import { readFileSync } from 'node:fs';
import type { OperationId } from '../src/contract/contract.ts';

interface ExampleParameter {
  $ref?: string;
  name: string;
  in: string;
  example?: unknown;
}

interface ExampleOperation {
  operationId: OperationId;
  parameters?: ExampleParameter[];
  requestBody?: { content?: { 'application/json'?: { examples?: Record<string, { value: unknown }> } } };
}

// The service's own copy of the contract is without examples.
const bundle = JSON.parse(readFileSync(new URL('../../../spec/dist/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, unknown> & { parameters?: ExampleParameter[] }>;
  components: { parameters: Record<string, ExampleParameter> };
};

const operations = Object.values(bundle.paths).flatMap(({ parameters = [], ...methods }) =>
  (Object.values(methods) as ExampleOperation[]).map((operation) => ({
    ...operation,
    parameters: [...parameters, ...(operation.parameters ?? [])].map(follow),
  })),
);

function follow(parameter: ExampleParameter): ExampleParameter {
  return bundle.components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter;
}

/** Bodies by operation; none for an operation that takes no body. */
export const EXAMPLE_BODIES: ReadonlyMap<OperationId, readonly unknown[]> = new Map(
  operations.map(({ operationId, requestBody }) => [
    operationId,
    Object.values(requestBody?.content?.['application/json']?.examples ?? {}).map(({ value }) => value),
  ]),
);

/** Values of the parameters of the path, by operation and name. */
export const EXAMPLE_PATHS: ReadonlyMap<OperationId, Readonly<Record<string, string>>> = new Map(
  operations.map(({ operationId, parameters }) => [
    operationId,
    Object.fromEntries(
      parameters.filter((one) => one.in === 'path').map(({ name, example }) => [name, String(example)]),
    ),
  ]),
);
