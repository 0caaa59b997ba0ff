import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A JSON object. */
export type Json = { [key: string]: unknown };

/** A parameter of an operation, with its reference resolved. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: Json;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

/** A body of a request or of an answer. */
export interface Body {
  schema: Json;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

/** An answer of an operation, with its reference resolved. */
export interface Answer {
  description: string;
  headers?: Record<string, { $ref?: string; description?: string; example?: unknown }>;
  content?: Record<string, Body>;
  links?: Record<string, { operationId: string; description: string }>;
}

/** An operation of the contract with its place, and its parameters and answers without references. */
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tag: string;
  method: string;
  path: string;
  stability: string;
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Body> };
  answers: Record<string, Answer>;
}

/** A tag of the contract. Tags without operations are guides. */
export interface Tag {
  name: string;
  description: string;
  'x-traitTag'?: boolean;
}

/** What the site reads of a bundled contract. */
export interface Contract extends Json {
  info: { title: string; version: string; summary: string; description: string };
  tags: Tag[];
  'x-tagGroups': { name: string; tags: string[] }[];
  servers: { url: string; 'x-internal'?: boolean }[];
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, Json> } & Record<string, Record<string, unknown>>;
}

/** The files of the bundle, by the name under which the site offers them. */
export const contractFiles = {
  'openapi.yaml': fileURLToPath(import.meta.resolve('@aispm/spec/openapi.yaml')),
  'openapi.json': fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json')),
};

/** Reads the bundle anew: whoever asks may change what they get. */
export function readContract(): Contract {
  return JSON.parse(readFileSync(contractFiles['openapi.json'], 'utf8'));
}

/** The node that a reference inside the contract leads to; other nodes are returned as they are. */
export function resolve<T>(contract: Contract, node: T): T {
  const reference = (node as { $ref?: unknown } | undefined)?.$ref;
  if (typeof reference !== 'string') return node;
  const target = reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((parent, key) => (parent as Json)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], contract);
  if (target === undefined) throw new Error(`${reference} leads nowhere.`);
  return resolve(contract, target as T);
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']);

/** All operations, in the order of the contract. */
export function operationsOf(contract: Contract): Operation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, node]) => {
      if (!METHODS.has(method)) return [];
      const operation = node as Json;
      const parameters = [...((item.parameters ?? []) as unknown[]), ...((operation.parameters ?? []) as unknown[])];
      return {
        operationId: operation.operationId as string,
        summary: operation.summary as string,
        description: operation.description as string,
        tag: (operation.tags as string[])[0] as string,
        method,
        path,
        stability: operation['x-stability-level'] as string,
        parameters: parameters.map((parameter) => resolve(contract, parameter) as Parameter),
        ...(operation.requestBody !== undefined && {
          requestBody: resolve(contract, operation.requestBody) as NonNullable<Operation['requestBody']>,
        }),
        answers: Object.fromEntries(
          Object.entries(operation.responses as Json).map(([status, answer]) => [
            status,
            resolve(contract, answer) as Answer,
          ]),
        ),
      };
    }),
  );
}

/** The tags that have operations, in the groups and the order of the menu. */
export function systemsOf(contract: Contract): { name: string; tags: string[] }[] {
  const used = new Set(operationsOf(contract).map(({ tag }) => tag));
  return contract['x-tagGroups']
    .map(({ name, tags }) => ({ name, tags: tags.filter((tag) => used.has(tag)) }))
    .filter(({ tags }) => tags.length > 0);
}
