/** Operations, prepared for requests. */

import { isTimestamp, type Schema } from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';
import type { ParsedRequest } from '../http/request.ts';
import { decodeSegment } from '../http/router.ts';
import { createPager, type Pager } from '../requests/paging.ts';
import { createHeadCheck, createValueFinder, type Find, type HeadCheck } from '../requests/parameter-checks.ts';
import { createRuleCheck, type RuleCheck, rejectsItemsOf } from '../requests/request-rules.ts';
import { type DeclaredResponses, prepareResponses } from '../requests/responses.ts';
import { getEntityTag } from '../state/preconditions.ts';

/** An operation, prepared for requests. */
export interface Route {
  /** In uppercase. */
  method: string;
  /** Path template. */
  path: string;
  operation: Operation;
  responses: DeclaredResponses;
  /** The entity tags of example records; none if the path has none. */
  entityTags: readonly string[];
  /** The path parameters and the indexes of their segments. */
  parameters: { name: string; segment: number }[];
  /** Selects pages; undefined when the operation has none. */
  pager: Pager | undefined;
  checkRules: RuleCheck;
  checkHead: HeadCheck;
  /** Finds values of parameters that Prism would accept. */
  findInvalidValues: Find;
  /** Whether a request may succeed partially. */
  rejectsItems: boolean;
  /** The query parameters that are timestamps. */
  timestamps: readonly string[];
}

/** A request to an operation; its path doesn't contain the base path. */
export interface OperationRequest extends ParsedRequest {
  base: string;
  /** Path parameters, decoded. */
  parameters: Record<string, string>;
}

/** The prepared operations of each contract, which its mocks share. */
const prepared = new WeakMap<readonly Operation[], readonly Route[]>();

/** Prepares the operations of a contract, once. */
export function prepareRoutes(operations: readonly Operation[]): readonly Route[] {
  const known = prepared.get(operations);
  if (known) return known;
  const routes = operations.map((operation) => {
    const siblings = operations.filter(({ path }) => path === operation.path);
    const methods = listAllowedMethods(siblings.map(({ method }) => method.toUpperCase()));
    return {
      ...createRoute(operation, methods.join(', '), listEntityTags(siblings)),
      checkRules: createRuleCheck(operation, operations),
    };
  });
  prepared.set(operations, routes);
  return routes;
}

/** Lists the methods of a path; GET includes HEAD. */
export function listAllowedMethods(methods: Iterable<string>): string[] {
  const names = [...methods];
  return names.includes('GET') && !names.includes('HEAD') ? [...names, 'HEAD'] : names;
}

/** Lists the entity tags of the records at a path: their `etag` properties, or the example of the `ETag` header. */
function listEntityTags(operations: readonly Operation[]): string[] {
  const reads = operations.filter(({ method }) => method.toUpperCase() === 'GET');
  const records = reads.flatMap(({ responses }) => responses.flatMap(({ contents = [] }) => contents));
  const ownTags = records.flatMap(({ examples = [] }) =>
    examples.flatMap((example) => ('value' in example ? (getEntityTag(example.value) ?? []) : [])),
  );
  if (ownTags.length > 0) return ownTags;
  const headers = operations.flatMap(({ responses }) => responses).flatMap((response) => response.headers ?? []);
  const [example] = headers.find(({ name }) => name.toLowerCase() === 'etag')?.examples ?? [];
  return example && 'value' in example ? [String(example.value)] : [];
}

function createRoute(operation: Operation, allow: string, entityTags: readonly string[]): Omit<Route, 'checkRules'> {
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    operation,
    responses: prepareResponses(operation, allow),
    entityTags,
    parameters: operation.path.split('/').flatMap((template, segment) => {
      const name = /^\{(.+)\}$/.exec(template)?.[1];
      return name === undefined ? [] : [{ name, segment }];
    }),
    pager: createPager(operation),
    checkHead: createHeadCheck(operation),
    findInvalidValues: createValueFinder(operation),
    rejectsItems: rejectsItemsOf(operation),
    timestamps: (operation.request?.query ?? [])
      .filter(({ schema }) => isTimestamp({}, (schema ?? {}) as Schema))
      .map(({ name }) => name),
  };
}

/** Creates a request to an operation from a request whose path starts with the base path. */
export function toOperationRequest({ parameters }: Route, request: ParsedRequest, base: string): OperationRequest {
  const path = request.path.slice(base.length);
  const segments = path.split('/');
  const values = parameters.map(({ name, segment }) => [name, decodeSegment(segments[segment] ?? '')] as const);
  return { ...request, base, path, parameters: Object.fromEntries(values) };
}
