/**
 * Flattening of schemas.
 *
 * @import { Document, JsonObject, Schema } from '../document/document.ts'
 */
import { findReferences, referenceKeys, resolve } from '../document/reference.js';
import { listRootSchemas, subschemas } from './schemas.js';

/**
 * Rewrites the schemas of a bundled document as plain objects, for readers and generators. The source has no repetition, the
 * bundle has no composition, and both accept the same JSON:
 *
 * - `allOf` of object schemas becomes one object schema with all their properties;
 * - `anyOf` of a scalar schema and `null` becomes that schema with `null` among its types, but an enumeration keeps its name:
 *   generators then write `Severity | null` instead of the values;
 * - a component schema without references to it is removed.
 *
 * Changes the document in place.
 *
 * @param {JsonObject} document
 * @throws {Error} when a subschema of an `allOf` isn't a plain object schema, or refers to the schema that has the `allOf`
 */
export function flattenSchemas(document) {
  /** @type {Set<Schema[]>} */
  const open = new Set();
  /** @type {(schema: Schema) => void} */
  const flatten = (schema) => {
    for (const child of subschemas(schema)) flatten(child.schema);
    /** @type {(members: Schema[]) => Schema[]} */
    const resolveAll = (members) => members.map((member) => resolve(document, member));
    const { allOf } = schema;
    if (Array.isArray(allOf)) {
      if (open.has(allOf)) {
        throw new Error(`The schema ${label(schema)} is a member of its own allOf. Remove the reference back to it.`);
      }
      open.add(allOf);
      mergeObjects(schema, resolveAll(allOf), flatten);
      open.delete(allOf);
    }
    if (Array.isArray(schema.anyOf)) allowNull(schema, resolveAll(schema.anyOf));
  };
  for (const { schema } of listRootSchemas(document)) flatten(schema);
  removeUnusedSchemas(/** @type {Partial<Document>} */ (document));
}

const MERGEABLE = new Set(['type', 'title', 'description', 'required', 'properties', 'allOf']);

/**
 * Replaces `allOf` in a schema by the properties of its subschemas.
 *
 * @param {Schema} schema
 * @param {Schema[]} members
 * @param {(schema: Schema) => void} flatten
 */
function mergeObjects(schema, members, flatten) {
  const { allOf, unevaluatedProperties, title, description, ...others } = schema;
  /** @type {string[]} */
  const required = [];
  /** @type {Record<string, Schema>} */
  const properties = {};
  for (const member of members) {
    flatten(member);
    const unsupported = Object.keys(member).filter((keyword) => !MERGEABLE.has(keyword));
    if (member.type !== 'object' || unsupported.length > 0)
      throw new Error(
        `The schema ${label(schema)} has an allOf with something other than a plain object schema` +
          ` (${unsupported.join(', ') || `type ${member.type}`}). Write its properties out instead.`,
      );
    required.push(...(member.required ?? []));
    Object.assign(properties, member.properties);
  }
  replaceMembers(schema, { title, description, type: 'object', required, properties, ...others });
  if (unevaluatedProperties !== undefined) schema.additionalProperties = unevaluatedProperties;
}

/**
 * Replaces `anyOf: [scalar, null]` in a schema by the scalar schema that also accepts null, unless the scalar has an `enum`.
 *
 * @param {Schema} schema
 * @param {Schema[]} members those of the `anyOf`, resolved
 */
export function allowNull(schema, members) {
  const scalar = members.find(({ type }) => typeof type === 'string' && !['null', 'object', 'array'].includes(type));
  if (members.length !== 2 || typeof scalar?.type !== 'string' || !members.some(({ type }) => type === 'null')) return;
  if (scalar.enum) return;
  const { anyOf, ...others } = schema;
  replaceMembers(schema, { ...scalar, ...others, type: [scalar.type, 'null'] });
}

/**
 * Names a schema in a message by what it has: its title or its description.
 *
 * @param {Schema} schema
 */
function label({ title, description }) {
  return `"${title ?? description ?? 'without a title'}"`;
}

/**
 * @param {Schema} schema
 * @param {object} members
 */
function replaceMembers(schema, members) {
  for (const key of Object.keys(schema)) delete schema[/** @type {keyof Schema} */ (key)];
  Object.assign(schema, members);
}

/**
 * Removes component schemas without references, and then those that only these referred to.
 *
 * @param {Partial<Document>} document
 */
export function removeUnusedSchemas(document) {
  const schemas = document.components?.schemas ?? {};
  const used = new Set(findReferences(document).map(({ reference }) => referenceKeys(reference).join('/')));
  const unused = Object.keys(schemas).filter((name) => !used.has(`components/schemas/${name}`));
  for (const name of unused) delete schemas[name];
  if (unused.length > 0) removeUnusedSchemas(document);
}
