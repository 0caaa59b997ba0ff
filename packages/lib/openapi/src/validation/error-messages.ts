/**
 * The messages and limits of error bodies that the service and the mock share. Details are `{ [location]: message }`, where a
 * location such as `query/page_size` is the subject of its message: `query/page_size is required`.
 */
import { isScopeParameter } from '../document/query-parameters.js';
import { closestName } from './closest-name.ts';

/** Maximum depth of a JSON body; validators recurse, and mustn't run out of stack. */
export const MAX_BODY_DEPTH = 100;
/** Maximum length of a string in an error body, in characters: no request may enlarge its own response at will. */
export const MAX_ERROR_TEXT = 500;
/** Maximum number of details in an error body. */
export const MAX_DETAILS = 20;
/** Maximum length of a received value that a message repeats, in characters. */
export const MAX_RECEIVED_VALUE = 60;

/** 401: the request has no header `Authorization`. */
export const MISSING_TOKEN =
  'The header "Authorization" is missing. Send your API key as "Authorization: Bearer <API_KEY>".';
/** 401: the header has another format. The message doesn't repeat it: it may be the API key itself. */
export const MALFORMED_TOKEN =
  'The header "Authorization" is malformed. Send your API key as "Authorization: Bearer <API_KEY>".';
/** 401: no caller has the API key. The message doesn't say whether it exists. */
export const INVALID_TOKEN = 'The API key is unknown, revoked or expired. Send a valid API key.';
/** 415: a request has a body without a media type. */
export const MISSING_CONTENT_TYPE =
  'The request has a body but no header "Content-Type". Send "Content-Type: application/json".';

/** 400: a request has a header with one value several times. */
export function repeatedHeader(name: string): string {
  return `The request has the header "${clip(name)}" more than once. Send it once.`;
}

/** Detail: a parameter or property is missing. */
export const REQUIRED = 'is required';
/** Detail: a parameter has no value. */
export const EMPTY = 'must not be empty';
/** Detail: a query parameter isn't encoded as URLs are. */
export const MALFORMED_ENCODING = 'must be percent-encoded UTF-8';
/** Detail: the schema of an object doesn't declare the property. */
export const UNKNOWN_FIELD = 'is not a known field';
/** Detail: a cursor belongs to another list, or is none. */
export const INVALID_CURSOR =
  'must be the cursor of a page of this list with the same filters; omit it to get the first page';
/** Detail: a JSON body is nested too deep. */
export const TOO_DEEP = `must not be nested deeper than ${MAX_BODY_DEPTH} levels`;

/**
 * Detail: the operation doesn't declare the query parameter.
 *
 * @param known the query parameters that it declares
 */
export function unknownParameter(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'is not a parameter of this operation, which has none';
  const closest = closestName(name, known);
  // Paths and operations declare parameters, and readers of documents combine them in either order.
  const own = known.filter((one) => !isScopeParameter(one));
  const names = [...own, ...known.filter(isScopeParameter)];
  const hint = closest === undefined ? `use one of ${names.join(', ')}` : `did you mean ${closest}?`;
  return `is not a parameter of this operation; ${hint}`;
}

/** Detail: a body isn't JSON. */
export function invalidJson(reason: string): string {
  return `must be valid JSON: ${reason}`;
}

/** 406: the response has none of the media types that the client accepts. */
export function notAcceptable(accept: string, offered: readonly string[]): string {
  return `The response is not available as "${accept}". Accept ${offered.join(' or ')}.`;
}

/** 415: the operation doesn't accept the media type of a request body. */
export function unsupportedMediaType(mediaType: string, accepted: readonly string[] = ['application/json']): string {
  return `The operation does not accept a request body of type "${mediaType}". Send ${accepted.join(' or ')}.`;
}

/** 400: the first detail, and how many more there are. */
export function invalidRequest(details: readonly { location: string; message: string }[]): string {
  return withFirstDetail('The request is not valid', details);
}

/** 422: the request is well-formed, but names something unknown or breaks a rule. */
export function unprocessableRequest(details: readonly { location: string; message: string }[]): string {
  return withFirstDetail('The request cannot be processed', details);
}

function withFirstDetail(problem: string, details: readonly { location: string; message: string }[]): string {
  const [first, ...others] = details;
  if (!first) return `${problem}.`;
  const more = others.length > 0 ? ` (and ${others.length} more, see details)` : '';
  const text = `${problem}: ${first.location} ${first.message}${more}`;
  return text.endsWith('?') ? text : `${text}.`;
}

/** The end of a detail that repeats the received value, shortened; empty for undefined. Never use it for headers. */
export function receivedValue(value: unknown): string {
  if (value === undefined) return '';
  return `, got ${clip(JSON.stringify(shorten(value, { left: MAX_RECEIVED_VALUE })), MAX_RECEIVED_VALUE)}`;
}

/** Returns the start of a JSON value, which is longer as a string than what's left: a large value would take long to serialize. */
function shorten(value: unknown, size: { left: number }): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_RECEIVED_VALUE);
  if (typeof value !== 'object' || value === null) return value;
  const members: [name: string, value: unknown][] = [];
  for (const name in value) {
    // Each item has at least one character.
    size.left -= 1;
    if (size.left < 0) break;
    members.push([name.slice(0, MAX_RECEIVED_VALUE), shorten((value as Record<string, unknown>)[name], size)]);
  }
  return Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members);
}

/** Shortens a string to what fits into an error body; a shortened string ends with `…`, and never in half of a surrogate pair. */
export function clip(text: string, length = MAX_ERROR_TEXT): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Returns whether a JSON value is nested deeper than a number of levels; a scalar has none. */
export function isDeeper(value: unknown, levels = MAX_BODY_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1));
}

/** An error of a JSON Schema validator, as Ajv reports it. */
export interface SchemaError {
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/**
 * Describes an error of a JSON Schema validator as a detail.
 *
 * @returns the message, and the name of the property that it's about when that isn't the validated value itself: one
 *   that is missing, unknown or wrongly named
 */
export function describeSchemaError({ keyword, params, message }: SchemaError): { message: string; property?: string } {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return { message: REQUIRED, property: String(params.missingProperty) };
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return { message: UNKNOWN_FIELD, property: String(params.additionalProperty ?? params.unevaluatedProperty) };
    case 'propertyNames':
      return { message: 'is not a valid name', property: String(params.propertyName) };
    case 'enum':
      return { message: `must be one of ${(params.allowedValues as unknown[]).map(String).join(', ')}` };
    case 'const':
      return { message: `must be ${JSON.stringify(params.allowedValue)}` };
    default:
      return { message: message ?? 'is not valid' };
  }
}
