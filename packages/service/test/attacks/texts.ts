/** Texts that have broken programs, and where an operation takes texts. */
import { OPERATIONS, type Operation, type Parameter, resolve, type Schema } from '../../src/contract/contract.ts';
import { EXAMPLE_BODIES } from '../contract-examples.ts';

/** Each stands for a way to break out of where a text is put. */
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
];

/** A request with one text where it does not belong. */
export interface TextRequest {
  /** The operation and the place, for people. */
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

/** How many texts go where the contract refuses most of them. */
const REFUSED = 3;

/**
 * What to put into the path of an operation so that it names something that is there: the first record of the list that the
 * path continues.
 *
 * @param read gives the first item of a list, by its path
 */
export async function pathValues(
  operation: Operation,
  workspace: Record<string, string>,
  read: (path: string) => Promise<Record<string, unknown> | undefined>,
): Promise<Record<string, string>> {
  const values: Record<string, string> = { ...workspace };
  for (const { name, in: where, schema } of operation.parameters) {
    if (where !== 'path' || name in values) continue;
    const list = operation.path.slice(0, operation.path.indexOf(`/{${name}}`));
    const isList = [...OPERATIONS.values()].some(({ method, path }) => method === 'GET' && path === list);
    const item = isList ? await read(fill(list, values)) : undefined;
    const [, id] = Object.entries(item ?? {}).find(([field]) => field.endsWith('id')) ?? [];
    values[name] = String(id ?? schema.enum?.[0] ?? 'x');
  }
  return values;
}

/** An operation, with every text in every parameter and in every text of its body, one at a time. */
export function* textRequests(operation: Operation, path: Record<string, string>): Generator<TextRequest> {
  const [body] = EXAMPLE_BODIES.get(operation.operationId) ?? [];
  if (operation.takesBody && body === undefined) throw new Error(`${operation.operationId} has no example.`);
  for (const [index, text] of TEXTS.entries()) {
    for (const parameter of operation.parameters) {
      // Of what the contract refuses, a few are enough.
      if (index >= REFUSED && !accepts(parameter.schema as TextSchema, text)) continue;
      const request = withParameter(operation, parameter, text, path);
      if (request) yield { ...request, body: body === undefined ? undefined : JSON.stringify(body) };
    }
    for (const [place, changed] of replacements(body, text)) {
      yield {
        name: `${operation.operationId} body${place} = ${JSON.stringify(text).slice(0, 60)}`,
        method: operation.method,
        path: fill(operation.path, path),
        headers: {},
        body: JSON.stringify(changed),
      };
    }
  }
}

/** Whether a text may be a value of a parameter, as far as that can be told without a validator. */
function accepts({ type, items, enum: values, format, pattern }: TextSchema, text: string): boolean {
  if (type === 'array') return items !== undefined && accepts(resolve<TextSchema>(items), text);
  return type === 'string' && !values && !format && (pattern === undefined || new RegExp(pattern, 'u').test(text));
}

function withParameter(
  operation: Operation,
  { name, in: where }: Parameter,
  text: string,
  path: Record<string, string>,
): Omit<TextRequest, 'body'> | undefined {
  const shared = {
    name: `${operation.operationId} ${where}/${name} = ${JSON.stringify(text).slice(0, 60)}`,
    method: operation.method,
    path: fill(operation.path, path),
    headers: {},
  };
  switch (where) {
    case 'path':
      return { ...shared, path: fill(operation.path, { ...path, [name]: text }) };
    case 'query':
      return { ...shared, path: `${shared.path}?${encodeURIComponent(name)}=${encode(text)}` };
    case 'header':
      // Clients cannot send every character in a header.
      return /^[\x20-\x7e]*$/.test(text) ? { ...shared, headers: { [name]: text } } : undefined;
  }
}

function fill(path: string, values: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encode(values[name] ?? 'x'));
}

/** Percent-encoded; half a surrogate pair as the bytes that it would have. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

/** The same value with a text in place of one of its texts, or beside its fields as a name, each in turn. */
function* replacements(value: unknown, text: string): Generator<[place: string, value: unknown]> {
  if (typeof value === 'string') yield ['', text];
  else if (Array.isArray(value)) {
    // What one item takes, all of them take.
    for (const [place, item] of replacements(value[0], text)) yield [`/0${place}`, value.with(0, item)];
  } else if (typeof value === 'object' && value !== null) {
    yield [' (a name)', { ...value, [text]: 1 }];
    for (const [name, child] of Object.entries(value)) {
      for (const [place, changed] of replacements(child, text))
        yield [`/${name}${place}`, { ...value, [name]: changed }];
    }
  }
}
