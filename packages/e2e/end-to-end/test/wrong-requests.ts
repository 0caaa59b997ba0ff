/** Generates wrong requests from the contract: with one mistake each, and with random combinations of mistakes. */
import { listInvalidRequests, type Operation, type RequestParts } from '@aispm/conformance';
import { createValidRequest, operations } from '@aispm/contract-tests/operations';
import { isScopeParameter, MALFORMED_BODIES } from '@aispm/openapi';
import fc from '@aispm/testing/properties';

/** The API key that both servers accept. */
export const ACCEPTED_KEY = Symbol('accepted key');

/** A request below the base path, as a client sends it. */
export interface WrongRequest {
  /** Unique: the operation and its mistakes. */
  name: string;
  operation: string;
  method: string;
  /** Percent-encoded path and query. */
  target: string;
  /** Names in lowercase. */
  headers: Record<string, string | typeof ACCEPTED_KEY>;
  body: string | undefined;
}

/** A request that is being composed. */
interface Draft extends RequestParts {
  method: string;
  /** Follows the path, percent-encoded. */
  suffix: string;
  /** Follows the query, percent-encoded. */
  search: string[];
  /** The value of `Authorization`; undefined for none. */
  authorization: string | typeof ACCEPTED_KEY | undefined;
}

/** One mistake. Two mistakes can be combined unless they're in the same place. */
interface Mistake {
  name: string;
  place: string;
  make(draft: Draft): Draft;
}

const AUTHORIZATIONS = [undefined, '', 'Bearer', 'Basic eDp5', 'Bearer unknown-key', 'Bearer two words'];
const ACCEPTS = ['text/html', 'image/*, text/html;q=0.5', 'application/json;q=0', 'application/json;v=2'];
const CONTENT_TYPES = ['text/plain', 'nonsense', 'application/merge-patch+json', ''];
const CONTENT_ENCODINGS = ['br', 'gzip', 'gzip, gzip'];
const METHODS = ['PUT', 'DELETE', 'PATCH', 'POST', 'SEARCH'];
const SUFFIXES = ['/', '/extra', '%zz', '%00'];
const IDS = ['none', ' ', '%', 'a\u0000b', '..', 'é'];
/** Values that most schemas reject. */
const JUNK = [null, true, -1, 1.5, 1e21, '', 'x'.repeat(20_000), '\ud800', 'a\u0000b', [], {}, [[]], { '': 0 }];
const PRECONDITIONS = [
  ['If-Match', '"stale"'],
  ['If-Match', 'nope'],
  ['If-Match', ''],
  ['If-Modified-Since', 'yesterday'],
  ['If-Unmodified-Since', 'Mon, 02 Nov 2015 06:00:00 GMT'],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', 'x'.repeat(300)],
  ['Idempotency-Key', 'two words'],
] as const;

/** Lists the mistakes that a client can make with an operation. */
function listMistakes(operation: Operation, valid: RequestParts): Mistake[] {
  const { parameters, requestBody } = operation;
  const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const methods = operations.filter(({ path }) => path === operation.path).map(({ method }) => method);
  const ids = Object.keys(valid.path).filter((name) => !isScopeParameter(name));
  const scopes = parameters.filter(({ name }) => isScopeParameter(name));
  const withSearch = (pair: string): Mistake => ({
    name: `query ${pair}`,
    place: `query/${pair.split('=', 1)}`,
    make: (draft) => ({ ...draft, search: [...draft.search, pair] }),
  });
  const withHeader = (name: string, value: string): Mistake => ({
    name: `${name}: ${value.slice(0, 40)}`,
    place: `header/${name}`,
    make: (draft) => ({ ...draft, headers: { ...draft.headers, [name]: value } }),
  });
  const withText = (text: string): Mistake => ({
    name: `body ${JSON.stringify(text.slice(0, 40))}`,
    place: 'body',
    make: (draft) => ({ ...draft, body: undefined, text }),
  });
  return [
    ...listInvalidRequests(operation, valid).map(({ location, mistake, request }) =>
      toMistake(location, mistake, request),
    ),
    ...AUTHORIZATIONS.map((authorization) => ({
      name: `Authorization: ${authorization}`,
      place: 'authorization',
      make: (draft: Draft) => ({ ...draft, authorization }),
    })),
    ...ACCEPTS.map((accept) => withHeader('Accept', accept)),
    ...(operation.method === 'GET' ? [] : PRECONDITIONS.map(([name, value]) => withHeader(name, value))),
    ...METHODS.filter((method) => !methods.includes(method)).map((method) => ({
      name: `method ${method}`,
      place: 'method',
      make: (draft: Draft) => ({ ...draft, method }),
    })),
    ...SUFFIXES.map((suffix) => ({
      name: `path …${suffix}`,
      place: 'suffix',
      make: (draft: Draft) => ({ ...draft, suffix }),
    })),
    ...ids.flatMap((name) =>
      IDS.map((id) => ({
        name: `path ${name} ${JSON.stringify(id)}`,
        place: `path/${name}`,
        make: (draft: Draft) => ({ ...draft, path: { ...draft.path, [name]: id } }),
      })),
    ),
    ...scopes.flatMap(({ name, in: location }) =>
      ['another', 'a\u0000b', '*'].map((value) => ({
        name: `${location} ${name} ${JSON.stringify(value)}`,
        place: `${location}/${name}`,
        make: (draft: Draft) => ({ ...draft, [location]: { ...draft[location as 'path'], [name]: value } }),
      })),
    ),
    ...['colour=red', 'hasOwnProperty=x', 'constructor=', 'a%zz=1', 'b=%ff'].map(withSearch),
    ...query.flatMap((name) =>
      [`${name}=`, `${name}=&${name}=`, `${name}=%00`, `${name}=${'1'.repeat(40)}`, `${name.toUpperCase()}=1`].map(
        withSearch,
      ),
    ),
    ...(requestBody
      ? [
          ...CONTENT_TYPES.map((type) => withHeader('Content-Type', type)),
          ...CONTENT_ENCODINGS.map((encoding) => withHeader('Content-Encoding', encoding)),
          ...[...MALFORMED_BODIES, ' ', `${'['.repeat(200)}${']'.repeat(200)}`].map(withText),
        ]
      : []),
  ];
}

