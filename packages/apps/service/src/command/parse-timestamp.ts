/** Options that are timestamps. */
import { isStorableTimestamp, parseTimestamp as parse } from '@aispm/openapi';
import { getSchema } from '../platform/contract/contract.ts';
import { createValueValidator } from '../platform/http/validation.ts';
import { UsageError } from './arguments.ts';

const validate = createValueValidator(getSchema('Timestamp'), 'option');

/**
 * Parses the value of an option that is a timestamp.
 *
 * @throws {UsageError} if it isn't in RFC 3339 format, or can't be stored
 */
export function parseTimestamp(option: string, value: string): Date {
  const timestamp = parse(value);
  if (!('error' in validate(value)) && isStorableTimestamp(timestamp)) return new Date(timestamp.ms);
  throw new UsageError(`${option} must be a timestamp such as 2027-01-01T00:00:00Z, not "${value}".`);
}
