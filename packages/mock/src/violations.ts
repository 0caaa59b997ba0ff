/** Describes violations of the contract in a request with the messages and locations of the contract's error body. */
import {
  acceptsEmpty,
  type Document,
  EMPTY,
  escapeKey,
  findUnstorableValues,
  getNode,
  listUnsupportedPreconditions,
  type Parameter,
  REQUIRED,
  receivedValue,
  SCOPE_PARAMETERS,
  type Schema,
  schemaTypes,
  UNKNOWN_FIELD,
  UNSUPPORTED_PRECONDITION,
  unescapeKey,
  unknownParameter,
} from './bundled/openapi.ts';
import type { Operation } from './contract-types.ts';
import type { ErrorDetail } from './errors.ts';
import type { ParsedRequest } from './request.ts';

/** A violation that Prism's request validation reports. */
export interface PrismViolation {
  /** For example `['query', 'page_size']`; Prism writes parameter names in lower case. Absent when the body is missing. */
  location?: string[];
  severity: string;
  /** The JSON Schema keyword. */
  code: string | number;
  message: string;
}

/** The schemas of Prism's operations have no references to resolve. */
const NO_DOCUMENT = {} as Document;

/**
 * Lists query parameters and headers without a value. Prism treats them as absent; OpenAPI forbids them unless they accept
 * the empty string.
 */
export function findEmptyParameters({ request = {} }: Operation, { query, headers }: ParsedRequest): ErrorDetail[] {
  const isAccepted = (parameter: { name: string }) => acceptsEmpty(NO_DOCUMENT, parameter as Parameter);
  const inQuery = (request.query ?? []).filter((parameter) => query[parameter.name] === '' && !isAccepted(parameter));
  const inHeaders = (request.headers ?? []).filter(
    (parameter) => headers[parameter.name.toLowerCase()] === '' && !isAccepted(parameter),
  );
  return [
    ...inQuery.map(({ name }) => ({ location: `query/${name}`, message: EMPTY })),
    ...inHeaders.map(({ name }) => ({ location: `header/${name}`, message: EMPTY })),
  ];
}

/** Lists query parameters that the operation does not declare. Prism ignores them, and a misspelled filter would have no effect. */
export function findUnknownParameters({ request = {} }: Operation, { query }: ParsedRequest): ErrorDetail[] {
  const known = (request.query ?? []).map(({ name }) => name);
  return Object.keys(query)
    .filter((name) => !known.includes(name))
    .map((name) => ({ location: `query/${name}`, message: unknownParameter(name, known) }));
}

/** Lists query parameters that are not integers in decimal digits. Prism also accepts other notations, such as `1e0` and `0x1`. */
export function findMalformedIntegers({ request = {} }: Operation, { query }: ParsedRequest): ErrorDetail[] {
  return (request.query ?? []).flatMap(({ name, schema }) => {
    const types = schemaTypes((schema ?? {}) as Schema).filter((type) => type !== 'null');
    if (types.join() !== 'integer') return [];
    const malformed = [query[name] ?? []].flat().filter((value) => value !== '' && !/^-?\d+$/.test(value));
    return malformed.map((value) => ({ location: `query/${name}`, message: `must be integer${receivedValue(value)}` }));
  });
}

/** Lists the parameter that is missing beside another one: those that select a workspace belong together. */
export function findIncompleteSelection({ request = {} }: Operation, { query }: ParsedRequest): ErrorDetail[] {
  const declared = SCOPE_PARAMETERS.filter((scope) => (request.query ?? []).some(({ name }) => name === scope));
  const missing = declared.filter((name) => query[name] === undefined);
  if (missing.length === 0 || missing.length === declared.length) return [];
  const others = declared.filter((name) => !missing.includes(name)).join();
  return missing.map((name) => ({ location: `query/${name}`, message: `is required with ${others}` }));
}

/** Lists preconditions that the operation does not declare. */
export function findUnsupportedPreconditions(
  { method, request = {} }: Operation,
  { headers }: ParsedRequest,
): ErrorDetail[] {
  const declared = (request.headers ?? []).map(({ name }) => name);
  return listUnsupportedPreconditions(method, declared, headers).map((name) => ({
    location: `header/${name}`,
    message: UNSUPPORTED_PRECONDITION,
  }));
}

/** Lists the texts in a value that cannot be stored. */
export function findUnstorable(value: unknown, location: string): ErrorDetail[] {
  return toDetails(findUnstorableValues(value, location));
}

/** Converts messages by location to a list. */
export function toDetails(messages: Readonly<Record<string, string>>): ErrorDetail[] {
  return Object.entries(messages).map(([location, message]) => ({ location, message }));
}

/** Describes the violations that Prism reports. */
export function describeViolations(
  violations: readonly PrismViolation[],
  operation: Operation,
  request: ParsedRequest,
  body: unknown,
): ErrorDetail[] {
  return violations
    .filter(({ severity }) => severity === 'Error')
    .map(({ location = ['body'], code, message }) => {
      const tokens = withDeclaredName(location, operation);
      const text = withoutLocation(message);
      if (code === 'required') {
        const missing = /required property '(.+)'$/.exec(text)?.[1];
        const required = missing === undefined ? tokens : withDeclaredName([...tokens, escapeKey(missing)], operation);
        return { location: required.join('/'), message: REQUIRED };
      }
      const unknown = /(?:; found|properties:) '(.+)'$/.exec(text)?.[1];
      if (unknown !== undefined) {
        return { location: [...tokens, escapeKey(unknown)].join('/'), message: UNKNOWN_FIELD };
      }
      const expected = text.replace('be equal to one of the allowed values:', 'be one of');
      return {
        location: tokens.join('/'),
        message: `${expected}${receivedValue(findValue(tokens, request, body))}`,
      };
    });
}

/** Replaces the lower-case name of a parameter by its name in the contract. */
function withDeclaredName(location: string[], operation: Operation): string[] {
  const [part = '', name, ...rest] = location;
  const key = { path: 'path', query: 'query', header: 'headers' }[part] as 'path' | 'query' | 'headers' | undefined;
  if (name === undefined || key === undefined) return location;
  const parameters: readonly { name: string }[] = operation.request?.[key] ?? [];
  const declared = parameters.find((parameter) => parameter.name.toLowerCase() === name.toLowerCase());
  return [part, declared?.name ?? name, ...rest];
}

/** Removes the location that Prism puts before the violation, because details have a member for it. */
function withoutLocation(message: string): string {
  return message.replace(/^(?:Request|Body) .*?\b(?=(?:must|is|should) )/, '');
}

/** Returns the invalid value; undefined in headers, whose values may be secret. */
function findValue([part, ...tokens]: string[], request: ParsedRequest, body: unknown): unknown {
  const keys = tokens.map(unescapeKey);
  if (part === 'query') return getNode(request.query, keys);
  return part === 'body' ? getNode(body, keys) : undefined;
}
