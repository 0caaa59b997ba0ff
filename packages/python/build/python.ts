/** Writes parts of Python modules. */
import { isReference, referenceKeys, type Schema } from '@aispm/openapi';

/** Reserved words, which can't be names. */
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Returns whether a string is a valid Python name. */
export function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && !KEYWORDS.has(text);
}

/** Converts a name to Python: `listIssues` to `list_issues`, `If-Match` to `if_match`. */
export function toSnakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
}

/** Writes a docstring with an indent. */
export function docstring(text: string, indent: string): string {
  const lines = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''").split('\n');
  const body = lines.map((line, index) => (index === 0 || line === '' ? line : `${indent}${line}`)).join('\n');
  return `${indent}"""${body}${lines.length > 1 ? `\n${indent}` : ''}"""`;
}

/**
 * Returns the type of a schema.
 *
 * @param nested receives an object schema without a name, and returns the name of its type
 */
export function typeOf(schema: Schema, nested: (schema: Schema) => string): string {
  if (isReference(schema)) return String(referenceKeys(schema.$ref).at(-1));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return union(alternatives.map((member) => typeOf(member, nested)));
  if (schema.enum) return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`;
  return union([schema.type ?? 'any'].flat().map((type) => scalarOf(type, schema, nested)));
}

function scalarOf(type: string, schema: Schema, nested: (schema: Schema) => string): string {
  switch (type) {
    case 'array':
      return `list[${typeOf(schema.items ?? {}, nested)}]`;
    case 'object':
      if (schema.properties) return nested(schema);
      return typeof schema.additionalProperties === 'object'
        ? `dict[str, ${typeOf(schema.additionalProperties, nested)}]`
        : 'dict[str, Any]';
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    default:
      return 'Any';
  }
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}
