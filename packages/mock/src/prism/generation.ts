/** Makes Prism's generator produce realistic bodies. */
import { EXTENSIBLE_ENUM, isJsonObject, type JsonObject, type Schema, schemaTypes } from '../bundled/openapi.ts';
import {
  isLeaf,
  isPartOfTable,
  listIntegers,
  type SampleValues,
  type Visitor,
  visitValue,
} from '../contract/sample-values.ts';
import type { Operation } from '../core/contract-types.ts';
import { seededNumber, seededUuid } from '../core/seeded.ts';

/** Maximum number of items of a generated list, unless its schema requires more. */
const MAX_ITEMS = 5;

/** Keywords whose values are data. */
const DATA_KEYWORDS = new Set(['enum', 'const', 'default', 'example', 'examples']);

const cache = new WeakMap<SampleValues, WeakMap<Operation, Operation>>();

/**
 * Returns an operation whose schemas let the generator create plausible values. Properties without structure get
 * values from the contract's examples, and numbers their range. Lists are short, because the generator fills nested lists up to
 * their limits, which can take minutes. What is valid against the result is also valid against the original. The result is
 * cached, so that Prism finds the compiled validators of the same operation again.
 */
export function withPlausibleValues(operation: Operation, sampleValues: SampleValues): Operation {
  const operations = cache.get(sampleValues) ?? new WeakMap<Operation, Operation>();
  cache.set(sampleValues, operations);
  const known = operations.get(operation);
  if (known) return known;
  const restricted = { ...operation, responses: restrictSchemas(operation.responses, sampleValues) };
  operations.set(operation, restricted);
  return restricted;
}

/** Copies responses with restricted schemas. Shared and recursive schemas remain so. */
function restrictSchemas<T>(root: T, sampleValues: SampleValues): T {
  const copies = new Map<object, Map<string, unknown>>();

  const copy = (node: unknown, name: string): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    const byName = copies.get(node) ?? new Map<string, unknown>();
    copies.set(node, byName);
    if (byName.has(name)) return byName.get(name);
    const target: JsonObject | unknown[] = Array.isArray(node) ? [] : {};
    byName.set(name, target);
    if (Array.isArray(target)) target.push(...(node as unknown[]).map((item) => copy(item, name)));
    else copyObject(node as JsonObject, target, name);
    return target;
  };

  const copyObject = (node: JsonObject, target: JsonObject, name: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (DATA_KEYWORDS.has(key)) target[key] = value;
      else if (key === 'properties' && isJsonObject(value)) target[key] = copyProperties(value, node as Schema);
      else target[key] = copy(value, key === 'items' ? name : '');
    }
    Object.assign(target, findKnownValues(node as Schema) ?? findRestrictions(node as Schema, name, sampleValues));
    // The generator prefers these to `enum`.
    if ('enum' in target) for (const key of ['pattern', 'format', 'anyOf']) delete target[key];
  };

  const copyProperties = (properties: JsonObject, parent: Schema) =>
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => {
        const isTable = isPartOfTable(parent, schema as Schema);
        const values = isTable ? sampleValues.listValues(name, schema as Schema) : [];
        return [name, values.length > 0 ? { enum: values } : copy(schema, name)];
      }),
    );

  return copy(root, '') as T;
}

/** Returns the known values of an extensible enumeration as a closed one: later values are unknown. */
function findKnownValues(schema: Schema): JsonObject | undefined {
  const values = (schema as JsonObject)[EXTENSIBLE_ENUM];
  if (!Array.isArray(values)) return undefined;
  return { enum: schemaTypes(schema).includes('null') ? [...values, null] : values };
}

/** Returns keywords that restrict a schema to plausible values. */
function findRestrictions(schema: Schema, name: string, sampleValues: SampleValues): JsonObject {
  const types = schemaTypes(schema);
  if (types.includes('array')) {
    const { minItems = 0, maxItems = MAX_ITEMS } = schema;
    return { maxItems: Math.max(minItems, Math.min(maxItems, MAX_ITEMS)) };
  }
  const isEnumeration = schema.anyOf?.some((member) => 'enum' in member);
  const values = name !== '' && isLeaf(schema) && !isEnumeration ? sampleValues.listValues(name, schema) : [];
  if (values.length === 0) return {};
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0 || !types.includes('integer')) return { enum: values };
  const { minimum = Math.min(0, ...numbers), maximum = Number.MAX_SAFE_INTEGER } = schema;
  return { minimum, maximum: Math.min(maximum, Math.max(2 * Math.max(...numbers), minimum + MAX_ITEMS)) };
}