/** Returns the mistake that an invalid request of the conformance suite makes, to combine it with others. */
function toMistake(location: string, mistake: string, request: RequestParts): Mistake {
  const [part = '', name = ''] = location.split('/');
  const key = ({ path: 'path', query: 'query', header: 'headers' } as const)[part];
  return {
    name: `${location} ${mistake}`,
    place: key ? `${part}/${name}` : 'body',
    make(draft) {
      if (!key) return { ...draft, body: request.body, ...(request.text !== undefined && { text: request.text }) };
      const { [name]: _, ...others } = draft[key];
      return { ...draft, [key]: name in request[key] ? { ...others, [name]: request[key][name] } : others };
    },
  };
}

/** Encodes a composed request. */
function encode(operation: Operation, name: string, draft: Draft): WrongRequest {
  const { path, query, headers, body, text, suffix, search, authorization } = draft;
  const target = operation.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(path[key])));
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [value].flat().map((item) => `${encodeURIComponent(key)}=${encodeURIComponent(String(item).toWellFormed())}`),
  );
  const parts = [...pairs, ...search];
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    name: `${operation.id} ${name}`,
    operation: operation.id,
    method: draft.method,
    target: `${target}${suffix}${parts.length > 0 ? '?' : ''}${parts.join('&')}`,
    headers: {
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), String(value)])),
      ...(authorization !== undefined && { authorization }),
    },
    body: sent,
  };
}

/** Replaces, removes or adds up to four values of a body. */
function corrupt(body: unknown): fc.Arbitrary<unknown> {
  const step = fc.record({ path: fc.array(fc.nat(), { maxLength: 4 }), value: fc.constantFrom(...JUNK, undefined) });
  return fc
    .array(step, { minLength: 1, maxLength: 4 })
    .map((steps) => steps.reduce((value, { path, value: junk }) => replace(value, path, junk), body));
}

/** Replaces the value at a path of positions; undefined removes it, and the position after the last one adds it. */
function replace(value: unknown, [position, ...rest]: readonly number[], junk: unknown): unknown {
  if (position === undefined || typeof value !== 'object' || value === null) return junk;
  const entries: [string, unknown][] = Object.entries(value);
  const index = position % (entries.length + 1);
  const [name, child] = entries[index] ?? [`unknown_${entries.length}`, undefined];
  const next = replace(child, rest, junk);
  const result = entries.toSpliced(index, 1, ...(next === undefined ? [] : [[name, next] satisfies [string, unknown]]));
  return Array.isArray(value) ? result.map(([, item]) => item) : Object.fromEntries(result);
}

/**
 * Generates wrong requests, the same for the same `PROPERTY_SEED`: each mistake alone, and combinations of two and three.
 *
 * @param combinations how many requests per operation have several mistakes
 */
export function generateWrongRequests(combinations: number): WrongRequest[] {
  const requests = operations.flatMap((operation) => {
    const valid = createValidRequest(operation);
    const draft: Draft = {
      ...valid,
      method: operation.method,
      suffix: '',
      search: [],
      authorization: ACCEPTED_KEY,
    };
    const mistakes = listMistakes(operation, valid);
    const several = fc
      .uniqueArray(fc.constantFrom(...mistakes), { minLength: 2, maxLength: 3, selector: ({ place }) => place })
      .map((made) => ({
        name: made.map(({ name }) => name).join(' + '),
        draft: made.reduce((current, { make }) => make(current), draft),
      }));
    const corrupted = corrupt(valid.body).map((body) => ({
      name: `body ${JSON.stringify(body)?.slice(0, 200)}`,
      draft: { ...draft, body },
    }));
    return [
      ...mistakes.map(({ name, make }) => encode(operation, name, make(draft))),
      ...fc.sample(several, combinations).map((one) => encode(operation, one.name, one.draft)),
      ...(valid.body === undefined ? [] : fc.sample(corrupted, combinations)).map((one) =>
        encode(operation, one.name, one.draft),
      ),
    ];
  });
  return [...new Map(requests.map((request) => [request.name, request])).values()];
}
