/** Options that are instants. */
import { isStorableInstant, parseInstant as parse } from '@aispm/openapi';
import { getSchema } from '../platform/contract/contract.ts';
import { createValueValidator } from '../platform/http/validation.ts';
import { UsageError } from './arguments.ts';

const validate = createValueValidator(getSchema('Timestamp'), 'option');

/**
 * Parses the value of an option that is an instant.
 *
 * @throws {UsageError} when it is not in RFC 3339, or cannot be stored
 */
export function parseInstant(option: string, value: string): Date {
  const instant = parse(value);
  if (!('error' in validate(value)) && isStorableInstant(instant)) return new Date(instant.ms);
  throw new UsageError(`${option} must be an instant such as 2027-01-01T00:00:00Z, not "${value}".`);
}
