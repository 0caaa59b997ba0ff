/** Checks the head of a request beyond what Prism checks. What only depends on the operation is computed once. */

import type { ErrorReason } from '@aispm/types';
import {
  acceptsEmpty,
  EMPTY,
  isAcceptable,
  isDecimalInteger,
  isJsonMediaType,
  listMalformedParameters,
  listUnsupportedPreconditions,
  MALFORMED_ENCODING,
  type Parameter,
  receivedValue,
  SCOPE_PARAMETERS,
  type Schema,
  schemaTypes,
  UNSUPPORTED_PRECONDITION,
  unknownParameter,
} from '../bundled/openapi.ts';
import { documentOf, type Operation } from '../core/contract-types.ts';
import { type ErrorDetail, invalidRequestError, notAcceptableError } from '../core/errors.ts';
import type { ParsedRequest } from '../http/request.ts';

/**
 * Checks the head of a request, before its body is read, in the order of the service.
 *
 * @throws {ApiError} 400 or 406
 */
export type HeadCheck = (request: ParsedRequest) => void;

/** Lists what is wrong with a request. */
export type Find = (request: ParsedRequest) => ErrorDetail[];

const NOTHING: ErrorDetail[] = [];

/** Creates the check of an operation. */
export function createHeadCheck(operation: Operation): HeadCheck {
  const findIncomplete = createIncompleteSelectionFinder(operation);
  const findUnknown = createUnknownFinder(operation);
  const findPreconditions = createUnsupportedPreconditionFinder(operation);
  const offered = listJsonTypes(operation);
  return (request) => {
    throwIfAny(findIncomplete(request));
    const { accept } = request.headers;
    if (accept !== undefined && !offered.includes(accept) && !isAcceptable(accept, offered))
      throw notAcceptableError(accept, offered);
    const malformed = listMalformedParameters(request.search);
    throwIfAny(malformed.map((name) => ({ location: `query/${name}`, message: MALFORMED_ENCODING })));
    throwIfAny(findUnknown(request), 'unknown_parameter');
    throwIfAny(findPreconditions(request));
  };
}

function throwIfAny(details: ErrorDetail[], reason?: ErrorReason): void {
  if (details.length > 0) throw invalidRequestError(details, reason);
}

/** Lists the media types of an operation that only returns JSON; for all others, an empty list. */
function listJsonTypes({ responses }: Operation): string[] {
  const successes = responses.filter(({ code }) => code.startsWith('2'));
  const types = successes.flatMap(({ contents = [] }) => contents.map(({ mediaType }) => mediaType));
  return types.every(isJsonMediaType) ? [...new Set(types)] : [];
}

/** Creates the function that finds values of the query and the headers that Prism would accept. */
export function createValueFinder(operation: Operation): Find {
  const finders = [createEmptyFinder(operation), createMalformedIntegerFinder(operation)];
  return (request) => finders.flatMap((find) => find(request));
}

/** Finds undeclared query parameters. Prism ignores them, so a misspelled filter would have no effect. */
function createUnknownFinder({ request = {} }: Operation): Find {
  const known = (request.query ?? []).map(({ name }) => name);
  const names = new Set(known);
  return ({ query }) =>
    Object.keys(query)
      .filter((name) => !names.has(name))
      .map((name) => ({ location: `query/${name}`, message: unknownParameter(name, known) }));
}

/**
 * Finds query parameters and headers without a value. Prism treats them as missing; OpenAPI forbids them unless they accept
 * the empty string.
 */
function createEmptyFinder(operation: Operation): Find {
  const { request = {} } = operation;
  const listStrict = (parameters: readonly { name: string }[] = []) =>
    parameters.flatMap((parameter) =>
      acceptsEmpty(documentOf(operation), parameter as Parameter) ? [] : [parameter.name],
    );
  const queryNames = listStrict(request.query);
  const lists = new Set((request.query ?? []).filter(isList).map(({ name }) => name));
  const headerNames = listStrict(request.headers);
  const isEmpty = (name: string, value: string | string[] | undefined) =>
    value === '' || (lists.has(name) && Array.isArray(value) && value.includes(''));
  const isEmptyHeader = (headers: ParsedRequest['headers'], name: string) => headers[name.toLowerCase()] === '';
  return ({ query, headers }) => [
    ...queryNames
      .filter((name) => isEmpty(name, query[name]))
      .map((name) => ({ location: `query/${name}`, message: EMPTY })),
    ...headerNames
      .filter((name) => isEmptyHeader(headers, name))
      .map((name) => ({ location: `header/${name}`, message: EMPTY })),
  ];
}

function isList({ schema }: { schema?: unknown }): boolean {
  return schemaTypes((schema ?? {}) as Schema).includes('array');
}

/** Finds query parameters that are not integers in decimal digits. Prism also accepts other notations, such as `1e0` and `0x1`. */
function createMalformedIntegerFinder({ request = {} }: Operation): Find {
  const names = (request.query ?? []).flatMap(({ name, schema }) => {
    const types = schemaTypes((schema ?? {}) as Schema).filter((type) => type !== 'null');
    return types.join() === 'integer' ? [name] : [];
  });
  return ({ query }) =>
    names.flatMap((name) => {
      const value = query[name];
      if (typeof value !== 'string' || value === '' || isDecimalInteger(value)) return NOTHING;
      return [{ location: `query/${name}`, message: `must be integer${receivedValue(value)}` }];
    });
}

/** Finds a missing or repeated parameter that selects a workspace: these parameters belong together. */
function createIncompleteSelectionFinder({ request = {} }: Operation): Find {
  const declared = SCOPE_PARAMETERS.filter((scope) => (request.query ?? []).some(({ name }) => name === scope));
  if (declared.length === 0) return () => NOTHING;
  return ({ query }) => {
    const selected = declared.filter((name) => query[name] !== undefined);
    if (selected.length === 0) return NOTHING;
    const wrong = declared.find((name) => typeof query[name] !== 'string');
    if (wrong === undefined) return NOTHING;
    const others = declared.filter((name) => name !== wrong).join();
    const message = query[wrong] === undefined ? `is required with ${others}` : 'must be sent once';
    return [{ location: `query/${wrong}`, message }];
  };
}

/** Finds undeclared preconditions. */
function createUnsupportedPreconditionFinder({ method, request = {} }: Operation): Find {
  const declared = (request.headers ?? []).map(({ name }) => name);
  return ({ headers }) =>
    listUnsupportedPreconditions(method, declared, headers).map((name) => ({
      location: `header/${name}`,
      message: UNSUPPORTED_PRECONDITION,
    }));
}
