/** Hostile texts, and requests with them at every location where an operation accepts text. */
import { isJsonObject } from '@aispm/openapi';
import {
  OPERATIONS,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from '../../src/platform/contract/contract.ts';
import { EXAMPLE_BODIES, EXAMPLE_QUERIES } from '../contract-examples.ts';

/** Breaks out of several contexts at once: quotes, array literals, patterns and parameters. */
const COMBINED = `'"\\{,}$1%;--`;

/** Each is an example of one way to break out of a context. */
export const TEXTS: readonly string[] = [
  `x'; DROP TABLE objects; --`,
  `' OR '1'='1`,
  `x") UNION SELECT key_hash FROM api_keys --`,
  `\\'; SELECT 1; --`,
  `$1`,
  `%_\\`,
  `{"$ne":null}`,
  `{x,"y`,
  `../../../../etc/passwd`,
  `\u0000`,
  `a\u0000b`,
  `\ud800`,
  `\u202e🙂`,
  `1e309`,
  `-99999999999999999999`,
  `9999-12-31T23:59:59.999Z`,
  `0000-01-01T00:00:00Z`,
  `constructor`,
  `__proto__`,
  'x'.repeat(5_000),
  COMBINED,
];

/** A request with a hostile text at one location. */
export interface TextRequest {
  /** The operation and the location, for failure messages. */
  name: string;
  method: string;
  /** Below the base path, with the query. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

interface TextSchema extends Schema {
  items?: TextSchema;
  format?: string;
  pattern?: string;
}

/** Number of texts for parameters that reject most of them. */
const MAX_REJECTED = 3;

/**
 * Returns values for the path of an operation with which it names an existing record: the first one of the list that the
 * path continues.
 *
 * @param read returns the first item of a list, by its path
 */
export async function findPathValues(
  operation: Operation,
  workspace: Record<string, string>,
  read: (path: string) => Promise<Record<string, unknown> | undefined>,
): Promise<Record<string, string>> {
  const values: Record<string, string> = { ...workspace };
  for (const { name, in: location, schema } of operation.parameters) {
    if (location !== 'path' || name in values) continue;
    const list = operation.path.slice(0, operation.path.indexOf(`/{${name}}`));
    const isList = [...OPERATIONS.values()].some(({ method, path }) => method === 'GET' && path === list);
    const item = isList ? await read(fill(list, values)) : undefined;
    const [, id] = Object.entries(item ?? {}).find(([field]) => field.endsWith('id')) ?? [];
    values[name] = String(id ?? schema.enum?.[0] ?? 'x');
  }
  return values;
}

/**
 * Returns requests of an operation with each text in each parameter and in each text of its body. One text is also in bodies that lack
 * another member: code may read a text only when, for example, there's no identifier.
 */
export function* textRequests(operation: Operation, path: Record<string, string>): Generator<TextRequest> {
  const bodies = EXAMPLE_BODIES.get(operation.operationId) ?? [];
  const [body] = bodies;
  const withBody = (location: string, text: string, changed: unknown): TextRequest => ({
    name: `${operation.operationId} body${location} = ${JSON.stringify(text).slice(0, 60)}`,
    method: operation.method,
    path: fill(operation.path, path),
    headers: {},
    body: JSON.stringify(changed),
  });
  if (operation.requiresBody && body === undefined) throw new Error(`${operation.operationId} has no example.`);
  for (const [index, text] of TEXTS.entries()) {
    for (const parameter of operation.parameters) {
      // For rejections by the contract, a few texts are enough.
      if (index >= MAX_REJECTED && !accepts(parameter.schema as TextSchema, text)) continue;
      const request = withParameter(operation, parameter, text, path);
      if (request) yield { ...request, body: body === undefined ? undefined : JSON.stringify(body) };
    }
    for (const [location, changed] of replacements(body, text)) yield withBody(location, text, changed);
  }
  for (const [location, changed] of bodies.flatMap((one) => [...replacementsBesideGaps(one, COMBINED)]))
    yield withBody(location, COMBINED, changed);
}

/** Returns whether a parameter may accept a text, as far as that is known without a validator. */
function accepts({ type, items, enum: values, format, pattern }: TextSchema, text: string): boolean {
  if (type === 'array') return items !== undefined && accepts(resolve<TextSchema>(items), text);
  return type === 'string' && !values && !format && (pattern === undefined || new RegExp(pattern, 'u').test(text));
}

function withParameter(
  operation: Operation,
  { name, in: location }: Parameter,
  text: string,
  path: Record<string, string>,
): Omit<TextRequest, 'body'> | undefined {
  const shared = {
    name: `${operation.operationId} ${location}/${name} = ${JSON.stringify(text).slice(0, 60)}`,
    method: operation.method,
    path: `${fill(operation.path, path)}${toQuery(operation)}`,
    headers: {},
  };
  switch (location) {
    case 'path':
      return { ...shared, path: `${fill(operation.path, { ...path, [name]: text })}${toQuery(operation)}` };
    case 'query':
      return { ...shared, path: `${fill(operation.path, path)}${toQuery(operation, [name, text])}` };
    case 'header':
      // Clients can't send every character in a header.
      return /^[\x20-\x7e]*$/.test(text) ? { ...shared, headers: { [name]: text } } : undefined;
  }
}

/** Returns the query of a request: what the operation requires, and a parameter. */
function toQuery({ operationId }: Operation, ...given: [name: string, value: string][]): string {
  const names = given.map(([name]) => name);
  const required = (EXAMPLE_QUERIES.get(operationId) ?? []).filter(([name]) => !names.includes(name));
  const query = [...required, ...given].map(([name, value]) => `${encodeURIComponent(name)}=${encodeText(value)}`);
  return query.length === 0 ? '' : `?${query.join('&')}`;
}

function fill(path: string, values: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeText(values[name] ?? 'x'));
}

/** Percent-encodes a text; a lone surrogate as the bytes that it would have. */
export function encodeText(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

/** Returns copies of a value, each with one of its texts replaced, or with the text as the name of a further member. */
function* replacements(value: unknown, text: string): Generator<[location: string, value: unknown]> {
  if (isJsonObject(value)) yield [' (a name)', { ...value, [text]: 1 }];
  if (typeof value === 'string') yield ['', text];
  else yield* changeChildren(value, (child) => replacements(child, text));
}

/** Returns copies of a value, each with one of its texts replaced in an object of which another member is missing or null. */
function* replacementsBesideGaps(value: unknown, text: string): Generator<[location: string, value: unknown]> {
  if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      const { [name]: _, ...others } = value;
      for (const [what, gap] of [
        ['without', {}],
        ['with null as', { [name]: null }],
      ] as const) {
        for (const [location, changed] of changeChildren(others, (child) => replacements(child, text)))
          yield [`${location} ${what} ${name}`, { ...(changed as object), ...gap }];
      }
    }
  }
  yield* changeChildren(value, (child) => replacementsBesideGaps(child, text));
}

/** Returns copies of a value, each with one changed child. Of an array only the first item changes: all have the same schema. */
function* changeChildren(
  value: unknown,
  change: (child: unknown) => Iterable<[location: string, child: unknown]>,
): Generator<[location: string, value: unknown]> {
  if (Array.isArray(value)) {
    for (const [location, item] of change(value[0])) yield [`/0${location}`, value.with(0, item)];
  } else if (isJsonObject(value)) {
    for (const [name, child] of Object.entries(value)) {
      for (const [location, changed] of change(child)) yield [`/${name}${location}`, { ...value, [name]: changed }];
    }
  }
}
