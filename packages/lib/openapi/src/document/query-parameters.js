/** The query parameters of lists. */

/** Query parameters that choose the page of a list, or ask for its size. */
export const PAGING_PARAMETERS = /** @type {const} */ (['page_size', 'cursor', 'page', 'include_total']);

/** Query parameters that order the rows of a list. */
export const ORDER_PARAMETERS = /** @type {const} */ (['sort', 'order']);

/** Query parameters that select the workspace of a request whose path names none. */
export const SCOPE_PARAMETERS = /** @type {const} */ (['tenant_id', 'workspace_id']);

/** @type {(names: readonly string[], name: string) => boolean} */
const includes = (names, name) => names.includes(name);

/**
 * Returns whether a query parameter chooses the page of a list, and neither its rows nor their order.
 *
 * @param {string} name
 */
export function isPagingParameter(name) {
  return includes(PAGING_PARAMETERS, name);
}

/**
 * Returns whether a query parameter orders the rows of a list.
 *
 * @param {string} name
 */
export function isOrderParameter(name) {
  return includes(ORDER_PARAMETERS, name);
}

/**
 * Returns whether a query parameter selects the workspace of the request.
 *
 * @param {string} name
 */
export function isScopeParameter(name) {
  return includes(SCOPE_PARAMETERS, name);
}

/**
 * Returns whether a query parameter of a list selects rows: it is there neither for paging, nor for order, nor for the scope.
 *
 * @param {string} name
 */
export function isFilterParameter(name) {
  return !isPagingParameter(name) && !isOrderParameter(name) && !isScopeParameter(name);
}
