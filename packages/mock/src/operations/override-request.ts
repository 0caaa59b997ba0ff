/** The requests that override functions receive. */
import { type Schema, schemaTypes } from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';
import type { OperationRequest } from './route.ts';

/** A valid request, with parameters of the types that the contract declares. */
export interface TypedRequest {
  method: string;
  path: string;
  parameters: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** Converts a valid request. */
export function readTypedRequest(operation: Operation, request: OperationRequest, body: unknown): TypedRequest {
  const { method, base, path, parameters, query, headers } = request;
  return {
    method,
    path: `${base}${path}`,
    parameters: convert(parameters, operation.request?.path ?? []),
    query: convert(query, operation.request?.query ?? []),
    headers,
    body,
  };
}

function convert(
  values: Readonly<Record<string, string | string[]>>,
  declared: readonly { name: string; schema?: unknown }[],
): Record<string, unknown> {
  const schemas = new Map(declared.map(({ name, schema = {} }) => [name, schema as Schema]));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, parse(value, schemas.get(name))]));
}

/** Parses a parameter according to its schema; if the schema has several types, it remains a string. */
function parse(value: string | string[], schema: Schema = {}): unknown {
  const [type, ...others] = schemaTypes(schema).filter((name) => name !== 'null');
  if (type === 'array') return [value].flat().map((item) => parse(item, schema.items));
  const [text = ''] = [value].flat();
  if (others.length > 0) return text;
  if (type === 'integer' || type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}
