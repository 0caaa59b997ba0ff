type Json = { [key: string]: unknown };

/**
 * Rewrites the schemas of a bundled document so that its readers, people and generators alike, see plain objects. The
 * source stays free of repetition, the bundle stays free of composition, and both accept the same JSON:
 *
 * - `allOf` of object schemas becomes one object schema with all their properties;
 * - `anyOf` of a scalar schema and `null` becomes that schema with `null` among its types and enum values;
 * - a component schema that nothing refers to any more is left out.
 *
 * The document is changed in place.
 *
 * @throws when an `allOf` joins something other than plain object schemas, naming it
 */
export function flattenSchemas(document: Json): void {
  const schemas = (document.components as Json).schemas as Record<string, Json>;
  const resolve = (schema: Json): Json => {
    if (typeof schema.$ref !== 'string') return schema;
    const { $ref, ...beside } = schema;
    return { ...resolve(schemas[($ref as string).slice('#/components/schemas/'.length)] as Json), ...beside };
  };

  const flatten = (schema: Json): void => {
    for (const child of subschemas(schema)) flatten(child);
    if (Array.isArray(schema.allOf)) mergeObjects(schema, (schema.allOf as Json[]).map(resolve), flatten);
    if (Array.isArray(schema.anyOf)) allowNull(schema, (schema.anyOf as Json[]).map(resolve));
  };
  for (const schema of [...Object.values(schemas), ...inlineSchemas(document)]) flatten(schema);
  dropUnused(document, schemas);
}

const MERGEABLE = new Set(['type', 'title', 'description', 'required', 'properties', 'allOf']);

/** Replaces `allOf` in a schema by the properties of its members. */
function mergeObjects(schema: Json, members: Json[], flatten: (schema: Json) => void): void {
  const { allOf, unevaluatedProperties, ...own } = schema;
  const merged: Json = { type: 'object', required: [], properties: {} };
  for (const member of members) {
    flatten(member);
    const foreign = Object.keys(member).filter((key) => !MERGEABLE.has(key));
    if (member.type !== 'object' || foreign.length > 0)
      throw new Error(
        `The schema "${schema.title ?? schema.description}" joins by allOf something other than a plain object schema` +
          ` (${foreign.join(', ') || `type ${member.type}`}). Write it out instead.`,
      );
    merged.required = [...(merged.required as string[]), ...((member.required as string[] | undefined) ?? [])];
    merged.properties = { ...(merged.properties as Json), ...(member.properties as Json) };
  }
  const { title, description, ...rest } = own;
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, { title, description }, merged, rest);
  if (unevaluatedProperties !== undefined) schema.additionalProperties = unevaluatedProperties;
}

/** Replaces `anyOf: [scalar, null]` in a schema by the scalar schema that also takes null. */
function allowNull(schema: Json, members: Json[]): void {
  const scalar = members.find(({ type }) => typeof type === 'string' && !['null', 'object', 'array'].includes(type));
  if (members.length !== 2 || !scalar || !members.some(({ type }) => type === 'null')) return;
  const { anyOf, ...own } = schema;
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, scalar, own, { type: [scalar.type, 'null'] });
  if (Array.isArray(scalar.enum)) schema.enum = [...scalar.enum, null];
}

/** The schemas right below a schema. */
function subschemas(schema: Json): Json[] {
  const maps = ['properties', 'patternProperties', '$defs'].flatMap((key) =>
    Object.values((schema[key] as Json) ?? {}),
  );
  const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'].flatMap((key) => (schema[key] as unknown[]) ?? []);
  const single = ['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'].map(
    (key) => schema[key],
  );
  return [...maps, ...lists, ...single].filter((child): child is Json => typeof child === 'object' && child !== null);
}

/** The schemas of parameters, headers and bodies that stand outside of the component schemas. */
function inlineSchemas(node: unknown): Json[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) => {
    if (key === 'schema') return [child as Json];
    return key === 'schemas' || key === 'examples' || key === 'example' ? [] : inlineSchemas(child);
  });
}

function dropUnused(document: Json, schemas: Record<string, Json>): void {
  const refs = JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
  const used = new Set(Array.from(refs, ([, name]) => name));
  const unused = Object.keys(schemas).filter((name) => !used.has(name));
  for (const name of unused) delete schemas[name];
  if (unused.length > 0) dropUnused(document, schemas);
}
