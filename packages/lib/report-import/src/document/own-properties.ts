/** The properties `aispm:…` with which bills and logs of AISPM's scanner say what an object is. */
import type { ScannedAgent, ScannedMcpServer, ScannedModel, ScannedTool } from '@aispm/types';
import type { JsonNode } from '../report/json-node.ts';
import { getSchemaAt, truncate } from './limits.ts';
import { toStableKey } from './names.ts';

/** An object as it is read from a report. */
export type ReadObject =
  | Omit<ScannedAgent, 'key'>
  | Omit<ScannedModel, 'key'>
  | Omit<ScannedTool, 'key'>
  | Omit<ScannedMcpServer, 'key'>;

/** The types of these objects. */
export type ReadObjectType = ReadObject['object_type'];

/** The schemas of objects, by their types. */
const SCHEMAS: Readonly<Record<ReadObjectType, string>> = {
  agent: 'ScannedAgent',
  model: 'ScannedModel',
  tool: 'ScannedTool',
  mcp_server: 'ScannedMcpServer',
};

const PREFIX = 'aispm:';
const LABEL = 'label:';

/** Values of properties by their names, each with its location. */
export type Properties = ReadonlyMap<string, readonly JsonNode[]>;

/** Reads the list of properties of a part of a bill. */
export function readProperties(part: JsonNode): Properties {
  const properties = new Map<string, JsonNode[]>();
  for (const property of part.get('properties').items()) {
    const name = property.get('name').string() ?? '';
    const values = properties.get(name) ?? [];
    values.push(property.get('value'));
    properties.set(name, values);
  }
  return properties;
}

/** Returns the type of the object that properties describe; undefined when they describe none. */
export function readOwnType(properties: Properties): ReadObjectType | undefined {
  const type = properties.get(`${PREFIX}object_type`)?.[0]?.string();
  return type !== undefined && Object.hasOwn(SCHEMAS, type) ? (type as ReadObjectType) : undefined;
}

/**
 * Reads an object of AISPM's scanner.
 *
 * @param base what the report says of the object without these properties
 */
export function readOwnObject(properties: Properties, base: ReadObject): ReadObject {
  const fields: Record<string, unknown> = {};
  const schema = SCHEMAS[base.object_type];
  for (const field of Object.keys(getSchemaAt(schema).properties ?? {})) {
    const nodes = properties.get(PREFIX + field);
    if (nodes === undefined || field === 'key' || field === 'object_type') continue;
    const value = field === 'stable_key' ? readStableKey(nodes) : readField(nodes, `${schema}.${field}`);
    if (value !== undefined) fields[field] = value;
  }
  const labels = readLabels(properties, `${schema}.labels`);
  return { ...base, ...fields, ...(labels !== undefined && { labels }) } as ReadObject;
}

function readStableKey([node]: readonly JsonNode[]): string | undefined {
  const key = node?.string();
  return key === undefined ? undefined : toStableKey(key);
}

/** Reads the values of a field; undefined when they aren't of its type. */
function readField(nodes: readonly JsonNode[], path: string): unknown {
  const { type, items, anyOf = [] } = getSchemaAt(path);
  const [node] = nodes;
  const text = node?.string();
  if (node === undefined || text === undefined) return undefined;
  const types = [type].flat();
  if (types.includes('boolean')) {
    return ['true', 'false'].includes(text) ? text === 'true' : node.omit('must be true or false');
  }
  if (types.includes('integer')) {
    const isInteger = /^\d{1,9}$/.test(text) && Number(text) > 0;
    return isInteger ? Number(text) : node.omit('must be a positive integer');
  }
  if (types.includes('array')) {
    const max = getSchemaAt(`${path}.items`).maxLength;
    if (items === undefined || max === undefined) return undefined;
    return [...new Set(nodes.map((each) => each.string()))].filter((each) => each !== undefined && each.length <= max);
  }
  if (types.includes('string')) return readText(node, text, path);
  // An enumeration that may be null.
  const values = anyOf.flatMap(
    ({ $ref, ...property }) => ($ref === undefined ? property : getSchemaAt(nameOf($ref))).enum ?? [],
  );
  return values.includes(text) ? text : undefined;
}

/** Returns the name of the component that a reference resolves to. */
function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function readText(node: JsonNode, text: string, path: string): string | undefined {
  const { enum: values, pattern, minLength = 0, maxLength: max } = getSchemaAt(path);
  if (values !== undefined && !values.includes(text)) return node.omit(`must be one of ${values.join(', ')}`);
  const isShort = text.length < minLength || (pattern !== undefined && !new RegExp(pattern, 'u').test(text));
  if (isShort) return node.omit("doesn't have the format that the contract requires");
  return max === undefined ? text : truncate(text, path);
}

function readLabels(properties: Properties, path: string): Record<string, string> | undefined {
  const { maxProperties = 0, propertyNames } = getSchemaAt(path);
  const maxName = (propertyNames as { maxLength?: number } | undefined)?.maxLength ?? 0;
  const labels = [...properties].flatMap(([name, [node]]) => {
    const label = name.startsWith(PREFIX + LABEL) ? name.slice(PREFIX.length + LABEL.length) : '';
    const value = node?.string();
    return label === '' || label.length > maxName || value === undefined ? [] : [[label, value.slice(0, 255)] as const];
  });
  return labels.length === 0 ? undefined : Object.fromEntries(labels.slice(0, maxProperties));
}
