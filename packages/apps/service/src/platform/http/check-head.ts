/** Checks the parts of a request other than its body that no schema describes. */
import {
  listMalformedParameters,
  listUnsupportedPreconditions,
  MALFORMED_ENCODING,
  MAX_DETAILS,
  UNSUPPORTED_PRECONDITION,
  unknownParameter,
} from '@aispm/openapi';
import type { FastifyRequest } from 'fastify';
import type { Operation } from '../contract/contract.ts';
import { invalidRequest } from './errors/errors.ts';

/** Returns the names of the parameters that an operation declares in a location. */
export function listParameterNames({ parameters }: Operation, location: 'query' | 'header'): string[] {
  return parameters.filter((parameter) => parameter.in === location).map(({ name }) => name);
}

/**
 * Returns a function that checks the query and the headers of requests to an operation.
 *
 * @returns throws an {@link ApiError} 400 for a query parameter that is unknown or not URL-encoded, which would otherwise
 * silently not filter, and for a precondition that the operation doesn't support
 */
export function createHeadCheck(operation: Operation): (request: FastifyRequest) => void {
  const known = listParameterNames(operation, 'query');
  const declaredHeaders = listParameterNames(operation, 'header');
  return ({ url, query, headers }) => {
    const malformed = listMalformedParameters(url.split('?').slice(1).join('?'));
    if (malformed.length > 0) {
      const details = malformed.map((name) => [`query/${name}`, MALFORMED_ENCODING]);
      throw invalidRequest('invalid_parameter', Object.fromEntries(details.slice(0, MAX_DETAILS)));
    }
    const unknown = Object.keys(query as object).filter((name) => !known.includes(name));
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
