import { isReference, parsePointer, type Schema, schemaTypes } from '@aispm/openapi';
import type { Links } from './page-links.ts';

/** Returns the name of the component that a schema refers to; undefined if it isn't a reference. */
export function referencedSchema(schema: Schema | boolean | undefined): string | undefined {
  return isReference(schema) ? String(parsePointer(schema.$ref).at(-1)) : undefined;
}

/** Describes the type of a schema, with links to named schemas: `array of [Agent](…)`, `string or null`. */
export function writeType(schema: Schema | boolean | undefined, links: Links): string {
  if (schema === undefined || typeof schema === 'boolean') return 'any value';
  const name = referencedSchema(schema);
  if (name) return `[${name}](${links.toSchema(name)})`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.map((alternative) => writeType(alternative, links)).join(' or ');
  if (schema.allOf) return schema.allOf.map((part) => writeType(part, links)).join(' and ');
  const types = schemaTypes(schema);
  if (types.length === 0) return 'any value';
  return types.map((type) => writeBasicType(type, schema, links)).join(' or ');
}

function writeBasicType(type: string, schema: Schema, links: Links): string {
  if (type === 'array') return `array of ${writeType(schema.items, links)}`;
  if (type === 'object' && isMap(schema)) return `map of ${writeType(schema.additionalProperties, links)}`;
  return schema.format && type !== 'null' ? `${type} (${schema.format})` : type;
}

function isMap({ properties, additionalProperties }: Schema): boolean {
  return !properties && typeof additionalProperties === 'object';
}

/** Describes the constraints of a schema, such as `1–255 characters`. References have none. */
export function listConstraints(schema: Schema): string[] {
  const { minimum, maximum, multipleOf, pattern, uniqueItems } = schema;
  const found = [
    writeRange(schema.minLength, schema.maxLength, 'character'),
    writeRange(schema.minItems, schema.maxItems, 'item'),
    writeRange(schema.minProperties, schema.maxProperties, 'key'),
    writeRange(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum),
    multipleOf !== undefined && `multiple of ${multipleOf}`,
    uniqueItems && 'no duplicates',
    pattern && `pattern \`${pattern}\``,
    schema.default !== undefined && `default \`${JSON.stringify(schema.default)}\``,
    schema.const !== undefined && `always \`${JSON.stringify(schema.const)}\``,
    schema.readOnly && 'only in responses',
    schema.writeOnly && 'only in requests',
    schema.deprecated && 'deprecated',
  ];
  return found.filter((constraint) => typeof constraint === 'string');
}

/** Describes a range: `1–255 characters`, `up to 20 items`, `at least 0`. */
function writeRange(low: number | undefined, high: number | undefined, unit = ''): string | undefined {
  const count = (value: number) =>
    [value, unit && `${unit}${value === 1 ? '' : 's'}`].filter((part) => part !== '').join(' ');
  if (high === undefined) return low === undefined || (low === 0 && unit) ? undefined : `at least ${count(low)}`;
  if (low === undefined || (low === 0 && unit)) return `up to ${count(high)}`;
  return low === high ? count(low) : `${low}–${count(high)}`;
}
