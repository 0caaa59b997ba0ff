/** Checks the parameters of a request beyond what Prism checks. What only depends on the operation is computed once. */

import {
  acceptsEmpty,
  EMPTY,
  isDecimalInteger,
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
import { type ErrorDetail, invalidRequestError } from '../core/errors.ts';
import type { ParsedRequest } from '../http/request.ts';

/**
 * Checks the parameters of a request.
 *
 * @throws {ApiError} 400 with all violations
 */
export type ParameterCheck = (request: ParsedRequest) => void;

/** Lists what is wrong with a request. */
type Find = (request: ParsedRequest) => ErrorDetail[];

const NOTHING: ErrorDetail[] = [];

/** Creates the check of an operation. */
export function createParameterCheck(operation: Operation): ParameterCheck {
  const findUnknown = createUnknownFinder(operation);
  const finders = [
    createEmptyFinder(operation),
    createMalformedIntegerFinder(operation),
    createIncompleteSelectionFinder(operation),
    createUnsupportedPreconditionFinder(operation),
  ];
  return (request) => {
    const malformed = listMalformedParameters(request.search);
    if (malformed.length > 0) {
      throw invalidRequestError(malformed.map((name) => ({ location: `query/${name}`, message: MALFORMED_ENCODING })));
    }
    const unknown = findUnknown(request);
    const others = finders.flatMap((find) => find(request));
    if (unknown.length > 0) throw invalidRequestError([...unknown, ...others], 'unknown_parameter');
    if (others.length > 0) throw invalidRequestError(others);
  };
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
  const headerNames = listStrict(request.headers);
  const isEmptyHeader = (headers: ParsedRequest['headers'], name: string) => headers[name.toLowerCase()] === '';
  return ({ query, headers }) => [
    ...queryNames.filter((name) => query[name] === '').map((name) => ({ location: `query/${name}`, message: EMPTY })),
    ...headerNames
      .filter((name) => isEmptyHeader(headers, name))
      .map((name) => ({ location: `header/${name}`, message: EMPTY })),
  ];
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
      if (value === undefined) return NOTHING;
      const malformed = [value].flat().filter((text) => text !== '' && !isDecimalInteger(text));
      return malformed.map((text) => ({
        location: `query/${name}`,
        message: `must be integer${receivedValue(text)}`,
      }));
    });
}

/** Finds a missing parameter that another one requires: the parameters that select a workspace belong together. */
function createIncompleteSelectionFinder({ request = {} }: Operation): Find {
  const declared = SCOPE_PARAMETERS.filter((scope) => (request.query ?? []).some(({ name }) => name === scope));
  if (declared.length === 0) return () => NOTHING;
  return ({ query }) => {
    const missing = declared.filter((name) => query[name] === undefined);
    if (missing.length === 0 || missing.length === declared.length) return NOTHING;
    const others = declared.filter((name) => !missing.includes(name)).join();
    return missing.map((name) => ({ location: `query/${name}`, message: `is required with ${others}` }));
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
