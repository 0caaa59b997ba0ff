/**
 * What values look like, learnt from the examples of the contract: which ones a field has, and which numbers are the sum
 * of others.
 */
import type { Operation } from './contract.js';
import { isObject, type Json } from './contract-checks.js';

/** A schema, as far as it is read here. */
export interface Schema extends Json {
  type?: unknown;
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
}

/** What is known of the values of fields. */
export interface Vocabulary {
  /** The values that examples have for a field of this name with such a schema; none when it is not plain. */
  valuesOf(name: string, schema: Schema): readonly unknown[];
  /** The integers of an object with such a schema that are the sum of others. */
  sumsOf(schema: Schema): readonly Sum[];
}

/** A field that is the sum of others. */
export interface Sum {
  total: string;
  parts: readonly string[];
}

/** Most values of one field, most objects of one kind, and most summands that are tried. */
const MAX_VALUES = 50;
const MAX_OBJECTS = 100;
const MAX_PARTS = 8;

/** Learns from the examples of operations when it is first asked. */
export function createVocabulary(operations: readonly Operation[]): Vocabulary {
  let learnt: ReturnType<typeof learn> | undefined;
  const sums = new Map<string, readonly Sum[]>();
  return {
    valuesOf(name, schema) {
      learnt ??= learn(operations);
      return [...(learnt.values.get(keyOf(name, schema))?.values() ?? [])];
    },
    sumsOf(schema) {
      learnt ??= learn(operations);
      const shape = shapeOf(schema);
      const known = sums.get(shape) ?? findSums(learnt.objects.get(shape) ?? [], integerFields(schema));
      sums.set(shape, known);
      return known;
    },
  };
}

function learn(operations: readonly Operation[]) {
  const values = new Map<string, Map<string, unknown>>();
  const objects = new Map<string, Json[]>();
  for (const { responses } of operations) {
    for (const { schema, examples = [] } of responses.flatMap(({ contents = [] }) => contents)) {
      for (const example of examples) {
        if (!schema || !('value' in example)) continue;
        visit(schema as Schema, example.value, undefined, {
          object(object, of) {
            const shape = shapeOf(of);
            const known = objects.get(shape) ?? [];
            if (known.length < MAX_OBJECTS) known.push(object);
            objects.set(shape, known);
          },
          leaf(value, of, name) {
            const key = keyOf(name, of);
            const known = values.get(key) ?? new Map<string, unknown>();
            if (known.size < MAX_VALUES) known.set(JSON.stringify(value), value);
            values.set(key, known);
          },
        });
      }
    }
  }
  return { values, objects };
}

/** What is done with the parts of a value. */
export interface Visitor {
  /** An object whose fields the schema names; after what is in it. */
  object?(object: Json, schema: Schema): void;
  /** A value of a field that the schema says no more of. */
  leaf?(value: unknown, schema: Schema, name: string): void;
}

/** Walks through a value and its schema, side by side. */
export function visit(schema: Schema, value: unknown, name: string | undefined, visitor: Visitor): void {
  if (isLeaf(schema)) {
    if (name !== undefined) visitor.leaf?.(value, schema, name);
    const { additionalProperties: of } = schema;
    if (!isObject(value) || typeof of !== 'object') return;
    for (const entry of Object.values(value)) if (!isLeaf(of)) visit(of, entry, undefined, visitor);
    return;
  }
  for (const part of schema.allOf ?? []) visit(part, value, name, visitor);
  if (Array.isArray(value) && schema.items) for (const item of value) visit(schema.items, item, name, visitor);
  if (!isObject(value) || !schema.properties) return;
  for (const [field, of] of Object.entries(schema.properties)) {
    if (!(field in value)) continue;
    if (isPartOfTable(schema, of)) visitor.leaf?.(value[field], of, field);
    else visit(of, value[field], field, visitor);
  }
  visitor.object?.(value, schema);
}

/** Whether a schema is plain: it neither lists its values nor says what is inside of them. */
export function isLeaf(schema: Schema): boolean {
  return !['properties', 'items', 'allOf', 'enum', 'const', '$ref', 'prefixItems'].some((key) => key in schema);
}

/** Whether a field is one of the lists of a table, which only make sense as a whole: its header and its rows. */
export function isPartOfTable({ properties = {} }: Schema, field: Schema): boolean {
  return 'items' in field && Object.values(properties).some(({ items }) => items?.items !== undefined);
}

/** Fields with the same name and the same schema mean the same. */
function keyOf(name: string, schema: Schema): string {
  return `${name} ${textOf(schema)}`;
}

const texts = new WeakMap<Schema, string>();

function textOf(schema: Schema): string {
  const known = texts.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema, (key, value) => (/^(x-|\$schema$)/.test(key) ? undefined : value));
  texts.set(schema, text);
  return text;
}

function shapeOf({ properties = {} }: Schema): string {
  return Object.keys(properties).sort().join();
}

/** Names of the integer fields of an object. */
export function integerFields({ properties = {} }: Schema): string[] {
  return Object.keys(properties).filter(
    (name) => properties[name]?.type === 'integer' || isNullableInteger(properties[name]),
  );
}

function isNullableInteger(schema: Schema | undefined): boolean {
  return Array.isArray(schema?.type) && schema.type.includes('integer');
}

/** The totals that are the sum of other fields in each of some objects, of as few as possible. */
function findSums(objects: readonly Json[], names: readonly string[]): Sum[] {
  return names
    .filter((name) => name.startsWith('total'))
    .flatMap((total): Sum[] => {
      const told = objects.filter((object) => names.every((name) => typeof object[name] === 'number'));
      // One object agrees in anything, what is always 0 in all sums, and numbers of other things now and then.
      if (new Set(told.map((object) => JSON.stringify(names.map((name) => object[name])))).size < 2) return [];
      const others = names
        .filter((name) => !name.startsWith('total') && told.some((object) => object[name] !== 0))
        .filter((name) => total !== 'total' || !name.endsWith('_count'))
        .slice(0, MAX_PARTS);
      const agree = (parts: readonly string[]) =>
        told.every((object) => parts.reduce((sum, part) => sum + Number(object[part]), 0) === object[total]);
      const parts = subsets(others).find((some) => some.length > 1 && agree(some));
      return parts ? [{ total, parts }] : [];
    });
}

/** All subsets, the smallest first. */
function subsets(names: readonly string[]): string[][] {
  const all = Array.from({ length: 2 ** names.length }, (_, bits) =>
    names.filter((_name, index) => bits & (1 << index)),
  );
  return all.sort((one, other) => one.length - other.length);
}
