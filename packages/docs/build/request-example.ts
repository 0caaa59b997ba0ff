import type { Json, Operation, Parameter } from './contract.ts';

/** A request that an operation answers with success, made of the examples of the contract. */
export interface RequestExample {
  /** Values of the required parameters, by name. */
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** The first example of the JSON body, when the operation has a body. */
  body?: unknown;
}

/**
 * The smallest request that shows what an operation does: its required parameters, and the first example of its body.
 *
 * @throws Error when the contract has no example for one of them
 */
export function requestExample(operation: Operation): RequestExample {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const valuesIn = (place: Parameter['in']) =>
    Object.fromEntries(
      required.filter((parameter) => parameter.in === place).map((one) => [one.name, exampleOf(operation, one)]),
    );
  const bodies = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
  if (operation.requestBody?.required && bodies.length === 0)
    throw new Error(`${operation.operationId}: the body has no example.`);
  return {
    path: valuesIn('path'),
    query: valuesIn('query'),
    headers: valuesIn('header'),
    ...(bodies[0] && { body: bodies[0].value }),
  };
}

/** The address of a request below the base address of the API: `/rules/tenants/t1/workspaces/w1?page_size=10`. */
export function requestTarget(operation: Operation, { path, query }: RequestExample): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}

function exampleOf({ operationId }: Operation, { name, example, examples, schema }: Parameter): string {
  const candidates = [
    example,
    ...Object.values(examples ?? {}).map(({ value }) => value),
    ...((schema.examples ?? []) as unknown[]),
    ...((schema.enum ?? []) as unknown[]),
    (schema as Json).const,
  ];
  const value = candidates.find((candidate) => candidate !== undefined);
  if (value === undefined) throw new Error(`${operationId}: the parameter ${name} has no example.`);
  return String(value);
}
