import { getSchema, resolve, type Schema } from '../../platform/contract/contract.ts';

interface PropertySchema extends Schema {
  anyOf?: PropertySchema[];
}

/** Returns the values of a record's fields that no scan reported: null, an empty array, or `unknown`. */
export function getUnknownFields(schema: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(getSchema(schema).properties ?? {}).flatMap(([name, property]) => {
      const value = getUnknownValue(resolve<PropertySchema>(property));
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the fields of a record whose enumeration has the value `unknown`. It is stored, so that filters find it. */
export function getUnknownWords(schema: string): Readonly<Record<string, string>> {
  const words = Object.entries(getUnknownFields(schema)).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(words) as Record<string, string>;
}

/** @returns undefined for a field that is always known */
function getUnknownValue(schema: PropertySchema): unknown {
  const types = [schema.type ?? []].flat();
  if (types.includes('null') || schema.anyOf?.some(({ type }) => type === 'null')) return null;
  if (types.includes('array')) return [];
  return schema.enum?.includes('unknown') ? 'unknown' : undefined;
}
