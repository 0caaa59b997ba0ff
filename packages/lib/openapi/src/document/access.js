/**
 * The access that an API key needs for an operation.
 *
 * @import { Schema } from './document.ts'
 */
import { getNode } from './pointer.js';

/** Extension of an operation that requires more access than its method does. */
export const REQUIRED_ACCESS = 'x-required-access';

/** Name of the schema whose `enum` lists the levels of access, the lowest first. */
const ACCESS_SCHEMA = 'ApiKeyAccess';

/**
 * Returns the levels of access that the contract defines, the lowest first; none when it defines none.
 *
 * @param {object} document
 * @returns {readonly string[]}
 */
export function listAccessLevels(document) {
  const schema = /** @type {Schema | undefined} */ (getNode(document, ['components', 'schemas', ACCESS_SCHEMA]));
  return schema?.enum ?? [];
}

/**
 * Returns the access that an operation requires: that of its extension, otherwise `read` for GET and `write` for all other
 * methods.
 *
 * @param {string} method in any case
 * @param {unknown} extension the value of {@link REQUIRED_ACCESS}
 */
export function requiredAccess(method, extension) {
  if (typeof extension === 'string') return extension;
  return method.toLowerCase() === 'get' ? 'read' : 'write';
}

/**
 * Returns whether an access includes another one: every level includes those before it.
 *
 * @param {readonly string[]} levels
 * @param {string} granted
 * @param {string} required
 */
export function includesAccess(levels, granted, required) {
  const position = levels.indexOf(required);
  return position >= 0 && levels.indexOf(granted) >= position;
}

/**
 * The message of a 403 for an API key whose access is too low.
 *
 * @param {string} granted
 */
export function insufficientAccess(granted) {
  return `The access of this API key, ${granted}, does not include this operation.`;
}
