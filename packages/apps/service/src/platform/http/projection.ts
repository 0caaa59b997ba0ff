/** Compiles functions that reduce values to what their schemas declare. */
import type { Schema } from '../contract/contract.ts';
import { toKey } from '../core/literals.ts';

/**
 * Returns a value without the properties that its schema doesn't declare. The others are in the order of the schema, required
 * ones first. The value itself mustn't be used afterward.
 */
export type Project = (value: unknown) => unknown;

const FILE = 'src/platform/http/projection.ts';

/**
 * Keywords that the contract doesn't use in responses. A value with several possible shapes would have to be validated to
 * determine its shape.
 */
const UNSUPPORTED = ['$ref', 'allOf', 'oneOf', 'patternProperties', 'prefixItems', 'default'] as const;

/**
 * Compiles the projection of a schema. The generated code is a literal with all properties, so all objects have the same shape,
 * and `JSON.stringify` is faster than a serializer in JavaScript, with less than half the garbage.
 *
 * @returns throws if a required property is missing
 * @throws {Error} if the schema uses a keyword that no response of the contract uses
 */
export function compileProjection(schema: Schema): Project {
  const source = projectValue(schema, 'value', 'The response');
  return new Function('required', 'mapValues', `return (value) => ${source};`)(requireProperty, mapValues) as Project;
}

function requireProperty(value: unknown, location: string): unknown {
  if (value === undefined) throw new Error(`${location} is required.`);
  return value;
}

/** Projects the values of a map in place, because creating one with hundreds of names takes longer than reading and writing it. */
function mapValues(map: Record<string, unknown>, project: Project): object {
  for (const name of Object.keys(map)) map[name] = project(map[name]);
  return map;
}

/** Returns the source code of a projected value: the value itself if the schema doesn't declare properties. */
function projectValue(schema: Schema, value: string, location: string): string {
  const keyword = UNSUPPORTED.find((name) => name in schema);
  if (keyword) throw new Error(`${location} has a schema with ${keyword}, which ${FILE} does not support.`);
  if (schema.anyOf) return projectVariant(schema.anyOf, value, location);
  // The properties of values that may also be strings, such as table cells, are unknown.
  if ([schema.type].flat().includes('string')) return value;
  if (schema.properties) return orNull(value, projectObject(schema, value, location));
  if (schema.items) return projectItems(schema.items, value, location);
  if (typeof schema.additionalProperties === 'object') return projectMap(schema.additionalProperties, value, location);
  return value;
}

/** Handles variants: one with properties, and scalars or null. */
function projectVariant(variants: readonly Schema[], value: string, location: string): string {
  const [projected = value, ...others] = variants
    .map((variant) => projectValue(variant, value, location))
    .filter((source) => source !== value);
  if (others.length > 0) throw new Error(`${location} has several variants with properties, which no response has.`);
  return projected === value ? value : `(typeof ${value} === 'object' ? ${projected} : ${value})`;
}

function projectObject(schema: Schema, value: string, location: string): string {
  const { properties = {}, required = [] } = schema;
  const [first, last] = [true, false].map((isRequired) =>
    Object.entries(properties).filter(([name]) => required.includes(name) === isRequired),
  ) as [[string, Schema][], [string, Schema][]];
  const declared = [...first, ...last].map(([name, property]) => {
    const inner = `${location}.${name}`;
    const access = `${value}[${JSON.stringify(name)}]`;
    const projected = projectValue(property, access, inner);
    const source = required.includes(name)
      ? `(required(${access}, ${JSON.stringify(inner)}), ${projected})`
      : projected;
    return `${toKey(name)}: ${source}`;
  });
  if (typeof schema.additionalProperties === 'object')
    throw new Error(
      `${location} has both properties and additionalProperties with a schema, which ${FILE} does not support.`,
    );
  // Declared properties come first, and with their projections; the others follow unchanged.
  const others = schema.additionalProperties === true ? [`...${value}`, ...declared] : [];
  return `{ ${[...declared, ...others].join(', ')} }`;
}

function projectItems(items: Schema, value: string, location: string): string {
  const projected = projectValue(items, 'item', `${location}[]`);
  return projected === 'item' ? value : orNull(value, `${value}.map((item) => (${projected}))`);
}

function projectMap(values: Schema, value: string, location: string): string {
  const projected = projectValue(values, 'item', `${location}.*`);
  return projected === 'item' ? value : orNull(value, `mapValues(${value}, (item) => (${projected}))`);
}

/** Preserves null and undefined. */
function orNull(value: string, source: string): string {
  return `(${value} == null ? ${value} : ${source})`;
}
