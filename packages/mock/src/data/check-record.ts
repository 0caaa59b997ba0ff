/** Validates the records that programs create against the contract. */
import type { JsonObject } from '../bundled/openapi.ts';
import { SettingError } from '../core/errors.ts';
import { findViolation } from '../operations/override-check.ts';
import { prepareResponses } from '../requests/responses.ts';
import type { Collection } from '../sample-data/collections.ts';

/**
 * Checks a record against the schema of the operation that reads it.
 *
 * @param name the list's name in `mock.data`
 * @throws {SettingError} with the property, the reason and the remedy
 */
export function checkRecord({ read }: Collection, record: JsonObject, name: string): void {
  const [declared] = read ? prepareResponses(read, '').findAll(200) : [];
  const violation = declared && findViolation(declared, record);
  if (!violation) return;
  const property = violation.location.replace(/^body\//, '');
  throw new SettingError(`The record in ${name} doesn't conform to the contract: ${property} ${violation.message}.`);
}
