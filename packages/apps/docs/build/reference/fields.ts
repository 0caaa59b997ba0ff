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
import type { Links } from './addresses.ts';
import { listConstraints, writeType } from './types.ts';

/** What a list of fields shows of one field, parameter or header. */
interface Field {
  name: string;
  schema: Schema;
  required: boolean;
  description: string;
}

/** Writes the fields of an object schema as a Markdown list, those of objects without a name of their own below them. */
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

/** Writes parameters, or headers, as a Markdown list. */
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

/** Lists the constraints of a field: its own, and those of the values of an array or of a named schema of a simple type. */
function listFacts(contract: Contract, schema: Schema): string[] {
  const resolved = resolve<Schema>(contract, schema);
  const items = resolve<Schema>(contract, resolved.items ?? {});
  const itemFacts = listConstraints(items).map((fact) => `each ${fact}`);
  return [...listConstraints(resolved), ...itemFacts];
}

/** Writes the values that a field accepts; empty when it does not list them. */
function writeValues(contract: Contract, schema: Schema): string {
  const resolved = resolve<Schema>(contract, schema);
  const members = [resolved, ...(resolved.anyOf ?? []), ...(resolved.items ? [resolved.items] : [])];
  const values = members.map((member) => resolve<Schema>(contract, member).enum).find(Boolean);
  return values ? `Values: ${values.map((value) => `\`${value}\``).join(', ')}.` : '';
}

/** Returns the object schema inside a field that has no name, and so no page of its own. */
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
