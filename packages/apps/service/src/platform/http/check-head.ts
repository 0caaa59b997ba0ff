/** Checks what a request contains beside its body, and no schema declares. */
import { listUnsupportedPreconditions, MAX_DETAILS, UNSUPPORTED_PRECONDITION, unknownParameter } from '@aispm/openapi';
import type { Operation } from '../contract/contract.ts';
import { invalidRequest } from './errors.ts';

/** Returns the names of the parameters that an operation declares in a part of the request. */
export function listParameterNames({ parameters }: Operation, location: 'query' | 'header'): string[] {
  return parameters.filter((parameter) => parameter.in === location).map(({ name }) => name);
}

/**
 * Returns a function that checks the query and the headers of requests to an operation.
 *
 * @returns throws an {@link ApiError} 400 for an unknown query parameter, which would otherwise look as if it had filtered, and for a
 *   precondition that the operation does not support
 */
export function createHeadCheck(operation: Operation): (query: object, headers: Record<string, unknown>) => void {
  const known = listParameterNames(operation, 'query');
  const declaredHeaders = listParameterNames(operation, 'header');
  return (query, headers) => {
    const unknown = Object.keys(query).filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      const details = unknown.map((name) => [`query/${name}`, unknownParameter(name, known)]);
      throw invalidRequest('unknown_parameter', Object.fromEntries(details.slice(0, MAX_DETAILS)));
    }
    const unsupported = listUnsupportedPreconditions(operation.method, declaredHeaders, headers);
    if (unsupported.length > 0) {
      const details = unsupported.map((name) => [`header/${name}`, UNSUPPORTED_PRECONDITION]);
      throw invalidRequest('invalid_parameter', Object.fromEntries(details));
    }
  };
}
