/** Checks the timestamps of requests, because `format: date-time` allows some that can't be stored. */
import { findUnsupportedTimestamps, isTimestamp, listTimestamps } from '@aispm/openapi';
import { document, type Operation } from '../contract/contract.ts';
import { invalidRequest } from './errors/errors.ts';

/**
 * Returns a function that checks the timestamps in the query and the body of valid requests to an operation. An operation that
 * rejects single items checks their timestamps itself.
 *
 * @returns throws an {@link ApiError} 400 for timestamps that can't be stored
 */
export function createTimestampCheck({ parameters, bodySchema, rejectsItems }: Operation) {
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query' && isTimestamp(document, parameter.schema ?? {}))
    .map(({ name }) => name);
  const inBody = rejectsItems ? [] : listTimestamps(document, bodySchema);
  return (query: unknown, body: unknown): void => {
    const invalidQuery = findUnsupportedTimestamps(query, inQuery, 'query');
    if (Object.keys(invalidQuery).length > 0) throw invalidRequest('invalid_parameter', invalidQuery);
    const invalidBody = findUnsupportedTimestamps(body, inBody, 'body');
    if (Object.keys(invalidBody).length > 0) throw invalidRequest('invalid_body', invalidBody);
  };
}
