/** The contract as the service reads it: paths, parameters, schemas and limits come from here. */
import {
  type Parameter as ContractParameter,
  type Document,
  isJsonMediaType,
  isScopeParameter,
  jsonContent,
  listAccessLevels,
  listOperations,
  maxBodyBytes,
  REQUIRED_ACCESS,
  rejectsItems,
  requiredAccess,
  resolve as resolveIn,
  responseHeaders,
  type Schema,
  successResponses,
} from '@aispm/openapi';
import type { ApiKeyAccess, operations } from '@aispm/types';
import { readGenerated } from '../core/package-files.ts';

export type { Schema } from '@aispm/openapi';

/** Names of the operations. */
export type OperationId = keyof operations;

/** A parameter of an operation, with its schema resolved. */
export type Parameter = ContractParameter & { schema: Schema };

/** An operation. */
export interface Operation {
  operationId: OperationId;
  /** In upper case. */
  method: string;
  /** With parameters in braces, without the base path. */
  path: string;
  parameters: readonly Parameter[];
  /** The access that an API key needs. */
  access: string;
  /** Whether the query may select the workspace. */
  hasSelectableWorkspace: boolean;
  requiresBody: boolean;
  /** Schema of the JSON body; empty for an operation without one. */
  bodySchema: Schema;
  /** Maximum size of the body without its content encoding. */
  maxBodyBytes: number;
  /** Whether a request may succeed in part: the response names the items that were rejected. */
  rejectsItems: boolean;
  /** Whether all successful responses are JSON. */
  returnsJson: boolean;
  /** Media types of the successful responses. */
  mediaTypes: readonly string[];
}

/** A route of the server: the path of an operation, and the schemas of its requests and responses. */
export interface Route {
  operationId: OperationId;
  /** In upper case. */
  method: string;
  /** With `:` before the names of parameters, without the base path. */
  url: string;
  schema: object;
}

/** The document itself, without descriptions and examples. */
export const document = readGenerated('contract') as Document & {
  components: { schemas: Record<string, Schema>; headers: Record<string, { schema: Schema }> };
};

/** The routes of all operations. */
export const ROUTES = readGenerated('routes') as readonly Route[];

/** The start of every path, `/api/v1`. */
export const BASE_PATH = (document.servers?.[0]?.url ?? '').replace(/^https?:\/\/[^/]+/, '');

/** Resolves a reference into the contract; other nodes are returned as they are. */
export function resolve<T>(node: unknown): T {
  return resolveIn<T>(document, node as T);
}

const DECLARED = listOperations(document);

/** Maximum size of a body where an operation declares no other, in bytes. */
export const DEFAULT_MAX_BODY_BYTES = maxBodyBytes(document, { requestBody: undefined });

/** The levels of access of API keys, the lowest first. */
export const ACCESS_LEVELS = listAccessLevels(document) as readonly ApiKeyAccess[];

/** All operations, by their names. */
export const OPERATIONS: ReadonlyMap<OperationId, Operation> = new Map(
  DECLARED.map((operation) => {
    const operationId = operation.operationId as OperationId;
    const successes = successResponses(operation).map(({ response }) =>
      resolve<Schema>(jsonContent(response)?.schema ?? {}),
    );
    const mediaTypes = successResponses(operation).flatMap(({ response }) => Object.keys(response.content ?? {}));
    return [
      operationId,
      {
        operationId,
        method: operation.method.toUpperCase(),
        path: operation.path,
        parameters: operation.parameters.map((parameter) => ({
          ...parameter,
          schema: resolve<Schema>(parameter.schema ?? {}),
        })),
        requiresBody: operation.requestBody !== undefined,
        bodySchema: jsonContent(operation.requestBody)?.schema ?? {},
        access: requiredAccess(operation.method, (operation.definition as Record<string, unknown>)[REQUIRED_ACCESS]),
        hasSelectableWorkspace: operation.parameters.some(
          (parameter) => parameter.in === 'query' && isScopeParameter(parameter.name),
        ),
        maxBodyBytes: maxBodyBytes(document, operation),
        rejectsItems: rejectsItems(successes),
        mediaTypes,
        returnsJson: mediaTypes.every(isJsonMediaType),
      },
    ];
  }),
);

/** Names of all headers that responses may have. */
export const RESPONSE_HEADERS: readonly string[] = [
  ...new Set(
    DECLARED.flatMap(({ responses }) =>
      Object.values(responses).flatMap((response) => Object.keys(responseHeaders(document, response))),
    ),
  ),
];

/** Returns a named schema of the contract. */
export function getSchema(name: string): Schema {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`The contract has no schema ${name}.`);
  return schema;
}
