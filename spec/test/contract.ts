import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type JsonObject = { [key: string]: unknown };

interface Contract {
  info: { version: string };
  servers: { url: string }[];
  security: JsonObject[];
  tags: { name: string }[];
  'x-tagGroups': { name: string; tags: string[] }[];
  paths: Record<string, Record<string, JsonObject>>;
  components: Record<
    'schemas' | 'parameters' | 'responses' | 'headers' | 'securitySchemes',
    Record<string, JsonObject>
  >;
}

/** The bundle, as `npm run build` left it. */
export const contract = JSON.parse(readFileSync(join(import.meta.dirname, '../dist/openapi.json'), 'utf8')) as Contract;

/** The value at a JSON Pointer of the bundle (`#/…`), or undefined. */
export function resolvePointer(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, part) => (node as JsonObject | undefined)?.[part], contract);
}

/** The node itself, or what its `$ref` points to, with the keys beside the `$ref`. */
export function deref(node: JsonObject): JsonObject {
  if (typeof node.$ref !== 'string') return node;
  const { $ref, ...beside } = node;
  return { ...deref(resolvePointer($ref as string) as JsonObject), ...beside };
}

/** All properties of an object schema, those of its `allOf` members included. */
export function propertiesOf(schema: JsonObject): Record<string, JsonObject> {
  const { properties, allOf } = deref(schema) as {
    properties?: Record<string, JsonObject>;
    allOf?: JsonObject[];
  };
  return Object.assign({}, ...(allOf ?? []).map(propertiesOf), properties);
}

/** The JSON type of a schema in words: `string`, `string?` when it may be null, `array of string`. */
export function typeOf(schema: JsonObject): string {
  const { type, items, anyOf, allOf } = deref(schema) as {
    type?: string | string[];
    items?: JsonObject;
    anyOf?: JsonObject[];
    allOf?: JsonObject[];
  };
  if (anyOf) {
    const types = anyOf.map(typeOf);
    return types.filter((name) => name !== 'null').join(' or ') + (types.includes('null') ? '?' : '');
  }
  if (allOf) return 'object';
  if (Array.isArray(type))
    return type.filter((name) => name !== 'null').join(' or ') + (type.includes('null') ? '?' : '');
  if (type === 'array') return `array of ${typeOf(items ?? {}).replace(/ of .*/, '')}`;
  return type ?? 'anything';
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  definition: JsonObject;
  parameters: JsonObject[];
  requestBody: JsonObject | undefined;
  responses: Record<string, JsonObject>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Every operation of the bundle, with its parameters and responses resolved. */
export const operations: Operation[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => item[method]).map((method) => {
    const definition = item[method] as JsonObject;
    const parameters = [
      ...((item.parameters as unknown as JsonObject[] | undefined) ?? []),
      ...((definition.parameters as JsonObject[] | undefined) ?? []),
    ];
    return {
      id: definition.operationId as string,
      method,
      path,
      definition,
      parameters: parameters.map(deref),
      requestBody: definition.requestBody as JsonObject | undefined,
      responses: Object.fromEntries(
        Object.entries(definition.responses as Record<string, JsonObject>).map(([status, response]) => [
          status,
          deref(response),
        ]),
      ),
    };
  }),
);
