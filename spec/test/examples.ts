import {
  formatPointer,
  isJsonObject,
  type JsonObject,
  listExamples,
  type MediaType,
  type Operation,
  type Schema,
  schemaProperties,
} from '@aispm/openapi';
import { contract, operations, resolveNode } from './contract.ts';

/** One named example of a request or a response. */
export interface Example {
  operation: Operation;
  /** `request`, or the status of the response. */
  message: string;
  mediaType: string;
  name: string;
  summary: string;
  schema: Schema;
  /** JSON Pointer of the schema. */
  pointer: string;
  value: unknown;
}

/** Formats the name of an example for titles and failures of tests. */
export const exampleName = ({ operation, message, name }: Example) => `${operation.operationId} ${message} ${name}`;

/** Pairs each item with its name, for titles of tests. */
export const withNames = <T extends Example>(items: T[]) => items.map((item) => [exampleName(item), item] as const);

function listMessageExamples(
  operation: Operation,
  message: string,
  { content = {} }: { content?: Record<string, MediaType> },
  pointer = '',
): Example[] {
  return Object.entries(content).flatMap(([mediaType, { schema = {}, ...media }]) =>
    listExamples(contract, media).map(({ name, summary = '', value }) => ({
      operation,
      message,
      mediaType,
      name,
      summary,
      schema,
      pointer: `${pointer}${formatPointer(['content', mediaType, 'schema'])}`,
      value,
    })),
  );
}

/** Every named example of the bundle, in the order of the contract. */
export const examples: Example[] = operations.flatMap((operation) => [
  ...listMessageExamples(operation, 'request', operation.requestBody ?? {}, operation.pointers.requestBody),
  ...Object.entries(operation.responses).flatMap(([status, response]) =>
    listMessageExamples(operation, status, response, operation.pointers.responses[status]),
  ),
]);

/** The examples of successful responses. */
export const responseExamples = examples.filter(({ message }) => message.startsWith('2'));

/** Lists the examples of the successful responses of an operation. */
export const examplesOf = (operationId: string) =>
  responseExamples.filter((example) => example.operation.operationId === operationId);

/** Converts the rows of a table to objects, and returns other values unchanged. */
function tableToPage(value: JsonObject): JsonObject {
  const { header, rows } = value as { header?: string[]; rows?: unknown[][] };
  if (!header || !rows) return value;
  return {
    ...value,
    items: rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index]]))),
  };
}

/** Lists the records that a response shows: the items of a page, the rows of a table, or the response itself. */
export function listRecords({ operation, value }: Example): JsonObject[] {
  if (!isJsonObject(value)) return [];
  const { items } = tableToPage(value) as { items?: JsonObject[] };
  // The table of one asset has one row.
  return items && (operation.operationId.startsWith('list') || 'header' in value) ? items : [value];
}

export interface Field {
  name: string;
  value: unknown;
  schema: Schema;
  /** The object that has the field. */
  owner: JsonObject;
}

/** Lists all fields of a value, at any depth. Elements of an array are fields with the name of the array. */
function listValueFields(value: unknown, declared: Schema, name = '', owner: JsonObject = {}): Field[] {
  const schema = resolveNode<Schema>(declared);
  if (Array.isArray(value)) return value.flatMap((item) => listValueFields(item, schema.items ?? {}, name, owner));
  if (!isJsonObject(value)) return [{ name, value, schema, owner }];
  const members = [schema, ...(schema.anyOf ?? [])];
  const properties: Record<string, Schema> = Object.assign(
    {},
    ...members.map((member) => schemaProperties(contract, member)),
  );
  const additional = isJsonObject(schema.additionalProperties) ? (schema.additionalProperties as Schema) : {};
  return [
    { name, value, schema, owner },
    ...Object.entries(value).flatMap(([key, item]) => listValueFields(item, properties[key] ?? additional, key, value)),
  ];
}

/** Lists the cells of a table. They don't have their own schemas, so the name of the column determines it. */
function listCells(example: Example): Field[] {
  return listRecords(example).flatMap((row) =>
    Object.entries(row).map(([name, value]) => ({
      name,
      value,
      owner: row,
      schema: { title: name.endsWith('_id') ? 'Identifier' : '', format: name.endsWith('_at') ? 'date-time' : '' },
    })),
  );
}

/** Lists all fields of an example, at any depth. */
export function listFields(example: Example): Field[] {
  if (isJsonObject(example.value) && 'header' in example.value) return listCells(example);
  return listValueFields(example.value, example.schema);
}

export interface Link {
  operation: Operation;
  status: string;
  name: string;
  operationId: string;
  /** Values for the parameters of the next operation: literals and runtime expressions. */
  parameters: Record<string, string>;
  /** The examples of the response that has the link. */
  examples: Example[];
}

/** Every link of every response of the bundle. */
export const links: Link[] = operations.flatMap((operation) =>
  Object.entries(operation.responses).flatMap(([status, response]) =>
    Object.entries(response.links ?? {}).map(([name, link]) => {
      const { operationId, parameters = {} } = resolveNode<Pick<Link, 'operationId' | 'parameters'>>(link);
      const own = examplesOf(operation.operationId).filter((example) => example.message === status);
      return { operation, status, name, operationId, parameters, examples: own };
    }),
  ),
);

const BODY = '$response.body#/';
export const isBodyExpression = (expression: string) => expression.startsWith(BODY);

/**
 * Evaluates a `$response.body#/…` expression for an example. Returns `nothing` if it selects null or passes through an empty
 * list, and undefined when the example has no such node.
 */
export function evaluateBodyExpression(expression: string, example: Example): unknown {
  let node: unknown = example.value;
  for (const key of expression.slice(BODY.length).split('/')) {
    if (node === null || (Array.isArray(node) && node.length === 0)) return 'nothing';
    node = (node as JsonObject)[key];
  }
  return node === null ? 'nothing' : node;
}
