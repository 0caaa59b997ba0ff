/** The contract, from which the service reads paths, parameters, schemas and limits. */
import {
  type Parameter as ContractParameter,
  type Document,
  deprecationHeaders,
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
  /** The headers of each response that announce its deprecation; empty when it isn't deprecated. */
  deprecation: { Deprecation?: string; Sunset?: string };
  /** The required access of the API key. */
  access: string;
  /** Whether the query can select the workspace. */
  hasSelectableWorkspace: boolean;
  requiresBody: boolean;
  /** Schema of the JSON body; empty for an operation without one. */
  bodySchema: Schema;
  /** Maximum size of the decoded body. */
  maxBodyBytes: number;
  /** Whether a request can partially succeed, with a response that lists rejected items. */
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
  /** With `:` before parameter names, without the base path. */
  url: string;
  schema: object;
}

/** The document itself, without descriptions and examples. */
export const document = readGenerated('contract') as Document & {
  components: { schemas: Record<string, Schema>; headers: Record<string, { schema: Schema }> };
};

/** The routes of all operations. */
export const ROUTES = readGenerated('routes') as readonly Route[];

/** The prefix of all paths, `/api/v1`. */
export const BASE_PATH = (document.servers?.[0]?.url ?? '').replace(/^https?:\/\/[^/]+/, '');

/** Resolves a reference into the contract. Returns other nodes unchanged. */
export function resolve<T>(node: unknown): T {
  return resolveIn<T>(document, node as T);
}

const DECLARED = listOperations(document);

/** Default maximum size of a body, in bytes. */
export const DEFAULT_MAX_BODY_BYTES = maxBodyBytes(document, { requestBody: undefined });

/** The access levels of API keys, lowest first. */
export const ACCESS_LEVELS = listAccessLevels(document) as readonly ApiKeyAccess[];

/** All operations, by name. */
export const OPERATIONS: ReadonlyMap<OperationId, Operation> = new Map(
  DECLARED.map((operation) => {
    const operationId = operation.operationId as OperationId;
    const successes = successResponses(operation).map(({ response }) =>
      resolve<Schema>(jsonContent(response)?.schema ?? {}),
    );
    const mediaTypes = [
      ...new Set(successResponses(operation).flatMap(({ response }) => Object.keys(response.content ?? {}))),
    ];
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
        deprecation: deprecationHeaders(operation.definition),
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

/** Names of all response headers. */
export const RESPONSE_HEADERS: readonly string[] = [
  ...new Set(
    DECLARED.flatMap(({ definition, responses }) => [
      ...Object.keys(deprecationHeaders(definition)),
      ...Object.values(responses).flatMap((response) => Object.keys(responseHeaders(document, response))),
    ]),
  ),
];

/** Returns a named schema of the contract. */
export function getSchema(name: string): Schema {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`The contract has no schema ${name}.`);
  return schema;
}
