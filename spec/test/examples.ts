import { deref, type JsonObject, type Operation, operations, propertiesOf } from './contract.ts';

/** One named example of a request or an answer. */
export interface Example {
  operation: Operation;
  /** `request`, or the status of the answer. */
  place: string;
  mediaType: string;
  name: string;
  summary: string;
  schema: JsonObject;
  value: unknown;
}

/** What is wrong names its example like this. */
export const nameOf = ({ operation, place, name }: Example) => `${operation.id} ${place} ${name}`;

function examplesIn(operation: Operation, place: string, message: JsonObject): Example[] {
  const content = Object.entries((message.content ?? {}) as Record<string, JsonObject>);
  return content.flatMap(([mediaType, { schema, examples }]) =>
    Object.entries((examples ?? {}) as Record<string, JsonObject>).map(([name, example]) => {
      const { summary = '', value } = deref(example) as { summary?: string; value?: unknown };
      return { operation, place, mediaType, name, summary, schema: schema as JsonObject, value };
    }),
  );
}

/** Every named example of the bundle, in the order of the contract. */
export const examples: Example[] = operations.flatMap((operation) => [
  ...(operation.requestBody ? examplesIn(operation, 'request', deref(operation.requestBody)) : []),
  ...Object.entries(operation.responses).flatMap(([status, response]) => examplesIn(operation, status, response)),
]);

/** The examples of what operations answer when all goes well. */
export const answers = examples.filter(({ place }) => place.startsWith('2'));

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows of a table as objects, and everything else as it is. */
function withoutTable(value: JsonObject): JsonObject {
  const { header, rows } = value as { header?: string[]; rows?: unknown[][] };
  if (!header || !rows) return value;
  return {
    ...value,
    items: rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index]]))),
  };
}

/** The records that an answer shows: the items of a page, the rows of a table, or the answer itself. */
export function recordsIn({ operation, value }: Example): JsonObject[] {
  if (!isObject(value)) return [];
  const { items } = withoutTable(value) as { items?: JsonObject[] };
  // The table of one asset has one row.
  return items && (operation.id.startsWith('list') || 'header' in value) ? items : [value];
}

export interface Field {
  name: string;
  value: unknown;
  schema: JsonObject;
  /** The object that has the field. */
  owner: JsonObject;
}

/** All fields of a value, at any depth, each with its schema. Elements of an array are fields under the array's name. */
function fieldsOf(value: unknown, schemaOrRef: JsonObject, name = '', owner: JsonObject = {}): Field[] {
  const schema = deref(schemaOrRef) as JsonObject & { anyOf?: JsonObject[]; items?: JsonObject };
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, schema.items ?? {}, name, owner));
  if (!isObject(value)) return [{ name, value, schema, owner }];
  const properties = { ...propertiesOf(schema), ...Object.assign({}, ...(schema.anyOf ?? []).map(propertiesOf)) };
  const others = isObject(schema.additionalProperties) ? schema.additionalProperties : {};
  return [
    { name, value, schema, owner },
    ...Object.entries(value).flatMap(([key, item]) => fieldsOf(item, properties[key] ?? others, key, value)),
  ];
}

/** The values of a tabular answer have no schemas of their own, so their columns are read by name. */
function fieldsOfTable(example: Example): Field[] {
  return recordsIn(example).flatMap((row) =>
    Object.entries(row).map(([name, value]) => ({
      name,
      value,
      owner: row,
      schema: { title: name.endsWith('_id') ? 'Identifier' : '', format: name.endsWith('_at') ? 'date-time' : '' },
    })),
  );
}

/** All fields of an example, at any depth. */
export function fieldsOfExample(example: Example): Field[] {
  if (isObject(example.value) && 'header' in example.value) return fieldsOfTable(example);
  return fieldsOf(example.value, example.schema);
}

export interface Link {
  operation: Operation;
  status: string;
  name: string;
  operationId: string;
  /** Values for the parameters of the next operation: literals and runtime expressions. */
  parameters: Record<string, string>;
  /** The examples of the answer that has the link. */
  examples: Example[];
}

/** Every link of every answer of the bundle. */
export const links: Link[] = operations.flatMap((operation) =>
  Object.entries(operation.responses).flatMap(([status, response]) =>
    Object.entries((response.links ?? {}) as Record<string, JsonObject>).map(([name, link]) => {
      const { operationId, parameters = {} } = deref(link) as unknown as Pick<Link, 'operationId' | 'parameters'>;
      const own = answers.filter((example) => example.operation === operation && example.place === status);
      return { operation, status, name, operationId, parameters, examples: own };
    }),
  ),
);

const BODY = '$response.body#/';
export const isBodyExpression = (expression: string) => expression.startsWith(BODY);

/**
 * What a `$response.body#/…` expression leads to in an example: a value, `nothing` where it leads through an empty list
 * or null, or undefined where there is no such place.
 */
export function followBody(expression: string, example: Example): unknown {
  let node: unknown = example.value;
  for (const part of expression.slice(BODY.length).split('/')) {
    if (node === null || (Array.isArray(node) && node.length === 0)) return 'nothing';
    node = (node as JsonObject)[part];
  }
  return node === null ? 'nothing' : node;
}
