/** Schemas without references. */
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
 * Copies a schema with the references inside it replaced by their targets.
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
  return copy as Schema;
}
