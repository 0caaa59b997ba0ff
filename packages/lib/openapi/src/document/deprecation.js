/**
 * What a contract says about its deprecated parts: since when, until when, and what replaces them.
 *
 * @import { JsonObject, Keys } from './document.ts'
 */
import { visitNodes } from './walk.js';

/** Extension of a deprecated operation, parameter or field: the day of its deprecation, such as `2026-12-01`. */
export const DEPRECATED_SINCE = 'x-deprecated-since';

/** Extension of a deprecated operation, parameter or field: the day from which it may be missing. */
export const SUNSET = 'x-sunset';

/** Extension of a deprecated operation, parameter or field: the `operationId` or the name of its replacement, or `none`. */
export const REPLACED_BY = 'x-replaced-by';

/** Minimum time between a deprecation and the sunset, in months. */
export const MIN_LEAD_MONTHS = 6;

/**
 * A deprecated part of a document.
 *
 * @typedef {object} Deprecation
 * @property {Keys} keys
 * @property {JsonObject} node
 */

/**
 * Lists the deprecated parts of a document.
 *
 * @param {unknown} document
 * @returns {Deprecation[]}
 */
export function listDeprecations(document) {
  /** @type {Deprecation[]} */
  const found = [];
  visitNodes(document, (node, keys) => {
    if (node.deprecated === true) found.push({ keys, node });
  });
  return found;
}

/**
 * Returns the first day that is late enough for a sunset.
 *
 * @param {string} since the day of the deprecation, such as `2026-12-01`
 * @returns {string} a day in the same notation; the last one of its month when that month is shorter
 */
export function earliestSunset(since) {
  const [year = 0, month = 1, day = 1] = since.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + MIN_LEAD_MONTHS, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + MIN_LEAD_MONTHS, Math.min(day, last))).toISOString().slice(0, 10);
}

/**
 * Returns whether a value is a day of the calendar, such as `2026-12-01`.
 *
 * @param {unknown} value
 * @returns {value is string}
 */
export function isDay(value) {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/**
 * Returns the headers that each response of a deprecated operation has: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), both at
 * the start of the day in UTC. Empty for other operations, and without a header for a day that the operation doesn't state.
 *
 * @param {object} operation
 * @returns {{ Deprecation?: string, Sunset?: string }}
 */
export function deprecationHeaders(operation) {
  const { deprecated, [DEPRECATED_SINCE]: since, [SUNSET]: sunset } = /** @type {JsonObject} */ (operation);
  if (deprecated !== true) return {};
  return {
    ...(isDay(since) && { Deprecation: `@${Date.parse(since) / 1000}` }),
    ...(isDay(sunset) && { Sunset: new Date(sunset).toUTCString() }),
  };
}
