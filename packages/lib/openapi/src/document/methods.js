/** The HTTP methods that a path item of OpenAPI 3.1 can declare, in lower case. */
export const HTTP_METHODS = /** @type {const} */ ([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
]);

/**
 * An HTTP method in lower case, as a path item declares it.
 *
 * @typedef {(typeof HTTP_METHODS)[number]} HttpMethod
 */

/**
 * Returns whether a property of a path item is an operation.
 *
 * @param {string} name
 * @returns {name is HttpMethod}
 */
export function isHttpMethod(name) {
  return /** @type {readonly string[]} */ (HTTP_METHODS).includes(name);
}
