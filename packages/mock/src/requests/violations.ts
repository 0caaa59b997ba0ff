/** Describes violations in a request with the messages and locations of the contract's error body. */

import {
  escapeKey,
  findUnsupportedTimestamps,
  findUnsupportedValues,
  getNode,
  REQUIRED,
  receivedValue,
  UNKNOWN_FIELD,
  unescapeKey,
} from '../bundled/openapi.ts';
import type { Operation } from '../core/contract-types.ts';
import type { ErrorDetail } from '../core/errors.ts';
import type { ParsedRequest } from '../http/request.ts';
import { describeMeantBody } from './body-alternatives.ts';

/** A request to an operation. */
interface RequestWithParameters extends ParsedRequest {
  /** Path parameters, decoded. */
  parameters: Record<string, string>;
}

/** A violation that Prism's request validation reports. */
export interface PrismViolation {
  /** For example `['query', 'page_size']`; Prism converts parameter names to lowercase. Absent when the body is missing. */
  location?: string[];
  severity: string;
  /** The JSON Schema keyword. */
  code: string | number;
  message: string;
}

/**
 * Lists the unsupported strings and timestamps in a value.
 *
 * @param timestamps names of its properties that are timestamps
 */
export function findUnsupported(value: unknown, location: string, timestamps: readonly string[] = []): ErrorDetail[] {
  return toDetails({
    ...findUnsupportedValues(value, location),
    ...findUnsupportedTimestamps(value, timestamps, location),
  });
}

/** Converts a record of messages by location to a list. */
export function toDetails(messages: Readonly<Record<string, string>>): ErrorDetail[] {
  return Object.entries(messages).map(([location, message]) => ({ location, message }));
}

/** Describes the violations that Prism reports. */
export function describeViolations(
  violations: readonly PrismViolation[],
  operation: Operation,
  request: RequestWithParameters,
  body: unknown,
): ErrorDetail[] {
  const tooLong = new Set(
    violations.filter(({ code }) => code === 'maxItems').map(({ location = [] }) => location.join('/')),
  );
  // The duplicates of a list that's too long don't matter.
  const isMinor = ({ code, location = [] }: PrismViolation) =>
    code === 'uniqueItems' && tooLong.has(location.join('/'));
  const errors = violations.filter((one) => one.severity === 'Error' && !isMinor(one));
  // Prism treats a body such as `null` or `0` as missing.
  const isMissing = (error: PrismViolation) => error.code === 'required' && (error.location?.length ?? 1) === 1;
  const isUnknown = (error: PrismViolation) =>
    error.code === 'oneOf' || error.code === 'anyOf' || (body !== undefined && isMissing(error));
  const mediaType = request.headers['content-type'] ?? '';
  const meant = errors.some((error) => isAboutBody(error) && isUnknown(error))
    ? describeMeantBody(operation, mediaType, body)
    : undefined;
  if (!meant?.length) return describeErrors(errors, operation, request, body);
  const others = errors.filter((error) => !isAboutBody(error));
  return [...meant, ...describeErrors(others, operation, request, body)];
}

function isAboutBody({ location: [part] = ['body'] }: PrismViolation): boolean {
  return part === 'body';
}

function describeErrors(
  errors: readonly PrismViolation[],
  operation: Operation,
  request: RequestWithParameters,
  body: unknown,
): ErrorDetail[] {
  return errors.map(({ location = ['body'], code, message }) => {
    // For the items of a list in the query or in a header, the location is the parameter.
    const full = withDeclaredName(location, operation);
    const tokens = full[0] === 'body' ? full : full.slice(0, 2);
    const text = withoutLocation(message);
    if (code === 'required') {
      const missing = quotedAfter(text, ['required property ']);
      const required = missing === undefined ? tokens : withDeclaredName([...tokens, escapeKey(missing)], operation);
      return { location: required.join('/'), message: REQUIRED };
    }
    const unknown = quotedAfter(text, ['; found ', 'properties: ']);
    if (unknown !== undefined) {
      return { location: [...tokens, escapeKey(unknown)].join('/'), message: UNKNOWN_FIELD };
    }
    const expected = text.replace('be equal to one of the allowed values:', 'be one of');
    return {
      location: tokens.join('/'),
      message: `${expected}${receivedValue(findValue(full, request, body, NUMERIC.test(expected)))}`,
    };
  });
}

/** Replaces the lowercase name of a parameter with its name in the contract. */
function withDeclaredName(location: string[], operation: Operation): string[] {
  const [part = '', name, ...rest] = location;
  const key = { path: 'path', query: 'query', header: 'headers' }[part] as 'path' | 'query' | 'headers' | undefined;
  if (name === undefined || key === undefined) return location;
  const parameters: readonly { name: string }[] = operation.request?.[key] ?? [];
  const declared = parameters.find((parameter) => parameter.name.toLowerCase() === name.toLowerCase());
  return [part, declared?.name ?? name, ...rest];
}

/** Returns what a message quotes at its end after one of several phrases; undefined when it doesn't end that way. */
function quotedAfter(message: string, texts: readonly string[]): string | undefined {
  if (!message.endsWith("'")) return undefined;
  for (const text of texts) {
    const start = message.indexOf(`${text}'`);
    if (start !== -1) return message.slice(start + text.length + 1, -1) || undefined;
  }
  return undefined;
}

/** Removes the location that Prism puts before the violation, because details have a separate property for it. */
function withoutLocation(message: string): string {
  return message.replace(/^(?:Request|Body) .*?\b(?=(?:must|is|should) )/s, '');
}

/** The messages about numbers, which Prism has converted from the strings of the query. */
const NUMERIC = /^must (?:be [<>]=? -?\d|match format "(?:int|float|double))/;

/** Returns the invalid value; undefined in headers, whose values may be secret. */
function findValue(
  [part, ...tokens]: string[],
  { query, parameters }: RequestWithParameters,
  body: unknown,
  isNumeric: boolean,
): unknown {
  const keys = tokens.map(unescapeKey);
  if (part === 'path') return getNode(parameters, keys);
  if (part !== 'query') return part === 'body' ? getNode(body, keys) : undefined;
  const [name = ''] = keys;
  // A list with one item is a string.
  const value = keys.length > 1 && typeof query[name] === 'string' ? query[name] : getNode(query, keys);
  return isNumeric && typeof value === 'string' ? Number(value) : value;
}
