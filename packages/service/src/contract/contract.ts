/** The contract as the service reads it: every schema, limit and path comes from here. */
import { readFileSync } from 'node:fs';
import type { operations } from '@aispm/types';

/** Names of the operations. */
export type OperationId = keyof operations;

/** A JSON Schema, as far as it is read here. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  default?: unknown;
  maximum?: number;
  maxItems?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

/** An operation. */
export interface Operation {
  operationId: OperationId;
  /** In upper case. */
  method: string;
  /** With parameters in braces, without the base path. */
  path: string;
  parameters: readonly Parameter[];
  takesBody: boolean;
  /** Whether its answers are JSON, and nothing else. */
  givesJson: boolean;
  /** Media types of its successful answers. */
  mediaTypes: readonly string[];
}

interface Node {
  [name: string]: unknown;
}

/** An operation as the server takes it: path and schemas of everything that comes in and goes out. */
export interface Route {
  operationId: OperationId;
  /** In upper case. */
  method: string;
  /** With `:` before the names of parameters, without the base path. */
  url: string;
  schema: object;
}

/** The document itself, without prose and examples. */
export const document = read('contract') as Node & {
  components: { schemas: Record<string, Schema> };
  servers: { url: string }[];
  info: { version: string };
};

/** The routes of all operations. */
export const ROUTES = read('routes') as readonly Route[];

/** What stands before every path, `/api/v1`. */
export const BASE_PATH = (document.servers[0]?.url ?? '').replace(/^https?:\/\/[^/]+/, '');

/** Follows a reference. */
export function resolve<T>(node: unknown): T {
  const { $ref } = (node ?? {}) as { $ref?: string };
  if ($ref === undefined) return node as T;
  return resolve(
    $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => (at as Node)[name.replaceAll('~1', '/').replaceAll('~0', '~')], document),
  );
}

/** All operations, by their names. */
export const OPERATIONS: ReadonlyMap<OperationId, Operation> = new Map(
  Object.entries(document.paths as Record<string, Node>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => typeof operation === 'object' && operation !== null && 'operationId' in operation)
      .map(([method, node]) => {
        const operation = node as Node & { operationId: OperationId };
        const declared = [...((item.parameters ?? []) as unknown[]), ...((operation.parameters ?? []) as unknown[])];
        const mediaTypes = Object.entries(operation.responses as Node)
          .filter(([status]) => status.startsWith('2'))
          .flatMap(([, response]) => Object.keys(resolve<{ content?: Node }>(response).content ?? {}));
        return [
          operation.operationId,
          {
            operationId: operation.operationId,
            method: method.toUpperCase(),
            path,
            parameters: declared.map((one) => {
              const parameter = resolve<Parameter>(one);
              return { ...parameter, schema: resolve<Schema>(parameter.schema) };
            }),
            takesBody: operation.requestBody !== undefined,
            mediaTypes,
            givesJson: mediaTypes.every((type) => type === 'application/json'),
          },
        ] as const;
      }),
  ),
);

/** Names of all headers that answers may have. */
export const RESPONSE_HEADERS: readonly string[] = [
  ...new Set(
    Object.values(document.paths as Record<string, Node>)
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => Object.values(((operation as Node).responses ?? {}) as Node))
      .flatMap((response) => Object.keys(resolve<{ headers?: Node }>(response).headers ?? {})),
  ),
];

/** A schema of the contract. */
export function schemaOf(name: string): Schema {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`The contract has no schema ${name}.`);
  return schema;
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../generated/${name}.json`, import.meta.url), 'utf8'));
}
