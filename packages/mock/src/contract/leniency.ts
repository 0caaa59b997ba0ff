/** What public documents have although OpenAPI does not define it, and whose meaning is clear all the same. */
import {
  isJsonObject,
  isReference,
  type JsonObject,
  listRootSchemas,
  mapNodes,
  resolve,
  visitSchemas,
} from '../bundled/openapi.ts';

/**
 * Removes extensions with references to other documents, such as chapters of a manual, and to missing nodes: extensions do not
 * belong to the API, and Prism's reader would open the files. Names that start with `x-`, such as those of headers and
 * properties, are no extensions, unless they are among the paths. Identifiers of schemas in extensions are removed, too: the
 * validator would take them for those of the API.
 *
 * @returns a copy
 */
export function removeUnresolvableExtensions(document: JsonObject): JsonObject {
  let removed = 0;
  const remove = (node: JsonObject): JsonObject => {
    const members = Object.entries(node);
    const kept = members.filter(([key, value]) => !key.startsWith('x-') || !hasUnresolvable(document, value));
    removed += members.length - kept.length;
    return Object.fromEntries(
      kept.map(([key, value]) => [key, key.startsWith('x-') ? withoutIdentifiers(value) : value]),
    );
  };
  const { paths, ...others } = mapNodes(document, remove);
  const rest = { ...others, ...(paths !== undefined && { paths: isJsonObject(paths) ? remove(paths) : paths }) };
  // Others may refer to what was removed.
  return removed > 0 ? removeUnresolvableExtensions(rest) : rest;
}

/** Keywords that identify a schema. References are JSON Pointers, so none needs them. */
const IDENTIFIERS = new Set(['$id', '$anchor', '$dynamicAnchor']);

/** Copies a value without what looks like the identifier of a schema. */
function withoutIdentifiers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIdentifiers);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key, member]) => !IDENTIFIERS.has(key) || typeof member !== 'string');
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutIdentifiers(member)]));
}

/** Returns whether a value contains a reference that cannot be resolved. */
function hasUnresolvable(document: JsonObject, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    (isReference(value) && !isResolvable(document, value)) ||
    Object.values(value).some((member) => hasUnresolvable(document, member))
  );
}

function isResolvable(document: JsonObject, reference: object): boolean {
  try {
    resolve(document, reference);
    return true;
  } catch {
    return false;
  }
}

/**
 * Replaces keywords of schemas that the validator refuses: identifiers, because the copies of a schema have the same; an `example`,
 * which OpenAPI 3.1 documents have from 3.0, because the validator would search it for identifiers; `nullable` beside other keywords than `type`, which OpenAPI 3.0 gives no meaning there; exclusive limits that are booleans, which OpenAPI 3.1
 * documents have from 3.0; a `required` that is a boolean, which has no meaning since draft 4 of JSON Schema; names in `required` that occur twice; and an empty `enum`,
 * which no value meets.
 */
export function correctKeywords(document: JsonObject): void {
  const correct = (schema: JsonObject) => {
    delete schema.$id;
    delete schema.$anchor;
    delete schema.example;
    if (schema.type === undefined) delete schema.nullable;
    if (typeof schema.required === 'boolean') delete schema.required;
    if (Array.isArray(schema.required)) schema.required = [...new Set(schema.required)];
    correctLimit(schema, 'exclusiveMinimum', 'minimum');
    correctLimit(schema, 'exclusiveMaximum', 'maximum');
    if (Array.isArray(schema.enum) && schema.enum.length === 0) {
      delete schema.enum;
      schema.not = {};
    }
  };
  for (const { schema } of listRootSchemas(document)) visitSchemas(schema, (each) => correct(each as JsonObject));
}

/** Converts an exclusive limit that is a boolean and says how another keyword is meant. */
function correctLimit(schema: JsonObject, exclusive: string, limit: string): void {
  if (typeof schema[exclusive] !== 'boolean') return;
  const isExclusive = schema[exclusive] && schema[limit] !== undefined;
  delete schema[exclusive];
  if (!isExclusive) return;
  schema[exclusive] = schema[limit];
  delete schema[limit];
}
