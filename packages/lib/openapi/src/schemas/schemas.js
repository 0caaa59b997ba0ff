/**
 * JSON Schemas of a document.
 *
 * @import { JsonObject, Keys, LocatedSchema, Schema } from '../document/document.ts'
 */
import { isJsonObject } from '../document/json.js';
import { isReference, resolve } from '../document/reference.js';
import { mapNodes, visitNodes } from '../document/walk.js';

/** Keywords whose value is a schema. */
export const SCHEMA_KEYWORDS = /** @type {const} */ ([
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
  'x-supported-values',
]);

/** Keywords whose value is a list of schemas. */
export const SCHEMA_LIST_KEYWORDS = /** @type {const} */ (['allOf', 'anyOf', 'oneOf', 'prefixItems']);

/** Keywords whose value is a map of schemas by name. */
export const SCHEMA_MAP_KEYWORDS = /** @type {const} */ ([
  '$defs',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/**
 * Lists the schemas directly inside a schema. Boolean schemas are left out, and references aren't followed.
 *
 * @param {Schema} schema
 * @param {Keys} keys
 * @returns {LocatedSchema[]}
 */
export function subschemas(schema, keys = []) {
  const node = /** @type {JsonObject} */ (schema);
  /** @type {[Keys, unknown][]} */
  const found = [];
  for (const keyword of SCHEMA_KEYWORDS) found.push([[keyword], node[keyword]]);
  for (const keyword of SCHEMA_LIST_KEYWORDS) {
    const list = node[keyword];
    if (Array.isArray(list)) for (const [index, item] of list.entries()) found.push([[keyword, index], item]);
  }
  for (const keyword of SCHEMA_MAP_KEYWORDS) {
    const map = node[keyword];
    if (isJsonObject(map)) for (const [name, item] of Object.entries(map)) found.push([[keyword, name], item]);
  }
  return found.flatMap(([below, child]) => (isJsonObject(child) ? [{ schema: child, keys: [...keys, ...below] }] : []));
}

/**
 * Calls a function for a schema and all schemas inside it, parents first. References aren't followed.
 *
 * @param {Schema} schema
 * @param {(schema: Schema, keys: Keys) => void} visit
 * @param {Keys} keys
 */
export function visitSchemas(schema, visit, keys = []) {
  visit(schema, keys);
  for (const child of subschemas(schema, keys)) visitSchemas(child.schema, visit, child.keys);
}

/**
 * Lists the schemas of a document that are in no other schema: components, and those of parameters, headers and bodies.
 *
 * @param {object} document
 * @returns {LocatedSchema[]}
 */
export function listRootSchemas(document) {
  /** @type {LocatedSchema[]} */
  const found = [];
  /** @type {(schema: unknown, keys: Keys) => void} */
  const add = (schema, keys) => {
    if (isJsonObject(schema)) found.push({ schema, keys });
  };
  visitNodes(document, (node, keys) => {
    if (keys.length === 0 && isJsonObject(node.components) && isJsonObject(node.components.schemas)) {
      for (const [name, schema] of Object.entries(node.components.schemas))
        add(schema, ['components', 'schemas', name]);
    }
    add(node.schema, [...keys, 'schema']);
  });
  return found;
}

/**
 * Returns the types that a schema declares itself; none when it declares none.
 *
 * @param {Pick<Schema, 'type'>} schema
 * @returns {string[]}
 */
export function schemaTypes({ type }) {
  return type === undefined ? [] : [type].flat();
}

/**
 * Computes a value from a schema and, by recursion, from the subschemas of its `allOf`, `anyOf` and `oneOf`.
 *
 * @template T
 * @param {object} document
 * @param {Schema} schema
 * @param {(resolved: Schema, foldMember: (member: Schema) => T) => T} compute receives the schema, resolved, and a function
 * that computes the value of a subschema
 * @param {T} cyclic value of a subschema that refers back to a schema that contains it: such a subschema adds nothing
 * @returns {T}
 */
export function foldComposition(document, schema, compute, cyclic) {
  /** @type {Set<Schema>} */
  const ancestors = new Set();
  /** @type {(node: Schema) => T} */
  const fold = (node) => {
    if (ancestors.has(node)) return cyclic;
    ancestors.add(node);
    const value = compute(resolve(document, node), fold);
    ancestors.delete(node);
    return value;
  };
  return fold(schema);
}

/**
 * Returns whether a schema accepts null by its type, its values, or a subschema of its `anyOf` or `oneOf`.
 *
 * @param {object} document
 * @param {Schema} schema
 * @returns {boolean}
 */
export function isNullable(document, schema) {
  return foldComposition(
    document,
    schema,
    ({ type, const: constant, enum: values, anyOf = [], oneOf = [] }, isMemberNullable) => {
      if (type !== undefined) return [type].flat().includes('null');
      if (constant !== undefined) return constant === null;
      if (values) return values.includes(null);
      return [...anyOf, ...oneOf].some(isMemberNullable);
    },
    false,
  );
}

/**
 * Returns the values other than null that a schema lists in its `enum`, or in that of a subschema of its `anyOf` or `oneOf`;
 * undefined when it lists none.
 *
 * @param {object} document
 * @param {Schema} schema
 * @returns {unknown[] | undefined}
 */
export function enumValues(document, schema) {
  return foldComposition(
    document,
    schema,
    ({ enum: values, anyOf = [], oneOf = [] }, memberValues) =>
      values?.filter((value) => value !== null) ??
      [...anyOf, ...oneOf].map(memberValues).find((found) => found !== undefined),
    /** @type {unknown[] | undefined} */ (undefined),
  );
}

/**
 * Returns the properties of an object schema, those of its `allOf` subschemas included; its own win.
 *
 * @param {object} document
 * @param {Schema} schema
 * @returns {Record<string, Schema>}
 */
export function schemaProperties(document, schema) {
  return foldComposition(
    document,
    schema,
    ({ properties = {}, allOf = [] }, memberProperties) => {
      const inherited = allOf.flatMap((member) => Object.entries(memberProperties(member)));
      return Object.fromEntries([...inherited, ...Object.entries(properties)]);
    },
    /** @type {Record<string, Schema>} */ ({}),
  );
}

/**
 * Returns the names of the properties that an object schema requires, those of its `allOf` subschemas included.
 *
 * @param {object} document
 * @param {Schema} schema
 * @returns {string[]}
 */
export function requiredProperties(document, schema) {
  return foldComposition(
    document,
    schema,
    ({ required = [], allOf = [] }, memberNames) => [...new Set([...allOf.flatMap(memberNames), ...required])],
    /** @type {string[]} */ ([]),
  );
}

/**
 * Returns whether `readOnly` or `writeOnly` is true of a property, next to its reference or in the target.
 *
 * @param {object} document
 * @param {Schema} property
 * @param {'readOnly' | 'writeOnly'} keyword
 */
export function isMarked(document, property, keyword) {
  return resolve(document, property)[keyword] === true;
}

/**
 * Copies a document so that no object schema rejects properties: `additionalProperties: false` and the like are removed.
 *
 * @template {object} T
 * @param {T} document
 * @returns {T}
 */
export function openObjects(document) {
  return mapNodes(document, (node) => {
    const { additionalProperties, unevaluatedProperties, ...others } = node;
    return {
      ...others,
      ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
      ...(unevaluatedProperties !== undefined && unevaluatedProperties !== false && { unevaluatedProperties }),
    };
  });
}

/**
 * Copies a document so that object schemas reject properties that they don't name, unless they say which they accept.
 *
 * @template {object} T
 * @param {T} document
 * @returns {T}
 */
export function closeObjects(document) {
  return mapNodes(document, (node) => {
    const isOpen =
      node.type === 'object' &&
      isJsonObject(node.properties) &&
      node.additionalProperties === undefined &&
      node.unevaluatedProperties === undefined &&
      !isReference(node);
    return isOpen ? { ...node, unevaluatedProperties: false } : node;
  });
}
