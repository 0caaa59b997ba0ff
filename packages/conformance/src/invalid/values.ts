/** Values that schemas of strings and numbers reject. */
import type { Schema } from '../contract/operation.ts';

/** A value that a schema rejects. */
export interface InvalidValue {
  /** A predicate, such as `is empty`. */
  mistake: string;
  value: unknown;
}

/** Maximum length of a string that exceeds a limit: servers would reject the request line of longer ones. */
const MAX_TEXT = 6000;
/** Maximum length of a list that exceeds a limit. */
export const MAX_ITEMS = 200;

/** Returns numbers that a schema rejects. */
export function listInvalidNumbers({ minimum, maximum, type }: Schema): InvalidValue[] {
  return [
    ...(minimum === undefined ? [] : [{ mistake: `is ${minimum - 1}`, value: minimum - 1 }]),
    ...(maximum === undefined ? [] : [{ mistake: `is ${maximum + 1}`, value: maximum + 1 }]),
    ...(type === 'integer' ? [{ mistake: 'has a fraction', value: (minimum ?? 0) + 0.5 }] : []),
  ];
}

/** Returns strings that a schema rejects. */
export function listInvalidStrings(schema: Schema): InvalidValue[] {
  const { enum: values, const: constant, minLength, maxLength, pattern, format } = schema;
  if (Array.isArray(values)) return [{ mistake: 'is not a value of the enumeration', value: 'unknown_value' }];
  if (constant !== undefined) return [{ mistake: `is not ${constant}`, value: `"${constant}"` }];
  const mismatch = pattern === undefined ? undefined : findMismatch(pattern, maxLength ?? 100);
  return [
    ...(minLength ? [{ mistake: 'is empty', value: '' }] : []),
    ...(maxLength !== undefined && maxLength < MAX_TEXT
      ? [{ mistake: `has ${maxLength + 1} characters`, value: 'x'.repeat(maxLength + 1) }]
      : []),
    ...(mismatch === undefined ? [] : [{ mistake: 'does not match the pattern', value: mismatch }]),
    ...(format === 'date-time' ? [{ mistake: 'is not a date-time', value: 'the day before yesterday' }] : []),
  ];
}

/** Returns a string that a pattern rejects; undefined when it accepts all candidates. */
function findMismatch(pattern: string, maxLength: number): string | undefined {
  const regexp = new RegExp(pattern, 'u');
  return ['two words', '!', 'x'].find((text) => text.length <= maxLength && !regexp.test(text));
}
