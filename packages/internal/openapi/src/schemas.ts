/** JSON Schemas of a document. */
import { isJsonObject, type JsonObject, type Schema } from './document.ts';
import type { Keys } from './pointer.ts';
import { isReference, resolve } from './reference.ts';
import { mapNodes, visitNodes } from './walk.ts';

/** Keywords whose value is a schema. */
export const SCHEMA_KEYWORDS = [
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
] as const;

/** Keywords whose value is a list of schemas. */
export const SCHEMA_LIST_KEYWORDS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;

/** Keywords whose value is a map of schemas by name. */
export const SCHEMA_MAP_KEYWORDS = ['$defs', 'dependentSchemas', 'patternProperties', 'properties'] as const;

/** A schema and the keys that lead to it. */
export interface LocatedSchema {
  schema: Schema;
  keys: Keys;
}

/** Lists the schemas directly inside a schema. Boolean schemas are left out, and references are not followed. */
export function subschemas(schema: Schema, keys: Keys = []): LocatedSchema[] {
  const node = schema as JsonObject;
  const found = [
    ...SCHEMA_KEYWORDS.map((keyword): [Keys, unknown] => [[keyword], node[keyword]]),
    ...SCHEMA_LIST_KEYWORDS.flatMap((keyword) =>
      Array.isArray(node[keyword]) ? node[keyword].map((item, index): [Keys, unknown] => [[keyword, index], item]) : [],
    ),
    ...SCHEMA_MAP_KEYWORDS.flatMap((keyword) =>
      isJsonObject(node[keyword])
        ? Object.entries(node[keyword]).map(([name, item]): [Keys, unknown] => [[keyword, name], item])
        : [],
    ),
  ];
  return found.flatMap(([below, child]) => (isJsonObject(child) ? [{ schema: child, keys: [...keys, ...below] }] : []));
}

/** Calls a function for a schema and all schemas inside it, parents first. References are not followed. */
export function visitSchemas(schema: Schema, visit: (schema: Schema, keys: Keys) => void, keys: Keys = []): void {
  visit(schema, keys);
  for (const child of subschemas(schema, keys)) visitSchemas(child.schema, visit, child.keys);
}

/** Lists the schemas of a document that are in no other schema: components, and those of parameters, headers and bodies. */
export function listRootSchemas(document: object): LocatedSchema[] {
  const found: LocatedSchema[] = [];
  const add = (schema: unknown, keys: Keys) => {
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

/** Returns the types that a schema declares itself; none when it declares none. */
export function schemaTypes({ type }: Pick<Schema, 'type'>): string[] {
  return type === undefined ? [] : [type].flat();
}

/**
 * Computes a value from a schema and, by recursion, from the members of its `allOf`, `anyOf` and `oneOf`.
 *
 * @param compute receives the schema, resolved, and a function that computes the value of a member
 * @param cyclic value of a member that leads back to a schema that contains it: such a member adds nothing
 */
export function foldComposition<T>(
  document: object,
  schema: Schema,
  compute: (resolved: Schema, foldMember: (member: Schema) => T) => T,
  cyclic: T,
): T {
  const ancestors = new Set<Schema>();
  const fold = (node: Schema): T => {
    if (ancestors.has(node)) return cyclic;
    ancestors.add(node);
    const value = compute(resolve<Schema>(document, node), fold);
    ancestors.delete(node);
    return value;
  };
  return fold(schema);
}

/** Returns whether a schema accepts null by its type, its values, or a member of its `anyOf` or `oneOf`. */
export function isNullable(document: object, schema: Schema): boolean {
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
 * Returns the values other than null that a schema lists in its `enum`, or in that of a member of its `anyOf` or `oneOf`;
 * undefined when it lists none.
 */
export function enumValues(document: object, schema: Schema): unknown[] | undefined {
  return foldComposition<unknown[] | undefined>(
    document,
    schema,
    ({ enum: values, anyOf = [], oneOf = [] }, memberValues) =>
      values?.filter((value) => value !== null) ??
      [...anyOf, ...oneOf].map(memberValues).find((found) => found !== undefined),
    undefined,
  );
}

/** Returns the properties of an object schema, those of its `allOf` members included; its own win. */
export function schemaProperties(document: object, schema: Schema): Record<string, Schema> {
  return foldComposition<Record<string, Schema>>(
    document,
    schema,
    ({ properties = {}, allOf = [] }, memberProperties) => {
      const inherited = allOf.flatMap((member) => Object.entries(memberProperties(member)));
      return Object.fromEntries([...inherited, ...Object.entries(properties)]);
    },
    {},
  );
}

/** Returns the names of the properties that an object schema requires, those of its `allOf` members included. */
export function requiredProperties(document: object, schema: Schema): string[] {
  return foldComposition<string[]>(
    document,
    schema,
    ({ required = [], allOf = [] }, memberNames) => [...new Set([...allOf.flatMap(memberNames), ...required])],
    [],
  );
}

/** Returns whether `readOnly` or `writeOnly` is true of a property, beside its reference or in the target. */
export function isMarked(document: object, property: Schema, keyword: 'readOnly' | 'writeOnly'): boolean {
  return resolve<Schema>(document, property)[keyword] === true;
}

/** Copies a document so that no object schema refuses properties: `additionalProperties: false` and the like are removed. */
export function openObjects<T extends object>(document: T): T {
  return mapNodes(document, (node) => {
    const { additionalProperties, unevaluatedProperties, ...others } = node;
    return {
      ...others,
      ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
      ...(unevaluatedProperties !== undefined && unevaluatedProperties !== false && { unevaluatedProperties }),
    };
  });
}

/** Copies a document so that object schemas refuse properties that they do not name, unless they say which they accept. */
export function closeObjects<T extends object>(document: T): T {
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
