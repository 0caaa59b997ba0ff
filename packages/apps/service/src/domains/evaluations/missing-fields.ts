/** Fields that the contract requires in addition to its schemas. */
import { findMissingFields } from '@aispm/openapi';
import { document, getSchema } from '../../platform/contract/contract.ts';
import { unprocessable } from '../../platform/http/errors/errors.ts';

/**
 * Checks that a body has the fields that the contract requires in addition to its schema.
 *
 * @throws {ApiError} 422
 */
export function checkMissingFields(schema: string, body: object): void {
  const violations = findMissingFields(document, getSchema(schema), body);
  const details = violations.map(({ location, message }) => [location, message]);
  if (violations.length > 0) throw unprocessable('missing_field', Object.fromEntries(details));
}
