/** Operations, prepared for requests. */
import { requiresBearerToken } from './bearer-token.ts';
import type { Operation } from './contract-types.ts';
import { createPager, type Pager } from './paging.ts';
import type { ParsedRequest } from './request.ts';
import { type DeclaredResponses, prepareResponses } from './responses.ts';
import { decodeSegment } from './router.ts';

/** An operation, prepared for requests. */
export interface Route {
  /** In upper case. */
  method: string;
  /** Path template. */
  path: string;
  operation: Operation;
  responses: DeclaredResponses;
  requiresBearerToken: boolean;
  /** The path parameters and the indexes of their segments. */
  parameters: { name: string; segment: number }[];
  /** Selects pages; undefined when the operation has none. */
  pager: Pager | undefined;
}

/** A request to an operation; its path does not contain the base path. */
export interface OperationRequest extends ParsedRequest {
  base: string;
  /** Path parameters, decoded. */
  parameters: Record<string, string>;
}

/** Prepares an operation. */
export function createRoute(operation: Operation): Route {
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    operation,
    responses: prepareResponses(operation),
    requiresBearerToken: requiresBearerToken(operation),
    parameters: operation.path.split('/').flatMap((template, segment) => {
      const name = /^\{(.+)\}$/.exec(template)?.[1];
      return name === undefined ? [] : [{ name, segment }];
    }),
    pager: createPager(operation),
  };
}

/** Creates the request to an operation from one whose path starts with the base path. */
export function toOperationRequest({ parameters }: Route, request: ParsedRequest, base: string): OperationRequest {
  const path = request.path.slice(base.length);
  const segments = path.split('/');
  const values = parameters.map(({ name, segment }) => [name, decodeSegment(segments[segment] ?? '')] as const);
  return { ...request, base, path, parameters: Object.fromEntries(values) };
}
