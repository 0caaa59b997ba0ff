/** Checks the instants of requests, which no schema does: `format: date-time` allows some that cannot be stored. */
import { findUnstorableInstants, isInstant, listInstants } from '@aispm/openapi';
import { document, type Operation } from '../contract/contract.ts';
import { invalidRequest } from './errors/errors.ts';

/**
 * Returns a function that checks the instants in the query and the body of valid requests to an operation. An operation that
 * rejects single items checks their instants itself.
 *
 * @returns throws an {@link ApiError} 400 for instants that cannot be stored
 */
export function createInstantCheck({ parameters, bodySchema, rejectsItems }: Operation) {
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query' && isInstant(document, parameter.schema ?? {}))
    .map(({ name }) => name);
  const inBody = rejectsItems ? [] : listInstants(document, bodySchema);
  return (query: unknown, body: unknown): void => {
    const invalidQuery = findUnstorableInstants(query, inQuery, 'query');
    if (Object.keys(invalidQuery).length > 0) throw invalidRequest('invalid_parameter', invalidQuery);
    const invalidBody = findUnstorableInstants(body, inBody, 'body');
    if (Object.keys(invalidBody).length > 0) throw invalidRequest('invalid_body', invalidBody);
  };
}
