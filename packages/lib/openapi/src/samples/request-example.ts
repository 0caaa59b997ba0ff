/** Requests that are made of the examples of a document. */
import type { Document, Operation, Parameter, Schema } from '../document/document.ts';
import { jsonContent, listExamples } from '../document/operations.js';
import { resolve } from '../document/reference.js';

/** A request to which the mock responds with success. */
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
 * @throws {Error} when the document has no example for one of them
 */
export function buildRequestExample(document: Document, operation: Operation): RequestExample {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const valuesIn = (location: Parameter['in']) =>
    Object.fromEntries(
      required
        .filter((parameter) => parameter.in === location)
        .map((parameter) => [parameter.name, findParameterExample(document, operation, parameter)]),
    );
  const [body] = listExamples(document, jsonContent(operation.requestBody) ?? {});
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

/** Returns the path and query of a request below the base URL: `/rules/tenants/halden-freight/workspaces/production?page_size=10`. */
export function requestTarget(operation: Operation, { path, query }: RequestExample): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const search = Object.entries(query)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&');
  return search ? `${filled}?${search}` : filled;
}

function findParameterExample(document: Document, { operationId }: Operation, parameter: Parameter): string {
  const schema = resolve<Schema>(document, parameter.schema ?? {});
  const candidates: unknown[] = [
    ...listExamples(document, parameter).map(({ value }) => value),
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
