/** Finds the operations of a path. The duration depends on the length of the path, not on the number of operations. */
import { addRoute, createRouter as createTree, findAllRoutes } from '../bundled/rou3.ts';

/** The properties of an operation that the router needs. */
export interface Routable {
  method: string;
  /** Path template, for example `/rules/{rule_id}`. */
  path: string;
}

/** Operations by method, in uppercase. */
export type Methods<Operation> = ReadonlyMap<string, Operation>;

/** Returns the operations of a request path (percent-encoded), or undefined for a path that the contract doesn't have. */
export type Router<Operation extends Routable> = (path: string) => Methods<Operation> | undefined;

/** Paths that percent-decoding and encoding doesn't change. */
const UNRESERVED_PATH = /^[\w/.~-]*$/;

/**
 * Creates a router for operations.
 *
 * Fixed segments take precedence over parameters, segment by segment from the left, as OpenAPI requires. If several
 * templates match, their methods are combined, and the most specific template wins if several declare a method. An empty
 * segment doesn't match a parameter.
 */
export function createRouter<Operation extends Routable>(operations: readonly Operation[]): Router<Operation> {
  const tree = createTree<Methods<Operation>>();
  const byPattern = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const pattern = toPattern(operation.path);
    const methods = byPattern.get(pattern) ?? new Map<string, Operation>();
    byPattern.set(pattern, methods.set(operation.method.toUpperCase(), operation));
  }
  for (const [pattern, methods] of byPattern) addRoute(tree, '', pattern, methods);
  return (path) => {
    // rou3 ignores a trailing slash.
    if (path.endsWith('/')) return undefined;
    const normalized = UNRESERVED_PATH.test(path)
      ? path
      : path
          .split('/')
          .map((segment) => encodeSegment(decodeSegment(segment)))
          .join('/');
    const found = findAllRoutes(tree, '', normalized, { params: false });
    return found.length > 1 ? mergeMethods(found.map(({ data }) => data)) : found[0]?.data;
  };
}

/** Merges the methods of several templates, least specific first. */
function mergeMethods<Operation>(found: Methods<Operation>[]): Methods<Operation> {
  return new Map(found.flatMap((methods) => [...methods]));
}

/**
 * Converts a path template to the syntax of rou3. The names of its parameters don't matter: templates that differ in
 * nothing else become the same pattern.
 */
function toPattern(template: string): string {
  return template
    .split('/')
    .map((segment, index) => (segment.startsWith('{') ? `:p${index}` : segment))
    .join('/');
}

/** Decodes a segment of a path; an invalidly encoded segment is returned unchanged. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Encodes a segment of a path. Lone surrogates, which can't be encoded, are replaced. */
export function encodeSegment(segment: string): string {
  return encodeURIComponent(Buffer.from(segment).toString());
}

/** Replaces the parameters of a path template with their values. */
export function fillPath(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeSegment(parameters[name] ?? ''));
}
