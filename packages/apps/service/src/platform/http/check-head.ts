/** Checks what a request contains beside its body, and no schema declares. */
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

/** Returns the names of the parameters that an operation declares in a part of the request. */
export function listParameterNames({ parameters }: Operation, location: 'query' | 'header'): string[] {
  return parameters.filter((parameter) => parameter.in === location).map(({ name }) => name);
}

/**
 * Returns a function that checks the query and the headers of requests to an operation.
 *
 * @returns throws an {@link ApiError} 400 for a query parameter that is unknown or not encoded as URLs are, which would otherwise look as
 *   if it had filtered, and for a precondition that the operation does not support
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
