/** Composes requests of one principal with identifiers, keys, versions and workspaces of another. */
import { document, getSchema, type Operation, resolve, type Schema } from '../../src/platform/contract/contract.ts';
import { EXAMPLE_BODIES, EXAMPLE_PATHS } from '../contract-examples.ts';
import type { Names } from './owned-rows.ts';
import type { Principal } from './principals.ts';
import type { Random } from './random.ts';

/** A request, and which of its values aren't the caller's. */
export interface MixedRequest {
  method: string;
  /** Below the base path. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Whether the path names the workspace of the caller, or none. */
  isOwnWorkspace: boolean;
  /** Identifiers in the path. */
  named: string[];
  /** Those of them that only the other principal has. */
  foreignPath: string[];
  /** All identifiers and the Idempotency-Key that only the other principal has. */
  foreign: string[];
}

/** The caller and the other principal, with their identifying values. */
export interface Sides {
  caller: Principal;
  own: Names;
  /** Identifiers that the caller has created since `own` was read. */
  created: Set<string>;
  other: Principal;
  others: Names;
}

/** The column of idempotency keys. */
const KEYS = 'idempotency_keys.idempotency_key';

const IDENTIFIER = /(^|_)ids?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The path parameters of the workspace. */
const WORKSPACE_PARAMETERS = ['tenant_id', 'workspace_id'];

/**
 * Composes a request from the examples of the contract.
 *
 * @param share how many of its values are those of the other principal, from 0 to 1
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
  const workspace = random.chance(share / 2)
    ? { tenant_id: random.pick([caller, other]).tenantId, workspace_id: other.workspaceId }
    : home;
  const values = Object.fromEntries(
    Object.entries(EXAMPLE_PATHS.get(operation.operationId) ?? {}).map(([parameter, example]) => [
      parameter,
      WORKSPACE_PARAMETERS.includes(parameter)
        ? workspace[parameter as keyof typeof workspace]
        : name(parameter, example),
    ]),
  );
  const foreignPath = [...foreign];
  const examples = EXAMPLE_BODIES.get(operation.operationId) ?? [];
  const body = examples.length === 0 ? undefined : rename(random.pick(examples), parseBody(operation), name, random);
  const headers = composeHeaders(operation, sides, share, random);
  const key = headers['idempotency-key'];
  if (key !== undefined && sides.others.get(KEYS)?.has(key)) foreign.push(key);
  return {
    method: operation.method,
    path: operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(values[parameter] ?? '')),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    isOwnWorkspace: !operation.path.includes('{tenant_id}') || workspace.workspace_id === caller.workspaceId,
    named: Object.values(values),
    foreignPath,
    foreign,
  };
}

/** Returns the same request with unknown values instead of those of the other principal. */
export function withUnknown(request: MixedRequest, random: Random): MixedRequest {
  const substitutes = new Map(request.foreign.map((token) => [token, random.uuid()]));
  // Only complete words: an identifier may start like another one.
  const replace = (text: string) => text.replace(/[\w.~-]+/g, (word) => substitutes.get(word) ?? word);
  const { 'idempotency-key': key, ...headers } = request.headers;
  return {
    ...request,
    path: replace(request.path),
    body: request.body && replace(request.body),
    // A key of the caller that was just used would return the first response.
    headers: { ...headers, ...(key !== undefined && { 'idempotency-key': random.uuid() }) },
  };
}

function composeHeaders({ parameters }: Operation, { own, created, others }: Sides, share: number, random: Random) {
  const headers: Record<string, string> = {};
  const versions = [...(others.get('client_storage.etag') ?? [])];
  const keys = [...(others.get(KEYS) ?? [])].filter((key) => !own.get(KEYS)?.has(key) && !created.has(key));
  const has = (header: string) => parameters.some((one) => one.in === 'header' && one.name === header);
  if (has('Idempotency-Key') && random.chance(0.7)) {
    headers['idempotency-key'] = keys.length > 0 && random.chance(share) ? random.pick(keys) : random.uuid();
  }
  if (has('If-Match') && random.chance(share)) {
    headers['if-match'] = random.pick(['*', '"1"', ...versions.map((version) => `"${version}"`)]);
  } else if (has('If-None-Match') && random.chance(0.2)) headers['if-none-match'] = '*';
  return headers;
}

/** Returns a value for the same column as that of an example: the caller's, or one that only the other principal has. */
function choose(
  property: string,
  example: string,
  { caller, own, created, other, others }: Sides,
  share: number,
  random: Random,
): { value: string; isForeign: boolean } {
  if (random.chance(share)) {
    const known = new Set([...created, ...[...own.values()].flatMap((values) => [...values])]);
    const candidates = valuesLike(others, property, example + other.suffix).filter((value) => !known.has(value));
    if (candidates.length > 0) return { value: random.pick(candidates), isForeign: true };
  }
  const candidates = valuesLike(own, property, example + caller.suffix);
  // Clients choose some identifiers themselves.
  const fresh = example === '' || UUID.test(example) ? random.uuid() : example;
  return { value: candidates.length > 0 && random.chance(0.8) ? random.pick(candidates) : fresh, isForeign: false };
}

/** Returns all values of the columns that contain a value; without such a column, those of the columns named like the property. */
function valuesLike(names: Names, property: string, value: string): string[] {
  const columns = [...names].filter(([, values]) => values.has(value));
  const suffix = `.${property.replace(/s$/, '')}`;
  const chosen = columns.length > 0 ? columns : [...names].filter(([column]) => column.endsWith(suffix));
  return [...new Set(chosen.flatMap(([, values]) => [...values]))];
}

function parseBody({ path, method }: Operation): Schema {
  const paths = document.paths as Record<string, Record<string, { requestBody?: unknown }>>;
  const body = resolve<{ content: Record<string, { schema: Schema }> }>(
    paths[path]?.[method.toLowerCase()]?.requestBody,
  );
  return body.content['application/json']?.schema ?? {};
}

type Name = (property: string, example: string) => string;

/** Replaces all identifiers in a body, and adds some that the example omits. */
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

/** Returns whether a property is an identifier, or a list of them. */
function isIdentifier(node: Schema): boolean {
  const { items, title } = resolve<Schema & { title?: string }>(node);
  return items ? isIdentifier(items) : title === IDENTIFIER_TITLE;
}

const IDENTIFIER_TITLE = (getSchema('Id') as Schema & { title?: string }).title;
