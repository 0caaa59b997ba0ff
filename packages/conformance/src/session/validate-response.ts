/** Validates responses against the contract: status, headers, media type and body. */
import { formatPointer, getNode, isJsonMediaType } from '@aispm/openapi';
import type { Contract, ContractViolation } from '../contract/contract.ts';
import { type DeclaredResponse, findResponses, type Operation, type Schema } from '../contract/operation.ts';
import type { ViolationDetails } from './results.ts';
import type { WireResponse } from './transport.ts';
import { wrongStatus, wrongText, wrongValue } from './violations.ts';

/** A response with its body decoded. */
export interface DecodedResponse extends WireResponse {
  /** The parsed JSON, or the body as a string; undefined when there is none or when it is malformed JSON. */
  body: unknown;
}

/** Decodes the body of a response. */
export function decodeResponse(response: WireResponse): DecodedResponse {
  const { headers, text } = response;
  if (text === '') return { ...response, body: undefined };
  if (!isJsonMediaType(headers['content-type'] ?? '')) return { ...response, body: text };
  try {
    return { ...response, body: JSON.parse(text) };
  } catch {
    return { ...response, body: undefined };
  }
}

/**
 * Returns the differences between a response, as a program received it, and what the contract documents for the operation; none if it
 * conforms. Undeclared fields aren't differences.
 *
 * @param response the names of its headers in lowercase, and its body as a string; empty for none
 */
export function checkResponse(contract: Contract, operation: Operation, response: WireResponse): ViolationDetails[] {
  return validateResponse(contract, operation, decodeResponse(response), false);
}

/**
 * Returns the differences between a response and what the contract documents for the operation.
 *
 * @param isStrict whether fields that the contract does not declare are violations
 */
export function validateResponse(
  contract: Contract,
  operation: Operation,
  response: DecodedResponse,
  isStrict: boolean,
): ViolationDetails[] {
  const { status, text, body } = response;
  const found = contract.validateResponse(operation, response, isStrict);
  // With a wrong status or media type, no schema applies to the rest.
  const decisive = found.find(({ keyword }) => keyword === 'status' || keyword === 'mediaType');
  if (decisive) return [describeViolation(decisive, operation, response)];
  const declared = findResponses(operation, status);
  const hasBody = declared.some(({ mediaTypes }) => mediaTypes.length > 0);
  const isJson = hasBody && isJsonMediaType(response.headers['content-type'] ?? '');
  if (isJson && body === undefined) return [wrongValue('body', '', 'valid JSON', text)];
  return [
    ...found.map((violation) => describeViolation(violation, operation, response)),
    ...(status >= 400 ? validateError(contract, declared, response) : []),
    ...(status < 300 ? declared.flatMap(({ schema }) => (schema ? findOtherZones(schema, body, '') : [])) : []),
    ...(status === 202 ? validateAccepted(declared, response) : []),
  ];
}

/** Finds timestamps that aren't in UTC. */
function findOtherZones(schema: Schema, value: unknown, pointer: string): ViolationDetails[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, index) => findOtherZones(items, item, `${pointer}/${index}`)) : [];
  }
  if (typeof value === 'string') {
    const isOther = schema.format === 'date-time' && /[+-]\d\d:\d\d$/.test(value) && !/[+-]00:00$/.test(value);
    return isOther ? [wrongValue('body', pointer, 'a timestamp in UTC', value)] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {} } = schema;
  return Object.entries(value).flatMap(([name, entry]) => {
    const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return declared ? findOtherZones(declared, entry, `${pointer}${formatPointer([name])}`) : [];
  });
}

/** Checks that the response to an accepted request says when to poll, unless the job has ended already. */
function validateAccepted(
  declared: readonly DeclaredResponse[],
  { headers, body }: DecodedResponse,
): ViolationDetails[] {
  const isPolled = declared.some((response) => response.headers.includes('retry-after'));
  const { finished_at = null } = (body ?? {}) as { finished_at?: unknown };
  if (!isPolled || finished_at !== null || headers['retry-after'] !== undefined) return [];
  return [wrongText('header', 'Retry-After', 'seconds until the job may have ended', 'none')];
}

/** Checks what the schemas can't express about an error body: its code is the status, and its reason belongs to the status. */
function validateError(
  contract: Contract,
  declared: readonly DeclaredResponse[],
  { status, body }: DecodedResponse,
): ViolationDetails[] {
  const { code, reason } = (body ?? {}) as { code?: unknown; reason?: unknown };
  const hasReason = declared.some(({ schema }) => schema?.properties?.reason);
  return [
    ...(typeof code === 'number' && code !== status
      ? [wrongValue('body', '/code', `${status}, the status of the response`, code)]
      : []),
    ...(hasReason && reason === undefined ? [wrongText('body', '/reason', 'present', 'missing')] : []),
    ...(contract.isReasonOfOther(reason, status)
      ? [wrongValue('body', '/reason', `a reason of ${status}, not of another status`, reason)]
      : []),
  ];
}

function describeViolation(
  { location: [part, ...keys], keyword, message }: ContractViolation,
  operation: Operation,
  response: DecodedResponse,
): ViolationDetails {
  const { status, headers, text, body } = response;
  if (keyword === 'status') return wrongStatus(withoutVerb(message), response);
  const isHeader = part === 'header';
  const pointer = isHeader ? keys.join('/') : formatPointer(keys);
  const value: unknown = isHeader ? headers[pointer.toLowerCase()] : getNode(body, keys);
  const target = isHeader ? 'header' : 'body';
  switch (keyword) {
    case 'mediaType':
      return wrongText('header', pointer, declaredMediaTypes(operation, status), headers['content-type'] || 'none');
    case 'content':
      return wrongText('body', '', 'no body', text);
    case 'required':
    case 'dependentRequired':
      return wrongText(target, pointer, 'present', 'missing');
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return wrongValue(target, pointer, 'no such field', value);
    default:
      return wrongValue(target, pointer, withoutVerb(message), value);
  }
}

/** Shortens a predicate to the expectation: `must be string` to `string`. */
function withoutVerb(message: string): string {
  return message.replace(/^must be /, '');
}

function declaredMediaTypes(operation: Operation, status: number): string {
  const mediaTypes = findResponses(operation, status).flatMap((response) => response.mediaTypes);
  return [...new Set(mediaTypes)].join(' or ');
}
