/**
 * Traversal of a document that knows examples and other data from the nodes of OpenAPI.
 *
 * @import { JsonObject, Keys } from './document.ts'
 */
import { isJsonObject } from './json.js';

/** Properties whose own properties have names that the author of the document chose, and that mean nothing by themselves. */
const MAPS = new Set([
  '$defs',
  'callbacks',
  'content',
  'dependentSchemas',
  'encoding',
  'examples',
  'headers',
  'links',
  'parameters',
  'pathItems',
  'paths',
  'patternProperties',
  'properties',
  'requestBodies',
  'responses',
  'schemas',
  'securitySchemes',
  'variables',
  'webhooks',
]);

/** Properties whose values are data, no matter what they look like. */
const DATA = new Set(['const', 'default', 'enum', 'example', 'mapping', 'value']);

/**
 * Calls a function for each object of a document that OpenAPI defines, parents first: path items, operations,
 * parameters, schemas, and so on. Data, such as the values of examples, and the maps themselves, such as `properties`,
 * are left out.
 *
 * @param {unknown} root
 * @param {(node: JsonObject, keys: Keys) => void} visit
 */
export function visitNodes(root, visit) {
  /** @type {(node: unknown, keys: Keys, isMap: boolean) => void} */
  const walk = (node, keys, isMap) => {
    if (Array.isArray(node)) {
      for (const [index, item] of node.entries()) walk(item, [...keys, index], false);
    } else if (isJsonObject(node)) {
      if (!isMap) visit(node, keys);
      for (const [key, child] of Object.entries(node)) {
        if (!isMap && isData(key, child)) continue;
        walk(child, [...keys, key], !isMap && MAPS.has(key) && isJsonObject(child));
      }
    }
  };
  walk(root, [], false);
}

/**
 * Copies a document, or a part of one, with each object replaced by what a function makes of it, children first. Data and
 * maps are copied as they are.
 *
 * @template T
 * @param {T} root
 * @param {(node: JsonObject) => JsonObject} replace
 * @returns {T}
 */
export function mapNodes(root, replace) {
  /** @type {(node: unknown, isMap: boolean) => unknown} */
  const map = (node, isMap) => {
    if (Array.isArray(node)) return node.map((item) => map(item, false));
    if (!isJsonObject(node)) return node;
    const copy = Object.fromEntries(
      Object.entries(node).map(([key, child]) => [
        key,
        !isMap && isData(key, child) ? child : map(child, !isMap && MAPS.has(key) && isJsonObject(child)),
      ]),
    );
    return isMap ? copy : replace(copy);
  };
  return /** @type {T} */ (map(root, false));
}

/**
 * The `examples` of a schema are a list of data; those of a media type are a map of Example Objects.
 *
 * @param {string} key
 * @param {unknown} value
 */
function isData(key, value) {
  return DATA.has(key) || (key === 'examples' && Array.isArray(value));
}
