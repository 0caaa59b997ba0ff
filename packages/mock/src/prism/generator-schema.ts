/**
 * Schemas that Prism's generator understands. It supports neither all keywords of JSON Schema 2020-12 nor a limit on
 * recursion. Generated bodies are validated against the original schema.
 */
import { isJsonObject, type JsonObject } from '../bundled/openapi.ts';
import { BUNDLE } from '../contract/expand-references.ts';
import type { Operation } from '../core/contract-types.ts';

const BUNDLE_REFERENCE = /^#\/__bundled__\/([^/]+)$/;

/** Keywords whose values are data. */
const DATA_KEYWORDS = new Set(['enum', 'const', 'default', 'example', 'examples']);

/** Formats that Prism's generator supports; for other formats, it would ignore the pattern. */
const KNOWN_FORMATS =
  /^(date|time|date-time|duration|email|hostname|ipv[46]|ur[il]|iri|uri-.*|.*json-pointer|regex|uuid|byte)$/;

/** Maximum depth of recursion of a schema. */
const MAX_RECURSION = 1;

/** Maximum depths of optional properties and items; the first one that keeps bodies small enough is used. */
const DEPTHS = [Number.POSITIVE_INFINITY, 8, 6, 5, 4, 3, 2, 1];

/** Approximate maximum number of values of a body. The generator fills all lists: nested ones would have millions. */
const MAX_VALUES = 20_000;

/** Expected number of items of a list. */
const EXPECTED_ITEMS = 5;

/** Returns an operation whose responses neither have nor require write-only properties. */
export function withoutWriteOnly(operation: Operation): Operation {
  const bundle = operation[BUNDLE];
  if (!JSON.stringify([operation.responses, bundle]).includes('"writeOnly":true')) return operation;
  const strip = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(strip);
    if (!isJsonObject(node)) return node;
    const { properties, required } = node;
    const copy = Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, DATA_KEYWORDS.has(key) ? value : strip(value)]),
    );
    if (!isJsonObject(properties)) return copy;
    const writeOnly = Object.keys(properties).filter(
      (name) => (properties[name] as JsonObject | null)?.writeOnly === true,
    );
    if (writeOnly.length === 0) return copy;
    const isKept = (name: unknown) => !writeOnly.includes(String(name));
    return {
      ...copy,
      properties: Object.fromEntries(Object.entries(copy.properties as JsonObject).filter(([name]) => isKept(name))),
      ...(Array.isArray(required) && { required: required.filter(isKept) }),
    };
  };
  return {
    ...operation,
    responses: operation.responses.map((response) => ({
      ...response,
      ...(response.contents && {
        contents: response.contents.map((content) => ({
          ...content,
          ...(content.schema && { schema: strip(content.schema) as typeof content.schema }),
        })),
      }),
    })),
    ...(bundle && { [BUNDLE]: strip(bundle) as JsonObject }),
  };
}

/**
 * Returns an operation whose responses have schemas for the generator, without references: the generator modifies schemas that
 * others refer to, and the validator would then use the modified ones.
 *
 * @param choice index of the alternative to use for each `oneOf`, because a value must match exactly one; undefined for all
 */
export function withGeneratorSchemas(operation: Operation, choice?: number): Operation {
  const { [BUNDLE]: schemas = {}, ...others } = operation;
  return {
    ...others,
    responses: operation.responses.map((response) => ({
      ...response,
      ...(response.contents && {
        contents: response.contents.map((content) => {
          const schema = content.schema && convertDeep(content.schema, schemas, choice);
          return { ...content, ...(schema && { schema: schema as NonNullable<typeof content.schema> }) };
        }),
      }),
    })),
  };
}

/** The referenced schemas, the maximum depth, the remaining number of values, and the alternative to use for each `oneOf`. */
interface Conversion {
  bundle: JsonObject;
  maxDepth: number;
  left: number;
  choice: number | undefined;
}

/** The location of a schema during conversion. */
interface SchemaContext {
  /** The names of the enclosing schemas. */
  names: readonly string[];
  depth: number;
  /** The number of its values in a body. */
  weight: number;
  /** Properties that other schemas require for the same object. */
  required: readonly string[];
}

/** Thrown when the body would be too large. */
const TOO_LARGE = Symbol('too large');

/** Converts a schema, nested as deep as possible; undefined when all of its values are too large. */
function convertDeep(schema: unknown, bundle: JsonObject, choice: number | undefined): JsonObject | undefined {
  for (const maxDepth of DEPTHS) {
    try {
      const context = { names: [], depth: 0, weight: 1, required: [] };
      return convert(schema, { bundle, maxDepth, left: MAX_VALUES, choice }, context);
    } catch (error) {
      if (error !== TOO_LARGE) throw error;
    }
  }
  return undefined;
}

