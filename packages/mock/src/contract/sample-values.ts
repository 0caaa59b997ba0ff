/**
 * Sample values, derived from the examples of the contract: the values of properties, and which numbers are the sum
 * of others.
 */
import { isJsonObject, type JsonObject, type Schema } from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';

/** The known values of properties. */
export interface SampleValues {
  /** Lists the values of a property with this name and schema in examples; none when its schema has structure. */
  listValues(name: string, schema: Schema): readonly unknown[];
  /** Lists the integers of an object with such a schema that are the sum of others. */
  listSums(schema: Schema): readonly Sum[];
}

/** A property that is the sum of others. */
export interface Sum {
  total: string;
  parts: readonly string[];
}

/** Maximum number of values of one property, of objects with the same properties, and of summands. */
const MAX_VALUES = 50;
const MAX_OBJECTS = 100;
const MAX_PARTS = 8;

/** Creates sample values, which are read from the examples of operations when it is first used. */
export function createSampleValues(operations: readonly Operation[]): SampleValues {
  let collected: ReturnType<typeof collectExamples> | undefined;
  const sums = new Map<string, readonly Sum[]>();
  return {
    listValues(name, schema) {
      collected ??= collectExamples(operations);
      return [...(collected.values.get(toKey(name, schema))?.values() ?? [])];
    },
    listSums(schema) {
      collected ??= collectExamples(operations);
      const names = joinPropertyNames(schema);
      const known = sums.get(names) ?? findSums(collected.objects.get(names) ?? [], listIntegers(schema));
      sums.set(names, known);
      return known;
    },
  };
}

/** Collects the values of properties, and the objects with the same properties, in the examples of responses. */
function collectExamples(operations: readonly Operation[]) {
  const values = new Map<string, Map<string, unknown>>();
  const objects = new Map<string, JsonObject[]>();
  const visitor: Visitor = {
    object(object, schema) {
      const names = joinPropertyNames(schema);
      const known = objects.get(names) ?? [];
      if (known.length < MAX_OBJECTS) known.push(object);
      objects.set(names, known);
    },
    leaf(value, schema, name) {
      const key = toKey(name, schema);
      const known = values.get(key) ?? new Map<string, unknown>();
      if (known.size < MAX_VALUES) known.set(JSON.stringify(value), value);
      values.set(key, known);
    },
  };
  for (const { responses } of operations) {
    for (const { schema, examples = [] } of responses.flatMap(({ contents = [] }) => contents)) {
      for (const example of examples) {
        if (schema && 'value' in example) visitValue(schema as Schema, example.value, undefined, visitor);
      }
    }
  }
  return { values, objects };
}

/** Functions that are called for the parts of a value. */
export interface Visitor {
  /** Called for an object whose schema has properties, after its parts. */
  object?(object: JsonObject, schema: Schema): void;
  /** Called for the value of a property whose schema has no structure. */
  leaf?(value: unknown, schema: Schema, name: string): void;
}

/** Traverses a value along its schema. */
export function visitValue(schema: Schema, value: unknown, name: string | undefined, visitor: Visitor): void {
  if (isLeaf(schema)) {
    if (name !== undefined) visitor.leaf?.(value, schema, name);
    const { additionalProperties } = schema;
    if (!isJsonObject(value) || typeof additionalProperties !== 'object' || isLeaf(additionalProperties)) return;
    for (const entry of Object.values(value)) visitValue(additionalProperties, entry, undefined, visitor);
    return;
  }
  for (const part of schema.allOf ?? []) visitValue(part, value, name, visitor);
  if (Array.isArray(value) && schema.items) for (const item of value) visitValue(schema.items, item, name, visitor);
  if (!isJsonObject(value) || !schema.properties) return;
  for (const [property, propertySchema] of Object.entries(schema.properties)) {
    if (!(property in value)) continue;
    if (isPartOfTable(schema, propertySchema)) visitor.leaf?.(value[property], propertySchema, property);
    else visitValue(propertySchema, value[property], property, visitor);
  }
  visitor.object?.(value, schema);
}

/** Returns whether a schema has no structure: it neither lists its values nor describes their parts. */
export function isLeaf(schema: Schema): boolean {
  if (typeof schema === 'boolean') return true;
  return !['properties', 'items', 'allOf', 'enum', 'const', '$ref', 'prefixItems'].some((keyword) => keyword in schema);
}

/** Returns whether a property is the header or the rows of a table, which are consistent only with each other. */
export function isPartOfTable({ properties = {} }: Schema, property: Schema): boolean {
  return (
    typeof property === 'object' &&
    'items' in property &&
    Object.values(properties).some(({ items }) => items?.items !== undefined)
  );
}

/** Properties with the same name and the same schema have the same meaning. */
function toKey(name: string, schema: Schema): string {
  return `${name} ${stringifySchema(schema)}`;
}

const texts = new WeakMap<Schema, string>();

function stringifySchema(schema: Schema): string {
  const known = texts.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema, (key, value) => (/^(x-|\$schema$)/.test(key) ? undefined : value));
  texts.set(schema, text);
  return text;
}

function joinPropertyNames({ properties = {} }: Schema): string {
  return Object.keys(properties).sort().join();
}

/** Lists the names of the integer properties of an object. */
export function listIntegers({ properties = {} }: Schema): string[] {
  return Object.keys(properties).filter((name) => [properties[name]?.type].flat().includes('integer'));
}

/** Finds the totals that are the sum of other properties in all of some objects, each with the smallest number of summands. */
function findSums(objects: readonly JsonObject[], names: readonly string[]): Sum[] {
  const isTotal = (name: string) => name.startsWith('total');
  const complete = objects.filter((object) => names.every((name) => typeof object[name] === 'number'));
  // A single object, or properties that are always 0, would match any sum by chance.
  const distinct = new Set(complete.map((object) => JSON.stringify(names.map((name) => object[name]))));
  if (distinct.size < 2) return [];
  return names.filter(isTotal).flatMap((total): Sum[] => {
    const candidates = names
      .filter((name) => !isTotal(name) && complete.some((object) => object[name] !== 0))
      // A plain `total` counts the same things as its summands, unlike `…_count`.
      .filter((name) => total !== 'total' || !name.endsWith('_count'))
      .slice(0, MAX_PARTS);
    const isSum = (parts: readonly string[]) =>
      complete.every((object) => parts.reduce((sum, part) => sum + Number(object[part]), 0) === object[total]);
    const parts = listSubsets(candidates).find((subset) => subset.length > 1 && isSum(subset));
    return parts ? [{ total, parts }] : [];
  });
}

/** Lists all subsets, smallest first. */
function listSubsets(names: readonly string[]): string[][] {
  const subsets = Array.from({ length: 2 ** names.length }, (_, bits) =>
    names.filter((_name, index) => bits & (1 << index)),
  );
  return subsets.sort((a, b) => a.length - b.length);
}
