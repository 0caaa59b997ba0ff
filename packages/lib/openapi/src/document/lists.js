/**
 * What the operation of a list declares about its filters and its order.
 *
 * @import { JsonObject } from './document.ts'
 */
import { isJsonObject } from './json.js';

/** The extension of a list that maps each filter to a match and the fields of a row that it compares. */
export const LIST_FILTERS = 'x-filter';

/** The extension of a list that names the fields of a row that it is ordered by; `-` precedes those that descend. */
export const LIST_ORDER = 'x-order';

/**
 * How a filter compares its values with fields. `before` compares times, and `after` compares texts by code point, such as
 * identifiers that ascend. A `custom` filter depends on more than the fields of a row.
 */
export const MATCHES = /** @type {const} */ ([
  'equals',
  'contains',
  'like',
  'since',
  'until',
  'before',
  'after',
  'present',
  'positive',
  'custom',
]);

/**
 * How a filter selects rows.
 *
 * @typedef {object} ListFilter
 * @property {(typeof MATCHES)[number]} match
 * @property {string[]} fields paths of fields with dots between names; one of them has to match. None for a `custom` filter.
 */

/**
 * A field that a list is ordered by.
 *
 * @typedef {object} OrderKey
 * @property {string} field
 * @property {'ASC' | 'DESC'} direction
 */

/**
 * Returns the filters that a list declares, by parameter.
 *
 * @param {object} operation the operation, or its extensions
 * @returns {Map<string, ListFilter>}
 */
export function listFilters(operation) {
  const declared = /** @type {JsonObject} */ (operation)[LIST_FILTERS];
  const entries = isJsonObject(declared) ? Object.entries(declared) : [];
  return new Map(
    entries.map(([name, filter]) => {
      const [[match, fields] = ['custom', []]] = isJsonObject(filter) ? Object.entries(filter) : [];
      return [
        name,
        {
          match: /** @type {ListFilter['match']} */ (match),
          fields: match === 'custom' ? [] : /** @type {string[]} */ ([fields].flat()),
        },
      ];
    }),
  );
}

/**
 * Returns the order that a list declares: the field that it is sorted by, and those that order rows with the same value. Empty when its
 * order does not depend on fields; undefined when it declares none.
 *
 * @param {object} operation the operation, or its extensions
 * @returns {OrderKey[] | undefined}
 */
export function listOrder(operation) {
  const declared = /** @type {JsonObject} */ (operation)[LIST_ORDER];
  if (!Array.isArray(declared)) return undefined;
  return declared.map((key) =>
    String(key).startsWith('-') ? { field: key.slice(1), direction: 'DESC' } : { field: String(key), direction: 'ASC' },
  );
}
