/** Derives requests that violate the contract in exactly one location, to check how a server rejects them. */
import type { Operation } from '../contract/operation.ts';
import type { RequestParts } from '../contract/request-parts.ts';
import { listInvalidBodies } from './bodies.ts';
import type { InvalidRequest } from './invalid-request.ts';
import { listInvalidParameters } from './parameters.ts';

/**
 * Lists all invalid requests that the schemas of an operation imply.
 *
 * @param valid a valid request; without a body, there are no invalid bodies
 */
export function listInvalidRequests(operation: Operation, valid: RequestParts): InvalidRequest[] {
  const statuses = [400, 422].filter((status) => operation.responses.has(status)).slice(0, 1);
  if (statuses.length === 0) return [];
  return [
    ...listInvalidParameters(operation, valid, statuses),
    ...(operation.requestBody && valid.body !== undefined
      ? listInvalidBodies(operation.requestBody, valid, statuses)
      : []),
  ];
}
