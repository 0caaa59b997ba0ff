/** Requests of clients that don't read the contract: derived from valid ones, each with mistakes. */
import {
  type Document,
  listOperations,
  listParameterExamples,
  type ParameterExample,
  PROTOCOL_HEADERS,
} from '@aispm/openapi';
import contract from '@aispm/spec/strict.json' with { type: 'json' };
import { OPERATIONS, type Operation } from '../../src/platform/contract/contract.ts';
import { encodeText } from '../attacks/texts.ts';
import { EXAMPLE_BODIES, EXAMPLE_PATHS, EXAMPLE_QUERIES } from '../contract-examples.ts';
import type { UnexpectedRequest } from './send.ts';

/** A request before its parts are joined. */
export interface RequestDraft {
  operation: Operation;
  /** Values of path parameters, not encoded. */
  path: Readonly<Record<string, string>>;
  /** Names and values, not encoded; a name may occur more than once. */
  query: readonly (readonly [name: string, value: string])[];
  headers: readonly (readonly [name: string, value: string])[];
  body: string | undefined;
  /** The status that the response must have; undefined when several are documented. */
  expectedStatus?: number;
}

/** Reads come first: they need records that other operations delete. */
export const operations: readonly Operation[] = [...OPERATIONS.values()].sort(
  (a, b) => Number(b.method === 'GET') - Number(a.method === 'GET'),
);

// The copy of the contract in the service has no examples.
const declared = listOperations(contract as unknown as Document);

/** An example of each parameter of the contract: one for each name, location and value. */
export const PARAMETER_EXAMPLES: readonly ParameterExample[] = listParameterExamples(
  declared.flatMap(({ parameters }) => parameters),
);

/** Headers of the protocol, and preferences, which the service doesn't have. */
export const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ...PROTOCOL_HEADERS,
  ['Prefer', 'return=minimal, respond-async, wait=10'],
  ['Prefer', 'code=500'],
];

/** Returns a valid request of an operation: the examples of its path, its required query parameters and its body. */
export function draftExample(operation: Operation): RequestDraft {
  const body = EXAMPLE_BODIES.get(operation.operationId)?.[0];
  return {
    operation,
    path: EXAMPLE_PATHS.get(operation.operationId) ?? {},
    query: EXAMPLE_QUERIES.get(operation.operationId) ?? [],
    headers: body === undefined ? [] : [['Content-Type', 'application/json']],
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Adds a header, and removes those of the same name. */
export function withHeader(draft: RequestDraft, name: string, value: string): RequestDraft {
  const others = draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...draft, headers: [...others, [name, value]] };
}

/** Joins the parts of a request. Its key is sent unless it has its own authorization. */
export function toRequest(
  { operation, path, query, headers, body, expectedStatus }: RequestDraft,
  token: string,
): UnexpectedRequest {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(path[name] ?? ''));
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  const isAuthorized = headers.some(([name]) => name === 'Authorization');
  return {
    operationId: operation.operationId,
    method: operation.method,
    path: search === '' ? filled : `${filled}?${search}`,
    headers: isAuthorized ? headers : [['Authorization', `Bearer ${token}`], ...headers],
    body,
    expectedStatus,
  };
}

/** Percent-encodes a text. Empty segments and those of dots would change the path. */
function encode(text: string): string {
  return text === '' ? '%20' : encodeText(text).replaceAll('.', '%2E');
}
