/** Traversal of a document that knows examples and other data from the nodes of OpenAPI. */
import { isJsonObject, type JsonObject } from './document.ts';
import type { Keys } from './pointer.ts';

/** Members whose own members have names that the author of the document chose, and so mean nothing by themselves. */
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

/** Members whose values are data, whatever they look like. */
const DATA = new Set(['const', 'default', 'enum', 'example', 'mapping', 'value']);

/**
 * Calls a function for each object of a document that OpenAPI defines, parents first: path items, operations,
 * parameters, schemas, and so on. Data, such as the values of examples, and the maps themselves, such as `properties`,
 * are left out.
 */
export function visitNodes(root: unknown, visit: (node: JsonObject, keys: Keys) => void): void {
  const walk = (node: unknown, keys: Keys, isMap: boolean): void => {
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
 */
export function mapNodes<T>(root: T, replace: (node: JsonObject) => JsonObject): T {
  const map = (node: unknown, isMap: boolean): unknown => {
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
  return map(root, false) as T;
}

/** The `examples` of a schema are a list of data; those of a media type are a map of Example Objects. */
function isData(key: string, value: unknown): boolean {
  return DATA.has(key) || (key === 'examples' && Array.isArray(value));
}
