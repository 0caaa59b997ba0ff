/** The operations of a contract, with their references resolved. */
import { isJsonMediaType } from '@aispm/openapi';

/** Name of the path parameter that selects the tenant. */
export const TENANT = 'tenant_id';
/** Name of the path parameter that selects the workspace. */
export const WORKSPACE = 'workspace_id';

/** A JSON object. */
export type Json = Record<string, unknown>;

/** The keywords of JSON Schema 2020-12 that the checks read. */
export interface Schema {
  type?: string | string[];
  title?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** The part of a request that has a parameter. */
export type ParameterLocation = 'path' | 'query' | 'header';

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: ParameterLocation;
  required: boolean;
  schema: Schema;
  /** The first example; undefined when there is none. */
  example: unknown;
}

/** How a filter of a list compares its values with the fields of a row; without fields, it depends on more than the row. */
export interface FieldComparison {
  match: string;
  fields: string[];
}

/** A field that rows are ordered by. */
export interface OrderKey {
  field: string;
  direction: 'ASC' | 'DESC';
}

/** The JSON body of a request. */
export interface RequestBody {
  required: boolean;
  mediaType: string;
  schema: Schema;
  examples: Json[];
}

/** A declared response. */
export interface DeclaredResponse {
  /** Empty when the response has no body. */
  mediaTypes: string[];
  /** The schema of its JSON; undefined when it has another media type, or no body. */
  schema: Schema | undefined;
  /** Names of its headers, in lowercase. */
  headers: string[];
  /** The reasons that its examples have. */
  reasons: string[];
}

/** An operation of the contract. */
export interface Operation {
  /** `operationId`. */
  id: string;
  /** In uppercase. */
  method: string;
  /** Path template below the base path, such as `/views/{id}`. */
  path: string;
  /** The access that an API key needs. */
  access: string;
  /** The headers of each response that announce its deprecation; empty when it isn't deprecated. */
  deprecation: { Deprecation?: string; Sunset?: string };
  parameters: Parameter[];
  /** How the filters of a list compare the fields of a row, by parameter. */
  filters: ReadonlyMap<string, FieldComparison>;
  /** The fields that rows are ordered by; empty when the order depends on more than fields, undefined when it isn't declared. */
  order: OrderKey[] | undefined;
  requestBody: RequestBody | undefined;
  /** Maximum size of the request body, in bytes; infinity if the contract has no limit. */
  maxBodyBytes: number;
  /** The responses that the operation itself declares, by status. */
  responses: ReadonlyMap<number, DeclaredResponse>;
  /** The responses that any request can get, by status; the operation may declare the same status. */
  protocolResponses: ReadonlyMap<number, DeclaredResponse>;
}

/** Returns the names of the parameters in a path template, in their order. */
export function placeholderNames(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

/** Returns the path of a record's list and the name of its identifier; undefined when a path does not end in a parameter. */
export function splitRecordPath(path: string): { parent: string; name: string } | undefined {
  const [, parent, name] = /^(.+)\/\{([^{}]+)\}$/.exec(path) ?? [];
  return parent === undefined || name === undefined ? undefined : { parent, name };
}

/** Returns the parameter of a name; undefined when the operation has none. */
export function findParameter(
  { parameters }: Pick<Operation, 'parameters'>,
  location: ParameterLocation,
  name: string,
): Parameter | undefined {
  return parameters.find((parameter) => parameter.in === location && parameter.name === name);
}

/** Returns the declared responses for a status: one, two if a protocol response has the same status, or none. */
export function findResponses(
  { responses, protocolResponses }: Pick<Operation, 'responses' | 'protocolResponses'>,
  status: number,
): DeclaredResponse[] {
  return [responses.get(status), protocolResponses.get(status)].filter((response) => response !== undefined);
}

/**
 * Returns the successful response with the lowest status.
 *
 * @throws {Error} when the operation declares none
 */
export function getSuccess({ id, responses }: Operation): { status: number; response: DeclaredResponse } {
  const [first] = [...responses].filter(([status]) => status < 300).sort(([a], [b]) => a - b);
  if (!first) throw new Error(`The operation ${id} declares no successful response.`);
  return { status: first[0], response: first[1] };
}

/** Returns whether `Accept` can exclude everything that an operation returns: only JSON bodies. */
export function returnsOnlyJson(operation: Operation): boolean {
  const { mediaTypes } = getSuccess(operation).response;
  return mediaTypes.length > 0 && mediaTypes.every(isJsonMediaType) && operation.protocolResponses.has(406);
}

/** Returns whether an operation reads a body and rejects other media types. */
export function readsBody({ requestBody, protocolResponses }: Operation): boolean {
  return requestBody !== undefined && protocolResponses.has(415);
}

/** Returns whether an operation only reads. */
export function isRead(operation: Operation): boolean {
  return operation.method === 'GET' && getSuccess(operation).status === 200;
}

/** Returns the first example of the request body as the `body` property of a request; empty when the operation has no body. */
export function exampleBody({ requestBody }: Operation): { body?: unknown } {
  return requestBody ? { body: requestBody.examples[0] } : {};
}
