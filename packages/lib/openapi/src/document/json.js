/** JSON values. */

/**
 * Returns whether a value is a JSON object, and neither an array nor null.
 *
 * @param {unknown} value
 * @returns {value is { [key: string]: unknown }}
 */
export function isJsonObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
