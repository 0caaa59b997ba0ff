/** Compiles functions that reduce values to what their schemas declare. */
import type { Schema } from '../contract/contract.ts';
import { toKey } from '../core/literals.ts';

/**
 * Returns a value without the members that its schema does not declare; the others are in the order of the schema, those that it
 * requires first. The value itself must not be used afterwards.
 */
export type Project = (value: unknown) => unknown;

const FILE = 'src/platform/http/projection.ts';

/** What the contract does not use in responses. A value of several shapes would have to be validated to know which one it has. */
const UNSUPPORTED = ['$ref', 'allOf', 'oneOf', 'patternProperties', 'prefixItems', 'default'] as const;

/**
 * Compiles the projection of a schema. It is generated, as a literal with all properties: the objects have the same shape, and
 * `JSON.stringify` writes them faster than a serializer that is written in JavaScript, and with less than half of the garbage.
 *
 * @returns throws when a required property is missing
 * @throws {Error} when the schema uses what no response of the contract uses
 */
export function compileProjection(schema: Schema): Project {
  const source = projectValue(schema, 'value', 'The response');
  return new Function('required', 'mapValues', `return (value) => ${source};`)(requireProperty, mapValues) as Project;
}

function requireProperty(value: unknown, location: string): unknown {
  if (value === undefined) throw new Error(`${location} is required.`);
  return value;
}

/** Projects the values of a map in place: creating one with hundreds of names takes longer than reading and writing it. */
function mapValues(members: Record<string, unknown>, project: Project): object {
  for (const name of Object.keys(members)) members[name] = project(members[name]);
  return members;
}

/** Returns the source of a projected value: that of the value itself where the schema declares no properties. */
function projectValue(schema: Schema, value: string, location: string): string {
  const keyword = UNSUPPORTED.find((name) => name in schema);
  if (keyword) throw new Error(`${location} has a schema with ${keyword}, which ${FILE} does not support.`);
  if (schema.anyOf) return projectVariant(schema.anyOf, value, location);
  // Nothing is known of the members of what may be a text, too, such as a cell of a table.
  if ([schema.type].flat().includes('string')) return value;
  if (schema.properties) return orNull(value, projectObject(schema, value, location));
  if (schema.items) return projectItems(schema.items, value, location);
  if (typeof schema.additionalProperties === 'object') return projectMap(schema.additionalProperties, value, location);
  return value;
}

/** The variants are one that has properties, and scalars or null. */
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
  const members = [...first, ...last].map(([name, property]) => {
    const inner = `${location}.${name}`;
    const member = `${value}[${JSON.stringify(name)}]`;
    const projected = projectValue(property, member, inner);
    const source = required.includes(name)
      ? `(required(${member}, ${JSON.stringify(inner)}), ${projected})`
      : projected;
    return `${toKey(name)}: ${source}`;
  });
  if (typeof schema.additionalProperties === 'object')
    throw new Error(`${location} has properties beside members with a schema, which ${FILE} does not support.`);
  // Declared properties come first, and with their projections; the others follow unchanged.
  const others = schema.additionalProperties === true ? [`...${value}`, ...members] : [];
  return `{ ${[...members, ...others].join(', ')} }`;
}

function projectItems(items: Schema, value: string, location: string): string {
  const projected = projectValue(items, 'item', `${location}[]`);
  return projected === 'item' ? value : orNull(value, `${value}.map((item) => (${projected}))`);
}

function projectMap(members: Schema, value: string, location: string): string {
  const projected = projectValue(members, 'item', `${location}.*`);
  return projected === 'item' ? value : orNull(value, `mapValues(${value}, (item) => (${projected}))`);
}

/** Keeps null, and what is missing. */
function orNull(value: string, source: string): string {
  return `(${value} == null ? ${value} : ${source})`;
}
