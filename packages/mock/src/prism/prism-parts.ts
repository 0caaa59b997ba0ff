/**
 * Validates a request part by part with Prism. Violations in the path and the headers only depend on their values, which most
 * requests share, so the results are cached; the query and the body are validated each time.
 */
import type { IHttpRequest } from '@stoplight/prism-http';
import type { validateInput as ValidateInput } from '../bundled/prism.ts';
import { BoundedCache } from '../core/bounded-cache.ts';
import type { Operation } from '../core/contract-types.ts';

type InputValidator = typeof ValidateInput;
type InputResult = ReturnType<InputValidator>;
type Diagnostics = Extract<InputResult, { _tag: 'Left' }>['left'];

/** Maximum number of cached results per part of an operation. */
const MAX_RESULTS = 500;

/** Headers that Prism reads to validate a body. */
const BODY_HEADERS = ['content-type', 'content-length'];

/** The parts of an operation, as separate operations. */
interface Parts {
  body: Operation | undefined;
  headers: Operation | undefined;
  query: Operation | undefined;
  path: Operation | undefined;
  /** The declared headers, in lowercase. */
  headerNames: readonly string[];
  headerResults: BoundedCache<string, Diagnostics | undefined>;
  pathResults: BoundedCache<string, Diagnostics | undefined>;
}

/** Creates a function that validates like Prism, and caches the results for paths and headers. */
export function validateInParts(validate: InputValidator): InputValidator {
  const prepared = new WeakMap<object, Parts>();
  const run = (resource: Operation | undefined, element: object): Diagnostics | undefined => {
    if (!resource) return undefined;
    const result = validate({ resource, element: element as IHttpRequest });
    return result._tag === 'Left' ? result.left : undefined;
  };
  return ({ resource, element }) => {
    let parts = prepared.get(resource);
    if (!parts) {
      parts = divide(resource as Operation);
      prepared.set(resource, parts);
    }
    // Prism would interpret it as the length of a body, which the part with the headers doesn't have.
    if (parts.headerNames.includes('content-length')) return validate({ resource, element });
    const { headers = {}, url, body } = element;
    const declared = pick(headers, parts.headerNames);
    const { path } = url;
    // The order in which Prism reports them.
    const found = [
      run(parts.body, { url, body, headers: pick(headers, BODY_HEADERS) }),
      parts.headers &&
        parts.headerResults.get(JSON.stringify(declared), () => run(parts.headers, { url, headers: declared })),
      run(parts.query, { url }),
      parts.path && parts.pathResults.get(path, () => run(parts.path, { url: { path } })),
    ].flatMap((diagnostics) => diagnostics ?? []);
    const [first, ...others] = found;
    return first === undefined ? { _tag: 'Right', right: element } : { _tag: 'Left', left: [first, ...others] };
  };
}

function divide(operation: Operation): Parts {
  const { request = {} } = operation;
  const { body, headers, query, path } = request;
  const only = (part: object) => ({ ...operation, request: part }) as Operation;
  return {
    body: only({ ...(body && { body }) }),
    headers: headers?.length ? only({ headers }) : undefined,
    query: query?.length ? only({ query }) : undefined,
    path: path?.length ? only({ path }) : undefined,
    headerNames: (headers ?? []).map(({ name }) => name.toLowerCase()),
    headerResults: new BoundedCache(MAX_RESULTS),
    pathResults: new BoundedCache(MAX_RESULTS),
  };
}

function pick(headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
