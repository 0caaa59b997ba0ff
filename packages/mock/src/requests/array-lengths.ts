/**
 * Finds arrays that are too long before their items are validated. Prism reports all violations, and compares every pair of items in an
 * array with unique items, so that a body within its maximum size could take minutes.
 */
import { isJsonObject, receivedValue, type Schema } from '../bundled/openapi.ts';
import type { ErrorDetail } from '../core/errors.ts';

/**
 * Lists the arrays in a body that have more items than their schema allows.
 *
 * @param schema without references
 * @param location of the value in the request
 */
export function findLongArrays(schema: Schema, value: unknown, location = 'body'): ErrorDetail[] {
  const { maxItems = Number.POSITIVE_INFINITY, items, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema;
  const alternatives = [...anyOf, ...oneOf].filter(({ type }) => type !== 'null');
  // An array that is too long for one alternative may be valid for another.
  const members = [...allOf, ...(alternatives.length === 1 ? alternatives : [])].flatMap((member) =>
    findLongArrays(member, value, location),
  );
  if (Array.isArray(value)) {
    if (value.length > maxItems) {
      return [{ location, message: `must NOT have more than ${maxItems} items${receivedValue(value)}` }];
    }
    const found = items ? value.flatMap((item, index) => findLongArrays(items, item, `${location}/${index}`)) : [];
    return [...members, ...found];
  }
  if (!isJsonObject(value)) return members;
  const found = Object.entries(properties).flatMap(([name, property]) =>
    Object.hasOwn(value, name) ? findLongArrays(property, value[name], `${location}/${name}`) : [],
  );
  return [...members, ...found];
}
