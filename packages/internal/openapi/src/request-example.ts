import { jsonContent, listExamples, type Parameter, resolve, type Schema } from '@aispm/openapi';
import type { Contract, Operation } from './contract.ts';

/** A request to which the mock responds with success, made of the examples of the contract. */
export interface RequestExample {
  /** Values of the required parameters, by name. */
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** The first example of the JSON body, if the operation has a body. */
  body?: unknown;
}

/**
 * Builds the smallest request that shows what an operation does: its required parameters, and the first example of its body.
 *
 * @throws {Error} when the contract has no example for one of them
 */
export function buildRequestExample(contract: Contract, operation: Operation): RequestExample {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const valuesIn = (location: Parameter['in']) =>
    Object.fromEntries(
      required
        .filter((parameter) => parameter.in === location)
        .map((parameter) => [parameter.name, findParameterExample(contract, operation, parameter)]),
    );
  const [body] = listExamples(contract, jsonContent(operation.requestBody) ?? {});
  if (operation.requestBody?.required && !body) {
    throw new Error(`${operation.operationId}: the request body has no example. Add one under "examples".`);
  }
  return {
    path: valuesIn('path'),
    query: valuesIn('query'),
    headers: valuesIn('header'),
    ...(body && { body: body.value }),
  };
}

/** Returns the path and query of a request below the base URL: `/rules/tenants/t1/workspaces/w1?page_size=10`. */
export function requestTarget(operation: Operation, { path, query }: RequestExample): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}

function findParameterExample(contract: Contract, { operationId }: Operation, parameter: Parameter): string {
  const schema = resolve<Schema>(contract, parameter.schema ?? {});
  const candidates: unknown[] = [
    ...listExamples(contract, parameter).map(({ value }) => value),
    ...(schema.examples ?? []),
    ...(schema.enum ?? []),
    schema.const,
  ];
  const value = candidates.find((candidate) => candidate !== undefined);
  if (value === undefined) {
    throw new Error(`${operationId}: the parameter "${parameter.name}" has no example. Add one under "example".`);
  }
  return String(value);
}
