/**
 * Derives the requests of clients that ignore the contract. Each operation gets a share of the requests, because all would be too many for
 * them, so that the operations together get all of it.
 */
import {
  createShares,
  isFilterParameter,
  listConfusedNames,
  listParameterExamples,
  listRepetitions,
  MALFORMED_BODIES,
  type ParameterExample,
  PROTOCOL_HEADERS,
  PROTOTYPE_NAMES,
} from '@aispm/openapi';
import { isRead, type Json, type Operation, placeholderNames, TENANT, WORKSPACE } from '../contract/operation.ts';
import type { RequestParts } from '../contract/request-parts.ts';

/** A request, and the expected response. */
export interface UnexpectedRequest {
  /** What distinguishes the request, for the report. */
  note: string;
  request: RequestParts;
  /** The value of the header `Authorization`, instead of the API key. */
  authorization?: string;
  /** `rejected`: 400 or 422. `ignored`: a success. `documented`: any documented response but 500. */
  expected: 'rejected' | 'ignored' | 'documented';
}

/** Headers that `fetch` doesn't send, that every request of a run has, or with which a read could delete something. */
const EXCLUDED_HEADERS = ['keep-alive', 'x-request-id', 'x-http-method-override'];
/** Every operation gets one in this many of the parameters, headers, values, repetitions and bodies of other operations. */
const SHARES = { parameters: 20, headers: 25, values: 100, repetitions: 6, bodies: 4 };
/** Servers may ignore it before JSON (RFC 8259, section 8.1), so a body that is valid after it may be accepted. */
const BYTE_ORDER_MARK = /^\ufeff/;
/** A parameter that no operation has, which ensures that a write is rejected. */
const UNKNOWN = { conformance_unknown: '1' };

/** Lists the unexpected requests to an operation, each derived from a valid one. */
export type ListUnexpectedRequests = (operation: Operation, valid: RequestParts) => UnexpectedRequest[];

/**
 * Creates the function that lists unexpected requests.
 *
 * @param isValid whether the contract allows a request: such a body would be stored
 */
export function createUnexpectedRequests(
  operations: readonly Operation[],
  isValid: (operation: Operation, request: RequestParts) => boolean,
): ListUnexpectedRequests {
  const examples = listParameterExamples(operations.flatMap(({ parameters }) => parameters));
  const filters = new Map(
    examples
      .filter(({ in: part, name }) => part === 'query' && isFilterParameter(name))
      .map((item) => [item.name, item]),
  );
  const bodies = operations.flatMap(({ requestBody }) => requestBody?.examples.slice(0, 1) ?? []);
  const texts = [...bodies.map((body) => JSON.stringify(body)), ...MALFORMED_BODIES.filter((text) => text !== '')];
  const nextParameters = createShares([...filters.values()], SHARES.parameters);
  const nextHeaders = createShares(
    PROTOCOL_HEADERS.filter(([name]) => !EXCLUDED_HEADERS.includes(name.toLowerCase())),
    SHARES.headers,
  );
  const nextValues = createShares([...examples.map(({ value }) => value), ...PROTOTYPE_NAMES], SHARES.values);
  const nextTexts = createShares(texts, SHARES.bodies);
  const nextRepetition = createShares([0, 1, 2], SHARES.repetitions);
  return (operation, valid) => {
    const known = listNames(operation, 'query');
    const others = (names: Iterable<ParameterExample>) => [...names].filter(({ name }) => !known.includes(name));
    const shared = examples.filter(({ in: part, name }) => part === 'query' && !isFilterParameter(name));
    const requests = [
      ...listForeignParameters(valid, others(shared), others(nextParameters()), others(filters.values())),
      ...listForeignHeaders(operation, valid, examples),
      ...nextHeaders().map(([name, value]) => withHeader(operation, valid, name, value)),
      ...listNamesOfObjects(operation, valid),
      ...(isRead(operation) ? listForeignValues(operation, valid, nextValues) : []),
      ...listConfusedParameters(known, valid),
      ...(isRead(operation) ? listRepeated(operation, valid, examples, nextRepetition) : []),
    ];
    if (!operation.requestBody) return requests;
    const rejected = nextTexts()
      .filter((text) => !isValid(operation, toBodyRequest(valid, text.replace(BYTE_ORDER_MARK, ''))))
      .map(
        (text): UnexpectedRequest => ({
          note: `the body ${text.slice(0, 40)}`,
          request: toBodyRequest(valid, text),
          expected: 'rejected',
        }),
      );
    return [...requests, ...rejected];
  };
}

function listNames({ parameters }: Operation, location: string): string[] {
  return parameters.filter((parameter) => parameter.in === location).map(({ name }) => name);
}

/** Adds query parameters; a computed object, because `__proto__` has another meaning as a name. */
function withQuery(valid: RequestParts, query: Iterable<readonly [name: string, value: unknown]>): RequestParts {
  return { ...valid, query: Object.fromEntries([...Object.entries(valid.query), ...query]) };
}

