/** The contract as the checks read it: its operations, and what can be told of them from their form. */
import type { Operation } from '@aispm/mock/validation';

/** Names of the path parameters that say whose data it is. */
export const TENANT = 'tenant_id';
export const WORKSPACE = 'workspace_id';

/** A JSON object. */
export type Json = Record<string, unknown>;

/** The parts of JSON Schema 2020-12 that the contract uses, and that the checks look at. */
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
  unevaluatedProperties?: boolean;
  oneOf?: Schema[];
}

/** Where a parameter is sent. */
export type Place = 'path' | 'query' | 'header';

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: Place;
  required: boolean;
  schema: Schema;
  /** The first example; undefined when there is none. */
  example: unknown;
}

/** A declared answer. */
export interface DeclaredResponse {
  /** The media types that it may have; none when it has no body. */
  mediaTypes: string[];
  /** The schema of its JSON; undefined when it is something else, or has no body. */
  schema: Schema | undefined;
  /** Names of its headers, in lower case. */
  headers: string[];
}

/** An operation of the contract. */
export interface Endpoint {
  /** `operationId`. */
  id: string;
  /** In upper case. */
  method: string;
  /** Path template below the base path, such as `/views/{id}`. */
  path: string;
  parameters: Parameter[];
  /** The JSON body that it takes; undefined when it takes none. */
  body: { required: boolean; mediaType: string; schema: Schema; examples: Json[] } | undefined;
  /** The declared answers by status. */
  responses: ReadonlyMap<number, DeclaredResponse>;
  /** The same as Prism has it, for validation. */
  operation: Operation;
}

/** How a list is cut into pages. */
export type Paging = 'cursor' | 'numbered';

/** A list, and where its rows are. */
export interface List {
  paging: Paging;
  /** `items` of a page; `rows` of a table, whose `header` names the columns. */
  field: 'items' | 'rows';
  /** The schema of a row; undefined for a table. */
  row: Schema | undefined;
}

/** Reads the operations of a contract. */
export function readEndpoints(operations: readonly Operation[]): Endpoint[] {
  return operations.map((operation) => {
    const { request = {}, responses } = operation;
    const content = request.body?.contents?.[0];
    return {
      id: operation.iid ?? `${operation.method} ${operation.path}`,
      method: operation.method.toUpperCase(),
      path: operation.path,
      parameters: [
        ...(request.path ?? []).map((one) => readParameter(one, 'path')),
        ...(request.query ?? []).map((one) => readParameter(one, 'query')),
        ...(request.headers ?? []).map((one) => readParameter(one, 'header')),
      ],
      body: content && {
        required: request.body?.required === true,
        mediaType: content.mediaType,
        schema: (content.schema ?? {}) as Schema,
        examples: (content.examples ?? []).flatMap((one) => ('value' in one ? [one.value as Json] : [])),
      },
      responses: new Map(
        responses.map(({ code, contents = [], headers = [] }) => [
          Number(code),
          {
            mediaTypes: contents.map(({ mediaType }) => mediaType),
            schema: contents.find(({ mediaType }) => isJson(mediaType))?.schema as Schema | undefined,
            headers: headers.map(({ name }) => name.toLowerCase()),
          },
        ]),
      ),
      operation,
    };
  });
}

type PrismParameter = { name: string; required?: boolean; schema?: unknown; examples?: readonly object[] };

function readParameter({ name, required, schema, examples = [] }: PrismParameter, place: Place): Parameter {
  const example = examples.find((one): one is { value: unknown } => 'value' in one);
  return {
    name,
    in: place,
    required: required === true,
    schema: (schema ?? {}) as Schema,
    example: example?.value,
  };
}

/** Whether a media type is JSON. */
export function isJson(mediaType: string): boolean {
  return /[/+]json *(;|$)/i.test(mediaType);
}

/** The lowest declared success. */
export function successOf({ responses }: Endpoint): { status: number; response: DeclaredResponse } {
  const [first] = [...responses].filter(([status]) => status < 300).sort(([a], [b]) => a - b);
  if (!first) throw new Error('An operation declares no success.');
  return { status: first[0], response: first[1] };
}

/** How an operation lists rows; undefined when it is no list. */
export function listOf(endpoint: Endpoint): List | undefined {
  if (endpoint.method !== 'GET') return undefined;
  const takes = (name: string) => endpoint.parameters.some((one) => one.in === 'query' && one.name === name);
  const paging = takes('cursor') ? 'cursor' : takes('page') ? 'numbered' : undefined;
  const properties = successOf(endpoint).response.schema?.properties ?? {};
  if (!paging || !takes('page_size')) return undefined;
  if (properties.items) return { paging, field: 'items', row: properties.items.items };
  return properties.rows && properties.header ? { paging, field: 'rows', row: undefined } : undefined;
}

/** The rows of a page as records, also those of a table. */
export function rowsOf(body: unknown, { field }: List): Json[] {
  const page = (body ?? {}) as Json;
  const rows = Array.isArray(page[field]) ? (page[field] as unknown[]) : [];
  if (field === 'items') return rows as Json[];
  const header = page.header as string[];
  return rows.map((row) => Object.fromEntries((row as unknown[]).map((cell, index) => [header[index], cell])));
}

/**
 * What identifies a row of a list: its field that has the name of a parameter, else `id`, else the first that ends in
 * `_id`.
 *
 * @param parameter name of the parameter that stands for such a row in a path, when there is one
 */
export function idOf(row: Json, list: List, parameter?: string): string {
  const names = list.row?.properties ? Object.keys(list.row.properties) : Object.keys(row);
  const name =
    [parameter, 'id'].find((one) => one !== undefined && names.includes(one)) ??
    names.find((one) => one.endsWith('_id')) ??
    names[0];
  return String(row[name ?? '']);
}

/** The types that a schema allows. */
export function typesOf({ type }: Schema): string[] {
  return type === undefined ? [] : [type].flat();
}
