/** A step of the build: writes the parts of the contract that queries and mutations need as a source file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Document,
  EXTENSIBLE_ENUM,
  isNullable,
  jsonContent,
  listOperations,
  type Operation,
  requiredProperties,
  resolve,
  type Schema,
  schemaProperties,
} from '@aispm/openapi';
import contract from '@aispm/spec/openapi.json' with { type: 'json' };
import { readResource } from '../src/resource.ts';

const document = contract as Document;
const operations = listOperations(document);

/** Returns the property of a response with the status of a job; `undefined` when the response isn't a job. */
function statusField({ responses, method }: Operation): string | undefined {
  if (method !== 'get') return undefined;
  const schema = jsonContent(responses['200'])?.schema;
  if (!schema) return undefined;
  const required = requiredProperties(document, schema);
  return Object.entries(schemaProperties(document, schema)).find(
    ([name, property]) =>
      required.includes(name) &&
      !isNullable(document, property) &&
      ['queued', 'running'].every((status) => knownValues(property).includes(status)),
  )?.[0];
}

/** Returns the values of an enumeration that later versions may extend. */
function knownValues(property: Schema): unknown[] {
  const { [EXTENSIBLE_ENUM]: values = [] } = resolve<Schema>(document, property) as { [EXTENSIBLE_ENUM]?: unknown[] };
  return values;
}

const statusFields = Object.fromEntries(
  operations.map((operation) => [operation.operationId, statusField(operation)]).filter(([, field]) => field),
);
if (Object.keys(statusFields).length === 0) throw new Error('No operation returns a job, which a query could poll.');

const groups = contract['x-tagGroups'].map(({ tags }) =>
  operations.filter(({ definition }) => definition.tags?.some((tag) => tags.includes(tag))).map(readResource),
);
const changing = operations.filter(({ method }) => method !== 'get').map((operation) => readResource(operation).name);
const related = Object.fromEntries(
  [...new Set(changing)].map((name): [string, string[]] => {
    const names = groups.filter((group) => group.some((other) => other.name === name)).flat();
    return [name, [...new Set(names.map((other) => other.name))].filter((other) => other !== name)];
  }),
);

mkdirSync(join(import.meta.dirname, '../src/generated'), { recursive: true });
writeFileSync(
  join(import.meta.dirname, '../src/generated/contract.ts'),
  `// Generated from the contract. Do not edit.
/** The property with the status of a job, by the operation that returns the job. */
export const statusFields: Readonly<Record<string, string>> = ${JSON.stringify(statusFields)};
/** The other resources in the same groups of the contract, by resource that an operation changes. */
export const relatedResources: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(
    Object.fromEntries(Object.entries(related).filter(([, names]) => names.length > 0)),
  )};
`,
);
