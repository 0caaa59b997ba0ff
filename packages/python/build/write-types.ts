/** Writes the types of a contract's schemas: dictionaries with known keys. */
import type { Document, Schema } from '@aispm/openapi';
import { docstring, isName, typeOf } from './python.ts';

/** Returns the source of the module, without its header. */
export function writeTypes(document: Document): string {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  const definitions = Object.entries(schemas).flatMap(([name, schema]) => writeType(name, schema));
  return [
    'from __future__ import annotations',
    'from typing import Any, Literal',
    'from typing_extensions import NotRequired, TypeAlias, TypedDict',
    `__all__ = [\n${Object.keys(schemas)
      .toSorted()
      .map((name) => `    "${name}",\n`)
      .join('')}]`,
    ...definitions,
  ].join('\n\n');
}

/** Writes a type, after the types of unnamed objects in it. */
function writeType(name: string, schema: Schema): string[] {
  const before: string[] = [];
  if (schema.type !== 'object' || !schema.properties) {
    return [`${name}: TypeAlias = ${JSON.stringify(typeOf(schema, () => 'dict[str, Any]'))}`];
  }
  const fields = Object.entries(schema.properties).map(([key, property]) => {
    const type = typeOf(property, (nested) => {
      const nestedName = `${name}${key.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
      before.push(...writeType(nestedName, nested));
      return nestedName;
    });
    return { key, type: schema.required?.includes(key) ? type : `NotRequired[${type}]`, property };
  });
  if (!fields.every(({ key }) => isName(key))) {
    const entries = fields
      .map(({ key, type }) => `        ${JSON.stringify(key)}: ${JSON.stringify(type)},\n`)
      .join('');
    return [...before, `${name} = TypedDict(\n    "${name}",\n    {\n${entries}    },\n)`];
  }
  const members = fields.map(({ key, type, property: { description } }) =>
    [`    ${key}: ${type}`, ...(description ? [docstring(description, '    ')] : [])].join('\n'),
  );
  const text = schema.description ? `${docstring(schema.description, '    ')}\n\n` : '';
  return [...before, `class ${name}(TypedDict):\n${text}${members.join('\n') || '    pass'}`];
}