/** Parameters of other operations: paging, order, scope and some filters one by one, and then all filters together. */
function listForeignParameters(
  valid: RequestParts,
  shared: ParameterExample[],
  some: ParameterExample[],
  all: ParameterExample[],
): UnexpectedRequest[] {
  const alone = new Map([...shared, ...some].map((example) => [example.name, example]));
  return [...alone.values()]
    .map(
      ({ name, value }): UnexpectedRequest => ({
        note: `query/${name} of other operations`,
        request: withQuery(valid, [[name, value]]),
        expected: 'rejected',
      }),
    )
    .concat({
      note: 'all filters of other operations',
      request: withQuery(valid, [
        ...all.map(({ name, value }) => [name, value] as const),
        ['conformance_unknown', '1'],
      ]),
      expected: 'rejected',
    });
}

/** Headers that only other operations declare. */
function listForeignHeaders(
  operation: Operation,
  valid: RequestParts,
  examples: readonly ParameterExample[],
): UnexpectedRequest[] {
  const declared = listNames(operation, 'header').map((name) => name.toLowerCase());
  return examples
    .filter(({ in: part, name }) => part === 'header' && !declared.includes(name.toLowerCase()))
    .map(({ name, value }) => ({
      ...withHeader(operation, valid, name, value),
      note: `header/${name} of other operations`,
      expected: isRead(operation) ? 'ignored' : 'rejected',
    }));
}

/** A header with a valid request. A write is rejected because of an unknown parameter, so that it has no effect. */
function withHeader(operation: Operation, valid: RequestParts, name: string, value: string): UnexpectedRequest {
  const safe = isRead(operation) ? valid : withQuery(valid, Object.entries(UNKNOWN));
  const isKey = name === 'Authorization';
  return {
    note: `${name}: ${value.slice(0, 40)}`,
    request: isKey ? safe : { ...safe, headers: { ...safe.headers, [name.toLowerCase()]: value } },
    expected: 'documented',
    ...(isKey && { authorization: value }),
  };
}

/** Names that every object inherits, as names of query parameters and headers. */
function listNamesOfObjects(operation: Operation, valid: RequestParts): UnexpectedRequest[] {
  const named = PROTOTYPE_NAMES.map((name) => [name, '1'] as const);
  const query: UnexpectedRequest = {
    note: 'query parameters with names that every object inherits',
    request: withQuery(valid, named),
    expected: 'rejected',
  };
  if (!isRead(operation)) return [query];
  const headers = Object.fromEntries([...Object.entries(valid.headers), ...named]);
  return [
    query,
    { note: 'headers with names that every object inherits', request: { ...valid, headers }, expected: 'ignored' },
  ];
}

/** Values of other parameters in each parameter. */
function listForeignValues(operation: Operation, valid: RequestParts, next: () => string[]): UnexpectedRequest[] {
  const ids = placeholderNames(operation.path).filter((name) => name !== TENANT && name !== WORKSPACE);
  return [
    ...listNames(operation, 'query').flatMap((name) =>
      next().map((value) => ({ location: `query/${name}`, value, request: withQuery(valid, [[name, value]]) })),
    ),
    ...ids.flatMap((name) =>
      next()
        .filter((value) => value !== '')
        .map((value) => ({
          location: `path/${name}`,
          value,
          request: { ...valid, path: { ...valid.path, [name]: value } },
        })),
    ),
  ].map(({ location, value, request }) => ({ note: `${location} is ${value}`, request, expected: 'documented' }));
}

/** All parameters in another case, and all with brackets. */
function listConfusedParameters(known: readonly string[], valid: RequestParts): UnexpectedRequest[] {
  const confused = known.map(listConfusedNames);
  const kinds = Math.max(0, ...confused.map((names) => names.length));
  return Array.from({ length: kinds }, (_, kind) => {
    const names = confused.flatMap((variants) => variants.slice(kind, kind + 1));
    return {
      note: `${names[0]} and others as names of parameters`,
      request: withQuery(
        valid,
        names.map((name) => [name, '1']),
      ),
      expected: 'rejected',
    };
  });
}

/** Parameters that are repeated or empty. */
function listRepeated(
  operation: Operation,
  valid: RequestParts,
  examples: readonly ParameterExample[],
  next: () => number[],
): UnexpectedRequest[] {
  return listNames(operation, 'query').flatMap((name) => {
    const example = examples.find((candidate) => candidate.in === 'query' && candidate.name === name);
    const repetitions = listRepetitions(name, example?.value ?? '1');
    return next().flatMap((index): UnexpectedRequest[] => {
      const values: unknown[] = repetitions[index]?.map(([, value]) => value) ?? [];
      return [
        {
          note: `query/${name} ${values.length > 1 ? 'twice' : 'empty'}`,
          request: withQuery(valid, [[name, values]]),
          expected: 'documented',
        },
      ];
    });
  });
}

/** Returns a request with another body, parsed if it is JSON. */
function toBodyRequest({ body: _, ...others }: RequestParts, text: string): RequestParts {
  try {
    return { ...others, body: JSON.parse(text) as Json };
  } catch {
    return { ...others, text };
  }
}
