/** Schemas without references, as the checks read them. */
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
 * Copies a schema, replacing references by their targets, and `anyOf` of a schema and null by the schema that
 * also accepts null.
 *
 * @param known copies by their original node: a recursive schema becomes a circular object
 */
export function resolveSchema(document: Document, schema: unknown, known = new Map<unknown, Schema>()): Schema {
  if (!isJsonObject(schema)) return schema as Schema;
  const finished = known.get(schema);
  if (finished) return finished;
  const target = resolve<JsonObject>(document, schema);
  if (!isJsonObject(target)) return target as Schema;
  const copy: JsonObject = { ...target };
  for (const node of [schema, target]) known.set(node, copy as Schema);
  const resolveEntry = (value: unknown) => resolveSchema(document, value, known);
  for (const keyword of SCHEMA_KEYWORDS) {
    if (keyword in copy) copy[keyword] = resolveEntry(copy[keyword]);
  }
  for (const keyword of SCHEMA_LIST_KEYWORDS) {
    if (Array.isArray(copy[keyword])) copy[keyword] = copy[keyword].map(resolveEntry);
  }
  for (const keyword of SCHEMA_MAP_KEYWORDS) {
    if (!isJsonObject(copy[keyword])) continue;
    copy[keyword] = Object.fromEntries(
      Object.entries(copy[keyword]).map(([name, value]) => [name, resolveEntry(value)]),
    );
  }
  mergeNull(copy as Schema);
  return copy as Schema;
}

/** Replaces `anyOf` of a schema and null by the keywords of the schema, with null added to its types and values. */
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
