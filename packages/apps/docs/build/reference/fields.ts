import {
  isJsonObject,
  type Parameter,
  requiredProperties,
  resolve,
  type Schema,
  schemaProperties,
} from '@aispm/openapi';
import type { Contract } from '../contract.ts';
import { joinLines } from '../error-tables.ts';
import type { Links } from './page-links.ts';
import { listConstraints, writeType } from './types.ts';

/** A field, parameter or header in a list of fields. */
interface Field {
  name: string;
  schema: Schema;
  required: boolean;
  description: string;
}

/** Writes the fields of an object schema as a Markdown list. Fields of unnamed objects are nested. */
export function fieldList(contract: Contract, schema: Schema, links: Links): string {
  const required = requiredProperties(contract, schema);
  const fields = Object.entries(schemaProperties(contract, schema)).map(
    ([name, property]): Field => ({
      name,
      schema: property,
      required: required.includes(name),
      description: resolve<Schema>(contract, property).description ?? '',
    }),
  );
  return fields.map((field) => writeField(contract, field, links)).join('\n');
}

/** Writes parameters or headers as a Markdown list. */
export function parameterList(contract: Contract, parameters: Omit<Parameter, 'in'>[], links: Links): string {
  return parameters
    .map(({ name, schema = {}, required = false, description = '' }) =>
      writeField(contract, { name, schema, required, description }, links),
    )
    .join('\n');
}

function writeField(contract: Contract, { name, schema, required, description }: Field, links: Links): string {
  const nested = findUnnamedObject(schema);
  const values = writeValues(contract, schema);
  const facts = [writeType(schema, links), ...(required ? ['**required**'] : []), ...listFacts(contract, schema)];
  const text = [joinLines(description), values].filter(Boolean).join(' ');
  return [
    `- \`${name}\` ${facts.join(', ')}`,
    ...(text ? [`\n  ${text}`] : []),
    ...(nested ? [`\n${indent(fieldList(contract, nested, links))}`] : []),
  ].join('\n');
}

/** Lists the constraints of a field, including constraints of array items and of named schemas with a simple type. */
function listFacts(contract: Contract, schema: Schema): string[] {
  const resolved = resolve<Schema>(contract, schema);
  const items = resolve<Schema>(contract, resolved.items ?? {});
  const itemFacts = listConstraints(items).map((fact) => `each ${fact}`);
  return [...listConstraints(resolved), ...itemFacts];
}

/** Lists the values of an enumerated field; empty for other fields. */
function writeValues(contract: Contract, schema: Schema): string {
  const resolved = resolve<Schema>(contract, schema);
  const schemas = [resolved, ...(resolved.anyOf ?? []), ...(resolved.items ? [resolved.items] : [])];
  const values = schemas.map((candidate) => resolve<Schema>(contract, candidate).enum).find(Boolean);
  return values ? `Values: ${values.map((value) => `\`${value}\``).join(', ')}.` : '';
}

/** Returns the unnamed object schema inside a field, which doesn't have its own page. */
function findUnnamedObject(schema: Schema): Schema | undefined {
  const candidates = [
    schema,
    schema.items,
    schema.additionalProperties,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  return candidates.find(
    (candidate): candidate is Schema => isJsonObject(candidate) && isJsonObject(candidate.properties),
  );
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
