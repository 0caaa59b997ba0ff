import { EXTENSIBLE_ENUM, isJsonObject, type Schema } from '@aispm/openapi';
import type { Contract } from '../contract.ts';
import { firstSentence, joinLines } from '../error-tables.ts';
import { fieldList } from './fields.ts';
import { codeBlock, fieldBlock, JSON_EXAMPLE } from './markdown.ts';
import { type Links, pageLinks, schemaFileLinks } from './page-links.ts';
import type { SchemaUse } from './schema-uses.ts';
import { listConstraints, writeType } from './types.ts';

/** Options that differ between pages of the site and Markdown files. */
interface Form {
  links: Links;
  /** Language of JSON blocks. */
  jsonLanguage: string;
}

/** Options for a page of the site. */
export const PAGE_FORM: Form = { links: pageLinks, jsonLanguage: JSON_EXAMPLE };

/** Options for a Markdown file in `schemas/`. */
export const FILE_FORM: Form = { links: schemaFileLinks, jsonLanguage: 'json' };

/** Writes the content of a schema's page in Markdown: its description, type, values, fields, example and uses. */
export function schemaContent(
  contract: Contract,
  name: string,
  use: SchemaUse | undefined,
  { links, jsonLanguage: language }: Form,
): string {
  const schema = contract.components.schemas[name] as Schema;
  const fields = fieldList(contract, schema, links);
  return [
    schema.description?.trim() ?? '',
    ['Type', `${[writeType(schema, links), ...listConstraints(schema)].join(', ')}.`].join(': '),
    ...valueSection(schema),
    ...(fields ? ['## Fields', fieldBlock(fields)] : []),
    ...exampleSection(schema, language),
    ...(use ? writeUses(use, links) : []),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function valueSection(schema: Schema): string[] {
  if (!schema.enum) return [];
  const { 'x-enumDescriptions': descriptions = {} } = schema as { 'x-enumDescriptions'?: Record<string, string> };
  const rows = schema.enum.map((value) => `| \`${value}\` | ${joinLines(descriptions[String(value)] ?? '')} |`);
  const isExtensible = (schema as Record<string, unknown>)[EXTENSIBLE_ENUM] === true;
  return [
    '## Values',
    ['| Value | Meaning |', '|---|---|', ...rows].join('\n'),
    ...(isExtensible ? ['Responses of later versions may contain other values.'] : []),
  ];
}

function exampleSection({ examples = [], type }: Schema, language: string): string[] {
  if (examples.length === 0) return [];
  const isObject = type === 'object' || isJsonObject(examples[0]);
  const code = examples.slice(0, isObject ? 1 : undefined).map((value: unknown) => JSON.stringify(value, null, 2));
  return [isObject ? '## Example' : '## Examples', codeBlock(language, code.join('\n'))];
}

function writeUses({ operations, schemas }: SchemaUse, links: Links): string[] {
  const parts = [
    { title: 'Operations', list: operations.map((id) => `- [${id}](${links.toOperation(id)})`) },
    { title: 'Schemas', list: schemas.map((other) => `- [${other}](${links.toSchema(other)})`) },
  ].filter(({ list }) => list.length > 0);
  if (parts.length === 0) return [];
  return ['## Used by', ...parts.flatMap(({ title, list }) => [`**${title}**`, list.join('\n')])];
}

/** Lists all schemas by name, with the first sentence of each description. */
export function schemaIndex(contract: Contract, links: Links = pageLinks): string {
  return Object.entries(contract.components.schemas)
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([name, { description = '' }]) => `- [${name}](${links.toSchema(name)}): ${firstSentence(description)}`)
    .join('\n');
}
