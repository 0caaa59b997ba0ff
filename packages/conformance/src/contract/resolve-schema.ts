/** Schemas without references, in the form that the checks read. */
import {
  type Document,
  isJsonObject,
  type JsonObject,
  resolve,
  SCHEMA_KEYWORDS,
  SCHEMA_LIST_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
} from '@aispm/openapi';
import type { Schema } from './operation.ts';

/**
 * Copies a schema with the references inside it replaced by their targets, and a schema or null (`anyOf`) by the schema that
 * also accepts null.
 *
 * @param known copies by the node that they were made of: a recursive schema becomes a circular object
 */
export function resolveSchema(document: Document, schema: unknown, known = new Map<unknown, Schema>()): Schema {
  if (!isJsonObject(schema)) return schema as Schema;
  const finished = known.get(schema);
  if (finished) return finished;
  const target = resolve<JsonObject>(document, schema);
  if (!isJsonObject(target)) return target as Schema;
  const copy: JsonObject = { ...target };
  for (const node of [schema, target]) known.set(node, copy as Schema);
  const resolveMember = (member: unknown) => resolveSchema(document, member, known);
  for (const keyword of SCHEMA_KEYWORDS) {
    if (keyword in copy) copy[keyword] = resolveMember(copy[keyword]);
  }
  for (const keyword of SCHEMA_LIST_KEYWORDS) {
    if (Array.isArray(copy[keyword])) copy[keyword] = copy[keyword].map(resolveMember);
  }
  for (const keyword of SCHEMA_MAP_KEYWORDS) {
    if (!isJsonObject(copy[keyword])) continue;
    copy[keyword] = Object.fromEntries(
      Object.entries(copy[keyword]).map(([name, member]) => [name, resolveMember(member)]),
    );
  }
  mergeNull(copy as Schema);
  return copy as Schema;
}

/** Replaces `anyOf` of a schema and null by the members of the schema, with null among its types and values. */
function mergeNull(schema: Schema): void {
  const { anyOf = [] } = schema;
  const alternatives = anyOf.filter(({ type }) => type !== 'null');
  const [value] = alternatives;
  if (!value || alternatives.length > 1 || anyOf.length < 2) return;
  delete schema.anyOf;
  const types = [value.type ?? []].flat();
  Object.assign(schema, {
    ...value,
    ...schema,
    ...(types.length > 0 && { type: [...types, 'null'] }),
    ...(value.enum && { enum: [...value.enum, null] }),
  });
}
