/** JSON Schemas of tools from schemas that are written with zod, and from literal ones. */
import type { Evaluator } from '../../resolve/evaluator.ts';
import { type DictionaryValue, type InstanceValue, optionsOf, stringsOf, type Value } from '../../resolve/values.ts';
import { jsonOf } from './schema.ts';

type Schema = Record<string, unknown>;

const MAX_DEPTH = 6;

const TYPES: Record<string, Schema> = {
  string: { type: 'string' },
  number: { type: 'number' },
  int: { type: 'integer' },
  bigint: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  null: { type: 'null' },
  email: { type: 'string', format: 'email' },
  url: { type: 'string', format: 'uri' },
  uuid: { type: 'string', format: 'uuid' },
};

/** What methods add to a schema, from their first argument. */
const KEYWORDS: Record<string, Record<string, string>> = {
  string: { min: 'minLength', max: 'maxLength', length: 'maxLength' },
  array: { min: 'minItems', max: 'maxItems' },
  number: { min: 'minimum', max: 'maximum', gte: 'minimum', lte: 'maximum' },
  integer: { min: 'minimum', max: 'maximum', gte: 'minimum', lte: 'maximum' },
};

/**
 * Returns the schema that a value describes: a schema of zod, an object whose properties are such schemas, or a JSON Schema.
 * Undefined when it describes none that is known.
 */
export function schemaOfValue(evaluator: Evaluator, value: Value): Schema | undefined {
  for (const option of optionsOf(value)) {
    const schema =
      option.kind === 'dictionary' ? schemaOfDictionary(evaluator, option) : schemaOf(evaluator, option, 0);
    if (schema !== undefined) return schema;
  }
  return undefined;
}

function schemaOfDictionary(evaluator: Evaluator, value: DictionaryValue): Schema | undefined {
  const isJson = value.entries.some(
    ({ key, value: inner }) => (key === 'type' && inner.kind === 'string') || key === 'properties' || key === '$ref',
  );
  if (isJson) return jsonOf(value) as Schema;
  const isShape = value.entries.every(({ value: inner }) => optionsOf(inner).some(isZod));
  return isShape ? objectOf(evaluator, value, 0).schema : undefined;
}

/** Whether a value is a schema of zod. */
function isZod(value: Value): boolean {
  return (
    value.kind === 'instance' &&
    value.symbols.some((symbol) => /^(?:zod(?:\/[\w/.-]+)?|@hono\/zod-openapi):/.test(symbol))
  );
}

interface Field {
  readonly schema: Schema;
  readonly isOptional: boolean;
}

function schemaOf(evaluator: Evaluator, value: Value, depth: number): Schema | undefined {
  return fieldOf(evaluator, value, depth)?.schema;
}

function fieldOf(evaluator: Evaluator, value: Value, depth: number): Field | undefined {
  if (value.kind !== 'instance' || !isZod(value) || depth > MAX_DEPTH) return undefined;
  const name = value.symbols[0]?.replace(/^.*[.:]/, '') ?? '';
  const argument = evaluator.argument(value, undefined, 0);
  if (value.receiver === undefined) return { schema: typeOf(evaluator, name, value, depth), isOptional: false };
  const base = fieldOf(evaluator, value.receiver, depth + 1);
  return base === undefined ? undefined : modify(base, name, argument);
}

function typeOf(evaluator: Evaluator, name: string, instance: InstanceValue, depth: number): Schema {
  const argument = (position: number) => evaluator.argument(instance, undefined, position);
  const inner = (position: number): Schema => {
    const value = argument(position);
    return (
      (value &&
        optionsOf(value)
          .map((each) => schemaOf(evaluator, each, depth + 1))
          .find(Boolean)) ??
      {}
    );
  };
  const first = argument(0);
  switch (name) {
    case 'object':
    case 'strictObject':
    case 'looseObject':
      return first?.kind === 'dictionary' ? objectOf(evaluator, first, depth).schema : { type: 'object' };
    case 'array':
      return { type: 'array', items: inner(0) };
    case 'record':
      return { type: 'object', additionalProperties: inner(argument(1) === undefined ? 0 : 1) };
    case 'enum':
    case 'nativeEnum':
      return enumerationOf(first);
    case 'literal':
      return first?.kind === 'string' || first?.kind === 'constant' ? { const: first.value } : {};
    case 'union':
      return first?.kind === 'list'
        ? { anyOf: first.items.map((item) => schemaOf(evaluator, item, depth + 1) ?? {}) }
        : {};
    case 'discriminatedUnion': {
      const options = argument(1);
      return options?.kind === 'list'
        ? { anyOf: options.items.map((item) => schemaOf(evaluator, item, depth + 1) ?? {}) }
        : {};
    }
    case 'optional':
      return inner(0);
    default:
      return { ...(Object.hasOwn(TYPES, name) ? TYPES[name] : {}) };
  }
}

function enumerationOf(value: Value | undefined): Schema {
  const values =
    value?.kind === 'list'
      ? value.items
      : value?.kind === 'dictionary'
        ? value.entries.map((entry) => entry.value)
        : [];
  const known = values.flatMap((each) => (each.kind === 'string' || each.kind === 'constant' ? [each.value] : []));
  return known.length > 0 && known.length === values.length ? { enum: known } : {};
}

function objectOf(evaluator: Evaluator, { entries }: DictionaryValue, depth: number): Field {
  const properties: Schema = {};
  const required: string[] = [];
  for (const { key, value } of entries) {
    if (key.startsWith('?')) continue;
    const field = optionsOf(value)
      .map((option) => fieldOf(evaluator, option, depth + 1))
      .find((each) => each !== undefined);
    properties[key] = field?.schema ?? {};
    if (field !== undefined && !field.isOptional) required.push(key);
  }
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) };
  return { schema, isOptional: false };
}

/** A method of a schema. One that is unknown leaves the schema as it is. */
function modify({ schema, isOptional }: Field, name: string, argument: Value | undefined): Field {
  const [text] = argument === undefined ? [] : stringsOf(argument);
  const constant = argument?.kind === 'constant' ? argument.value : undefined;
  if (name === 'describe' && text !== undefined) return { schema: { ...schema, description: text.value }, isOptional };
  if (name === 'optional' || name === 'nullish') return { schema, isOptional: true };
  if (name === 'default' || name === 'prefault') {
    const value = constant ?? text?.value;
    return { schema: value === undefined ? schema : { ...schema, default: value }, isOptional: true };
  }
  if (name === 'nullable') return { schema: { anyOf: [schema, { type: 'null' }] }, isOptional };
  if (name === 'int') return { schema: { ...schema, type: 'integer' }, isOptional };
  if (name === 'email' || name === 'uuid') return { schema: { ...schema, format: name }, isOptional };
  if (name === 'url') return { schema: { ...schema, format: 'uri' }, isOptional };
  if (name === 'partial') return { schema: withoutRequired(schema), isOptional };
  const keyword = KEYWORDS[String(schema.type)]?.[name];
  return {
    schema: keyword !== undefined && constant !== undefined ? { ...schema, [keyword]: constant } : schema,
    isOptional,
  };
}

function withoutRequired({ required: _, ...schema }: Schema): Schema {
  return schema;
}
