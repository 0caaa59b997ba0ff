/** Makes Prism's generator produce what a service could have answered. */
import type { Operation } from './contract.js';
import { isObject, type Json } from './contract-checks.js';
import { share, uuid } from './seed.js';
import {
  integerFields,
  isLeaf,
  isPartOfTable,
  type Schema,
  type Visitor,
  type Vocabulary,
  visit,
} from './vocabulary.js';

/** Most items of a generated list, unless its schema demands more. */
const MAX_ITEMS = 5;

/** Parts of a schema that hold data. */
const DATA = new Set(['enum', 'const', 'default', 'example', 'examples']);

const prepared = new WeakMap<Vocabulary, WeakMap<Operation, Operation>>();

/**
 * An operation whose answers the generator can cope with and makes plausible values for. Plain fields have the values
 * that the contract's examples have there, and numbers their range. Lists are short: the generator fills nested lists up
 * to their limits, which takes it minutes where the limits are wide. What is valid against the result is valid against
 * the original as well. The same operation always has the same result, so that compiled validators are found again.
 */
export function withPlausibleAnswers(operation: Operation, vocabulary: Vocabulary): Operation {
  const known = prepared.get(vocabulary) ?? new WeakMap<Operation, Operation>();
  prepared.set(vocabulary, known);
  const made = known.get(operation) ?? { ...operation, responses: tighten(operation.responses, vocabulary) };
  known.set(operation, made);
  return made;
}

function tighten<T>(root: T, vocabulary: Vocabulary): T {
  const done = new Map<object, Map<string, unknown>>();
  const copy = (node: unknown, name: string): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    const copies = done.get(node) ?? new Map<string, unknown>();
    done.set(node, copies);
    if (copies.has(name)) return copies.get(name);
    const made: Json | unknown[] = Array.isArray(node) ? [] : {};
    copies.set(name, made);
    for (const [key, value] of Object.entries(node)) {
      if (DATA.has(key) && !Array.isArray(node)) Object.assign(made, { [key]: value });
      else if (key === 'properties' && isObject(value))
        Object.assign(made, { [key]: copyFields(value, node as Schema) });
      else Object.assign(made, { [key]: copy(value, key === 'items' || Array.isArray(node) ? name : '') });
    }
    if (!Array.isArray(node)) Object.assign(made, limits(node as Schema, name, vocabulary));
    // The generator goes by these before it goes by the values.
    if ('enum' in made) for (const key of ['pattern', 'format']) delete (made as Json)[key];
    return made;
  };
  const copyFields = (fields: Json, of: Schema) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, schema]) => {
        const values = isPartOfTable(of, schema as Schema) ? vocabulary.valuesOf(field, schema as Schema) : [];
        return [field, values.length > 0 ? { enum: values } : copy(schema, field)];
      }),
    );
  return copy(root, '') as T;
}

/** What is allowed of a value besides what its schema says. */
function limits(schema: Schema, name: string, vocabulary: Vocabulary): Json {
  const types = [schema.type].flat();
  if (types.includes('array')) {
    const { minItems = 0, maxItems = MAX_ITEMS } = schema as { minItems?: number; maxItems?: number };
    return { maxItems: Math.max(minItems, Math.min(maxItems, MAX_ITEMS)) };
  }
  const values = name !== '' && isLeaf(schema) ? vocabulary.valuesOf(name, schema) : [];
  if (values.length === 0) return {};
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0 || !types.includes('integer')) return { enum: values };
  const { minimum = Math.min(0, ...numbers), maximum = Number.MAX_SAFE_INTEGER } = schema;
  return { minimum, maximum: Math.min(maximum, Math.max(2 * Math.max(...numbers), minimum + MAX_ITEMS)) };
}

/**
 * Makes the parts of a generated body fit together: each record has an identifier of its own, what happened later has
 * the later time, and sums agree.
 *
 * @param seed the same seed gives the same identifiers
 * @returns another body
 */
export function makeConsistent(body: unknown, schema: Schema, vocabulary: Vocabulary, seed: string): unknown {
  const copy = structuredClone(body);
  let count = 0;
  const visitor: Visitor = {
    leaf: (map, of) => varyNumbers(map, of, () => share(`${seed}/${count++}`)),
    object(object, of) {
      identify(object, of, () => uuid(`${seed}/${count++}`));
      sortTimes(object, of);
      addUp(object, of, vocabulary);
    },
  };
  visit(schema, copy, undefined, visitor);
  return copy;
}

/** Gives the records of a map other numbers, up to twice as high: examples of whole maps are few. */
function varyNumbers(map: unknown, { additionalProperties }: Schema, random: () => number): void {
  if (!isObject(map) || typeof additionalProperties !== 'object') return;
  const fields = integerFields(additionalProperties);
  for (const record of Object.values(map).filter(isObject)) {
    const highest = Math.max(1, ...fields.map((name) => Number(record[name])));
    for (const name of fields) record[name] = Math.floor(random() * (2 * highest + 1));
  }
}

/** Gives a record an identifier of its own. */
function identify(object: Json, { properties = {} }: Schema, make: () => string): void {
  const [first] = Object.keys(properties);
  const field = 'id' in properties ? 'id' : first?.endsWith('_id') ? first : undefined;
  if (field !== undefined && typeof object[field] === 'string') object[field] = make();
}

/** Fields with times, by what comes first. */
const STAGES = [/^(first|valid_from)/, /^(created|start)/, /./, /^(updated|last|expires|end|finished|resolved)/];

/** Gives the times of a record to the fields that have one in the order in which things happen. */
function sortTimes(object: Json, { properties = {} }: Schema): void {
  const fields = Object.keys(properties)
    .filter((name) => properties[name]?.format === 'date-time' && typeof object[name] === 'string')
    .sort((one, other) => stageOf(one) - stageOf(other));
  const times = fields.map((name) => String(object[name])).sort((one, other) => Date.parse(one) - Date.parse(other));
  fields.forEach((name, index) => {
    object[name] = times[index];
  });
}

function stageOf(name: string): number {
  const stages = STAGES.map((pattern, index) => (pattern.test(name) ? index : -1)).filter((index) => index !== -1);
  return stages.find((index) => index !== 2) ?? 2;
}

/** Makes totals the sum of their parts, and the numbers of a record those of the map that breaks them down. */
function addUp(object: Json, schema: Schema, vocabulary: Vocabulary): void {
  const numbers = integerFields(schema).filter((name) => typeof object[name] === 'number');
  for (const map of Object.values(object)) {
    const entries = isObject(map) ? Object.values(map) : [];
    const isBreakdown =
      entries.length > 0 && entries.every((entry) => isObject(entry) && numbers.every((name) => name in entry));
    if (numbers.length < 2 || !isBreakdown) continue;
    for (const name of numbers)
      object[name] = entries.reduce((sum: number, entry) => sum + Number((entry as Json)[name]), 0);
    return;
  }
  for (const { total, parts } of vocabulary.sumsOf(schema)) {
    if ([total, ...parts].every((name) => typeof object[name] === 'number')) {
      object[total] = parts.reduce((sum, name) => sum + Number(object[name]), 0);
    }
  }
}
