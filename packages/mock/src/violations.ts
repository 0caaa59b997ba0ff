/** Says what Prism found wrong with a request, in the words and the places of the contract's error body. */
import type { Operation } from './contract.js';
import { ApiError, clip, type ErrorDetail } from './errors.js';
import type { ParsedRequest } from './request.js';

/** A finding of Prism's request validation. */
export interface Violation {
  /** For example `['query', 'page_size']`; Prism has parameter names in lower case. Absent when the body is missing. */
  location?: string[];
  severity: string;
  /** The JSON Schema keyword that is not met. */
  code: string | number;
  message: string;
}

/** Most findings that one answer tells; whoever has that many reads no more of them. */
const MAX_DETAILS = 20;

/** Longest part of a wrong value that is repeated, in characters. */
const MAX_VALUE = 60;

/** The 400 that tells what is wrong with a request. */
export function invalidRequest(details: ErrorDetail[]): ApiError {
  const [first] = details;
  const rest = details.length > 1 ? ` (and ${details.length - 1} more, see details)` : '';
  const message = first
    ? `The request is not valid: ${first.location} ${first.message}${rest}.`
    : 'The request is not valid.';
  return new ApiError(400, message, { details: details.slice(0, MAX_DETAILS) });
}

/**
 * Query parameters and headers that are there without a value. Prism takes them for absent; OpenAPI forbids them unless
 * they take the empty string.
 */
export function emptyParameters({ request = {} }: Operation, { query, headers }: ParsedRequest): ErrorDetail[] {
  const takesEmpty = ({ schema }: { schema?: { type?: unknown; minLength?: number } }) =>
    schema?.type === 'string' && !schema.minLength;
  const isEmpty = (value: unknown) => value === '';
  const inQuery = (request.query ?? []).filter((one) => isEmpty(query[one.name]) && !takesEmpty(one as object));
  const inHeaders = (request.headers ?? []).filter(
    (one) => isEmpty(headers[one.name.toLowerCase()]) && !takesEmpty(one as object),
  );
  return [
    ...inQuery.map(({ name }) => ({ location: `query/${name}`, message: 'must not be empty' })),
    ...inHeaders.map(({ name }) => ({ location: `header/${name}`, message: 'must not be empty' })),
  ];
}

/** Translates Prism's findings. */
export function describeViolations(
  violations: readonly Violation[],
  operation: Operation,
  request: ParsedRequest,
  body: unknown,
): ErrorDetail[] {
  return violations
    .filter(({ severity }) => severity === 'Error')
    .map(({ location = ['body'], code, message }) => {
      const path = declaredName(location, operation);
      const text = withoutPlace(message);
      if (code === 'required') {
        const missing = /required property '(.+)'$/.exec(text)?.[1];
        const place = missing === undefined ? path : declaredName([...path, escapePointer(missing)], operation);
        return { location: place.join('/'), message: 'is required' };
      }
      const unknown = /(?:; found|properties:) '(.+)'$/.exec(text)?.[1];
      if (unknown !== undefined) {
        return { location: [...path, escapePointer(unknown)].join('/'), message: 'is not a field that is known here' };
      }
      const expected = text.replace('be equal to one of the allowed values:', 'be one of');
      return { location: path.join('/'), message: `${expected}${got(path, request, body)}` };
    });
}

/** Puts the name of a parameter back into the case that the contract has it in. */
function declaredName(location: string[], operation: Operation): string[] {
  const [part = '', name, ...rest] = location;
  const key = { path: 'path', query: 'query', header: 'headers' }[part] as 'path' | 'query' | 'headers' | undefined;
  if (name === undefined || key === undefined) return location;
  const parameters: readonly { name: string }[] = operation.request?.[key] ?? [];
  const declared = parameters.find((parameter) => parameter.name.toLowerCase() === name.toLowerCase());
  return [part, declared?.name ?? name, ...rest];
}

/** Prism says the place in words before what is wrong; the place has a field of its own. */
function withoutPlace(message: string): string {
  return message.replace(/^(?:Request|Body) .*?\b(?=(?:must|is|should) )/, '');
}

/** The value that is wrong, unless it is long or may be secret. */
function got(path: string[], request: ParsedRequest, body: unknown): string {
  const [part, name = '', ...rest] = path;
  const value =
    part === 'query'
      ? valueAt(request.query, [name, ...rest])
      : part === 'body'
        ? valueAt(body, path.slice(1))
        : undefined;
  return value === undefined ? '' : `, got ${clip(JSON.stringify(value), MAX_VALUE)}`;
}

function valueAt(root: unknown, path: string[]): unknown {
  let node = root;
  for (const segment of path) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined;
    node = (node as Record<string, unknown>)[key];
  }
  return node;
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
