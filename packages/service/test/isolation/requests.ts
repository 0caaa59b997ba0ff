/** Requests of one party with everything of another that it could have heard of: identifiers, keys, versions, addresses. */
import { document, type Operation, resolve, type Schema, schemaOf } from '../../src/contract/contract.ts';
import { EXAMPLE_BODIES, EXAMPLE_PATHS } from '../contract-examples.ts';
import type { Names } from './belongings.ts';
import type { Party } from './parties.ts';
import type { Random } from './random.ts';

/** A request, and what of it is not the caller's own. */
export interface MixedRequest {
  method: string;
  /** Below the base path. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Whether the path names the workspace of the caller, or none. */
  isAtHome: boolean;
  /** What the path names. */
  named: string[];
  /** What of that is the other's alone. */
  foreignPath: string[];
  /** Everything that is the other's alone: identifiers and the Idempotency-Key. */
  foreign: string[];
}

/** Who asks, and whose things it names. */
export interface Sides {
  caller: Party;
  own: Names;
  /** What the caller has made since `own` was read, and so may name as its own. */
  made: Set<string>;
  other: Party;
  others: Names;
}

/** The column of the keys of requests. */
const KEYS = 'idempotency_keys.idempotency_key';

const IDENTIFIER = /(^|_)ids?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Of the parameters of a path, those that say where. */
const PLACE = ['tenant_id', 'workspace_id'];

/**
 * Composes a request from the examples of the contract.
 *
 * @param share how many of the things that it names are the other's, from 0 to 1
 */
export function compose(operation: Operation, sides: Sides, share: number, random: Random): MixedRequest {
  const { caller, other } = sides;
  const foreign: string[] = [];
  const name = (property: string, example: string) => {
    const { value, isForeign } = choose(property, example, sides, share, random);
    if (isForeign) foreign.push(value);
    return value;
  };
  const home = { tenant_id: caller.tenantId, workspace_id: caller.workspaceId };
  const place = random.chance(share / 2)
    ? { tenant_id: random.pick([caller, other]).tenantId, workspace_id: other.workspaceId }
    : home;
  const values = Object.fromEntries(
    Object.entries(EXAMPLE_PATHS.get(operation.operationId) ?? {}).map(([parameter, example]) => [
      parameter,
      PLACE.includes(parameter) ? place[parameter as keyof typeof place] : name(parameter, example),
    ]),
  );
  const foreignPath = [...foreign];
  const examples = EXAMPLE_BODIES.get(operation.operationId) ?? [];
  const body = examples.length === 0 ? undefined : rename(random.pick(examples), bodyOf(operation), name, random);
  const headers = headersOf(operation, sides, share, random);
  const key = headers['idempotency-key'];
  if (key !== undefined && sides.others.get(KEYS)?.has(key)) foreign.push(key);
  return {
    method: operation.method,
    path: operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(values[parameter] ?? '')),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    isAtHome: !operation.path.includes('{tenant_id}') || place.workspace_id === caller.workspaceId,
    named: Object.values(values),
    foreignPath,
    foreign,
  };
}

/** The same request, with things that nobody has in place of those of the other. */
export function withUnknown(request: MixedRequest, random: Random): MixedRequest {
  const substitutes = new Map(request.foreign.map((token) => [token, random.uuid()]));
  // As a whole only: an identifier of one may begin like that of another.
  const replace = (text: string) => text.replace(/[\w.~-]+/g, (word) => substitutes.get(word) ?? word);
  const { 'idempotency-key': key, ...headers } = request.headers;
  return {
    ...request,
    path: replace(request.path),
    body: request.body && replace(request.body),
    // One of its own that it has just used would stand for the first request.
    headers: { ...headers, ...(key !== undefined && { 'idempotency-key': random.uuid() }) },
  };
}

function headersOf({ parameters }: Operation, { own, made, others }: Sides, share: number, random: Random) {
  const headers: Record<string, string> = {};
  const versions = [...(others.get('client_storage.etag') ?? [])];
  const keys = [...(others.get(KEYS) ?? [])].filter((key) => !own.get(KEYS)?.has(key) && !made.has(key));
  const has = (header: string) => parameters.some((one) => one.in === 'header' && one.name === header);
  if (has('Idempotency-Key') && random.chance(0.7)) {
    headers['idempotency-key'] = keys.length > 0 && random.chance(share) ? random.pick(keys) : random.uuid();
  }
  if (has('If-Match') && random.chance(share)) {
    headers['if-match'] = random.pick(['*', '"1"', ...versions.map((version) => `"${version}"`)]);
  } else if (has('If-None-Match') && random.chance(0.2)) headers['if-none-match'] = '*';
  return headers;
}

/** A value of the same kind as that of an example: the caller's, or one that only the other has. */
function choose(
  property: string,
  example: string,
  { caller, own, made, other, others }: Sides,
  share: number,
  random: Random,
): { value: string; isForeign: boolean } {
  if (random.chance(share)) {
    const known = new Set([...made, ...[...own.values()].flatMap((values) => [...values])]);
    const candidates = valuesLike(others, property, example + other.suffix).filter((value) => !known.has(value));
    if (candidates.length > 0) return { value: random.pick(candidates), isForeign: true };
  }
  const candidates = valuesLike(own, property, example + caller.suffix);
  // The caller may choose some identifiers itself.
  const fresh = example === '' || UUID.test(example) ? random.uuid() : example;
  return { value: candidates.length > 0 && random.chance(0.8) ? random.pick(candidates) : fresh, isForeign: false };
}

/** All values of the columns that have a value; without such a column, those of the ones that are called like the property. */
function valuesLike(names: Names, property: string, value: string): string[] {
  const columns = [...names].filter(([, values]) => values.has(value));
  const called = `.${property.replace(/s$/, '')}`;
  const chosen = columns.length > 0 ? columns : [...names].filter(([column]) => column.endsWith(called));
  return [...new Set(chosen.flatMap(([, values]) => [...values]))];
}

function bodyOf({ path, method }: Operation): Schema {
  const paths = document.paths as Record<string, Record<string, { requestBody?: unknown }>>;
  const body = resolve<{ content: Record<string, { schema: Schema }> }>(
    paths[path]?.[method.toLowerCase()]?.requestBody,
  );
  return body.content['application/json']?.schema ?? {};
}

type Name = (property: string, example: string) => string;

/** Gives everything in a body that is an identifier another value, and adds some that the example leaves out. */
function rename(value: unknown, node: Schema | undefined, name: Name, random: Random, property = ''): unknown {
  const schema = resolve<Schema | undefined>(node);
  if (Array.isArray(value)) return value.map((item) => rename(item, schema?.items, name, random, property));
  if (typeof value === 'string') return IDENTIFIER.test(property) ? name(property, value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const added = Object.entries(schema?.properties ?? {}).filter(
    ([key, inner]) => (value as Record<string, unknown>)[key] == null && isIdentifier(inner) && random.chance(0.2),
  );
  return Object.fromEntries([
    ...Object.entries(value).map(([key, inner]) => [key, rename(inner, schema?.properties?.[key], name, random, key)]),
    ...added.map(([key, inner]) => [key, resolve<Schema>(inner).items ? [name(key, '')] : name(key, '')]),
  ]);
}

/** Whether a property names a record, or a list of them. */
function isIdentifier(node: Schema): boolean {
  const { items, title } = resolve<Schema & { title?: string }>(node);
  return items ? isIdentifier(items) : title === IDENTIFIER_TITLE;
}

const IDENTIFIER_TITLE = (schemaOf('Id') as Schema & { title?: string }).title;