/** Converts a schema; undefined when its values would be nested too deeply. */
function convert(schema: unknown, conversion: Conversion, context: SchemaContext): JsonObject | undefined {
  const { bundle, maxDepth } = conversion;
  const { names } = context;
  conversion.left -= context.weight;
  if (conversion.left < 0) throw TOO_LARGE;
  // Any value is valid.
  if (!isJsonObject(schema)) return { type: 'object' };
  const [, name] = BUNDLE_REFERENCE.exec(String(schema.$ref ?? '')) ?? [];
  if (name !== undefined && bundle[name] !== undefined) {
    if (names.filter((known) => known === name).length > MAX_RECURSION) return undefined;
    return convert(bundle[name], conversion, { ...context, names: [...names, name] });
  }
  // The generator would prefer the keywords next to the values.
  if (Array.isArray(schema.enum)) return { enum: schema.enum };
  if ('const' in schema) return { const: schema.const };
  const required = [...new Set([...context.required, ...listRequired(schema, bundle)])];
  const convertPart = (part: unknown) => convert(part, conversion, { ...context, required });
  const inside = { ...context, depth: context.depth + 1, required: [] };
  const isTooDeep = inside.depth > maxDepth;
  const result: JsonObject = { ...schema };
  if (schema.pattern !== undefined && !KNOWN_FORMATS.test(String(schema.format))) delete result.format;
  if (isJsonObject(schema.properties)) {
    const converted: JsonObject = {};
    for (const [key, part] of Object.entries(schema.properties)) {
      if (isTooDeep && !required.includes(key)) continue;
      const value = convert(part, conversion, inside);
      if (value) converted[key] = value;
      else if (required.includes(key)) return undefined;
    }
    result.properties = converted;
  }
  for (const keyword of ['oneOf', 'anyOf']) {
    const alternatives = schema[keyword];
    if (!Array.isArray(alternatives)) continue;
    const possible = alternatives.flatMap((alternative) => convertPart(alternative) ?? []);
    if (possible.length === 0) return undefined;
    const isChosen = keyword === 'oneOf' && conversion.choice !== undefined;
    result[keyword] = isChosen ? [possible[Number(conversion.choice) % possible.length]] : possible;
  }
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map(convertPart);
    if (parts.includes(undefined)) return undefined;
    result.allOf = parts;
  }
  if (isJsonObject(schema.additionalProperties)) {
    const isOmitted = isTooDeep && Number(schema.minProperties ?? 0) === 0 && required.length === 0;
    result.additionalProperties = isOmitted
      ? false
      : (convert(schema.additionalProperties, conversion, inside) ?? false);
  }
  const weight = context.weight * Math.min(EXPECTED_ITEMS, Number(schema.maxItems ?? EXPECTED_ITEMS));
  const convertItem = (item: unknown) =>
    isTooDeep && Number(schema.minItems ?? 0) === 0 ? undefined : convert(item, conversion, { ...inside, weight });
  return convertNames(convertItems(nameRequired(result), schema, convertItem));
}

/** Lists the properties that a schema requires, directly or in `allOf`. */
function listRequired(schema: JsonObject, bundle: JsonObject, names: readonly string[] = []): string[] {
  const [, name] = BUNDLE_REFERENCE.exec(String(schema.$ref ?? '')) ?? [];
  if (name !== undefined && names.includes(name)) return [];
  const target = name === undefined ? schema : bundle[name];
  const { required, allOf } = isJsonObject(target) ? target : {};
  const parts = (Array.isArray(allOf) ? allOf : []).filter(isJsonObject);
  const around = name === undefined ? names : [...names, name];
  return [
    ...(Array.isArray(required) ? required.map(String) : []),
    ...parts.flatMap((part) => listRequired(part, bundle, around)),
  ];
}

/**
 * Adds a schema for each required property without one, because the generator only creates declared properties. The schema is
 * empty, because another schema may restrict the property, such as another part of the same `allOf`.
 */
function nameRequired(schema: JsonObject): JsonObject {
  const { required, patternProperties, additionalProperties } = schema;
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const names = (Array.isArray(required) ? required : [])
    .map(String)
    .filter((name) => !Object.hasOwn(properties, name));
  if (names.length === 0 || additionalProperties === false) return schema;
  const patterns = Object.entries(isJsonObject(patternProperties) ? patternProperties : {});
  const others = isJsonObject(additionalProperties) ? additionalProperties : {};
  const findSchema = (name: string) => patterns.find(([pattern]) => new RegExp(pattern, 'u').test(name))?.[1] ?? others;
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(names.map((name) => [name, findSchema(name)])) },
  };
}

/** Converts the items of an array; `prefixItems` becomes the older `items` with several schemas. */
function convertItems(
  result: JsonObject,
  { items, prefixItems, minItems }: JsonObject,
  convertPart: (part: unknown) => JsonObject | undefined,
): JsonObject | undefined {
  const rest = items === undefined || items === false ? undefined : convertPart(items);
  if (!Array.isArray(prefixItems)) {
    if (items === undefined || items === false) return result;
    if (rest) return { ...result, items: rest };
    return Number(minItems ?? 0) > 0 ? undefined : { ...result, items: {}, maxItems: 0 };
  }
  const prefix = prefixItems.map(convertPart);
  if (prefix.includes(undefined)) return undefined;
  const length = Math.max(prefix.length, Number(minItems ?? 0));
  const added = Array.from({ length: length - prefix.length }, () => rest ?? { type: 'object' });
  const { prefixItems: _, ...others } = result;
  return { ...others, type: 'array', items: [...prefix, ...added], minItems: length, maxItems: length };
}

/** Replaces rules about property names with properties that have such names. */
function convertNames(result: JsonObject | undefined): JsonObject | undefined {
  const names = result?.propertyNames;
  if (!result || !isJsonObject(names)) return result;
  const { propertyNames: _, additionalProperties, ...others } = result;
  const values = isJsonObject(additionalProperties) ? additionalProperties : {};
  if (Array.isArray(names.enum)) {
    const properties = Object.fromEntries(names.enum.map((name) => [String(name), values]));
    return { ...others, properties: { ...properties, ...(others.properties as object) } };
  }
  return typeof names.pattern === 'string' ? { ...others, patternProperties: { [names.pattern]: values } } : result;
}