/**
 * Makes the parts of a generated body consistent: each record has a unique identifier, the times of a record are in order, and
 * sums are correct.
 *
 * @param seed the same seed results in the same identifiers
 * @returns a copy
 */
export function makeConsistent(body: unknown, schema: Schema, sampleValues: SampleValues, seed: string): unknown {
  const copy = structuredClone(body);
  let count = 0;
  const visitor: Visitor = {
    leaf: (map, mapSchema) => varyNumbers(map, mapSchema, () => seededNumber(`${seed}/${count++}`)),
    object(object, objectSchema) {
      setIdentifier(object, objectSchema, () => seededUuid(`${seed}/${count++}`));
      sortTimes(object, objectSchema);
      correctSums(object, objectSchema, sampleValues);
    },
  };
  visitValue(schema, copy, undefined, visitor);
  return copy;
}

/** Varies the numbers of a map's records, up to twice the highest one, because there are few examples of maps. */
function varyNumbers(map: unknown, { additionalProperties }: Schema, random: () => number): void {
  if (!isJsonObject(map) || typeof additionalProperties !== 'object') return;
  const names = listIntegers(additionalProperties);
  for (const record of Object.values(map).filter(isJsonObject)) {
    const highest = Math.max(1, ...names.map((name) => Number(record[name])));
    for (const name of names) record[name] = Math.floor(random() * (2 * highest + 1));
  }
}

/** Sets the identifier of a record: its `id`, or its first property when that ends in `_id`. */
function setIdentifier(object: JsonObject, { properties = {} }: Schema, createId: () => string): void {
  const [first] = Object.keys(properties);
  const name = 'id' in properties ? 'id' : first?.endsWith('_id') ? first : undefined;
  if (name !== undefined && typeof object[name] === 'string') object[name] = createId();
}

/** Patterns for the names of properties with times, by stage: earliest, start, others, end. */
const STAGES = [/^(first|valid_from)/, /^(created|start)/, /./, /^(updated|last|expires|end|finished|resolved)/];

/** The stage of times with other names. */
const DEFAULT_STAGE = 2;

/** Distributes the times of a record over its properties in the order of their stages. */
function sortTimes(object: JsonObject, { properties = {} }: Schema): void {
  const names = Object.keys(properties)
    .filter((name) => properties[name]?.format === 'date-time' && typeof object[name] === 'string')
    .sort((a, b) => findStage(a) - findStage(b));
  const times = names.map((name) => String(object[name])).sort((a, b) => Date.parse(a) - Date.parse(b));
  for (const [index, name] of names.entries()) object[name] = times[index];
}

function findStage(name: string): number {
  const stages = STAGES.flatMap((pattern, index) => (pattern.test(name) ? [index] : []));
  return stages.find((stage) => stage !== DEFAULT_STAGE) ?? DEFAULT_STAGE;
}

/** Corrects totals that are the sum of other properties, or of the entries of a map that breaks them down. */
function correctSums(object: JsonObject, schema: Schema, sampleValues: SampleValues): void {
  const names = listIntegers(schema).filter((name) => typeof object[name] === 'number');
  const isRecord = (entry: unknown): entry is JsonObject => isJsonObject(entry) && names.every((name) => name in entry);
  for (const map of Object.values(object)) {
    const entries = isJsonObject(map) ? Object.values(map) : [];
    if (names.length < 2 || entries.length === 0 || !entries.every(isRecord)) continue;
    for (const name of names) object[name] = entries.reduce((sum, entry) => sum + Number(entry[name]), 0);
    return;
  }
  for (const { total, parts } of sampleValues.listSums(schema)) {
    if ([total, ...parts].every((name) => typeof object[name] === 'number')) {
      object[total] = parts.reduce((sum, name) => sum + Number(object[name]), 0);
    }
  }
}
