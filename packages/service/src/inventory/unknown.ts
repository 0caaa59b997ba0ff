import { resolve, type Schema, schemaOf } from '../contract/contract.ts';

interface Node extends Schema {
  anyOf?: Node[];
}

/** What a record says in each field that nobody has told anything of: null, an empty list, or `unknown`. */
export function unknownFields(schema: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(schemaOf(schema).properties ?? {}).flatMap(([name, property]) => {
      const value = unknownValue(resolve<Node>(property));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Undefined for a field that is always known. */
function unknownValue(schema: Node): unknown {
  const types = [schema.type ?? []].flat();
  if (types.includes('null') || schema.anyOf?.some(({ type }) => type === 'null')) return null;
  if (types.includes('array')) return [];
  return schema.enum?.includes('unknown') ? 'unknown' : undefined;
}
