/**
 * The response that a client prefers, by the request header `Prefer` (RFC 7240), or by query parameters if no header can be
 * sent, such as in the address bar of a browser.
 */

import { ApiError } from '../core/errors.ts';
import type { ParsedRequest } from '../http/request.ts';
import { CHAOS_SYNTAX, type Chaos, MAX_LATENCY_MS, parseChaos } from './fault-injection.ts';

/** Maximum of `wait`, in milliseconds. */
export const MAX_WAIT_MS = MAX_LATENCY_MS;

/** The preferences of a request. The options of the mock apply in place of missing ones. */
export interface Preferences {
  /** Status of the response, 100..599. */
  code?: number;
  /** Name of the example. */
  example?: string;
  /** True for a generated body, false for an example. */
  dynamic?: boolean;
  /** Faults for this request, instead of the mock's faults. */
  chaos?: Chaos;
  /** Makes a generated body and the faults repeatable: the same seed results in the same body. */
  seed?: string;
  /** Delay before the response, in milliseconds, 0..30000. */
  waitMs?: number;
  /** Names of preferences from query parameters. */
  inQuery?: ReadonlySet<string>;
}

const NAMES = ['code', 'example', 'dynamic', 'seed', 'wait', 'chaos'];

/** Prefix of the mock's query parameters. */
const PREFIX = '__';

/** The query parameter that stands for `Authorization: Bearer …`. */
const TOKEN_PARAMETER = `${PREFIX}token`;

const PREFERENCE = /([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** Creates the 400 for a preference with an invalid value. */
type Reject = (name: string, value: string, expected: string) => ApiError;

/** The parser of each preference. */
const PARSERS: Record<string, (value: string, reject: Reject) => Preferences> = {
  code(value, reject) {
    if (!/^[1-5]\d\d$/.test(value)) throw reject('code', value, 'an HTTP status, for example 404');
    return { code: Number(value) };
  },
  dynamic(value, reject) {
    if (!['true', 'false', ''].includes(value)) throw reject('dynamic', value, 'true or false');
    return { dynamic: value !== 'false' };
  },
  wait(value, reject) {
    if (!/^\d{1,5}$/.test(value) || Number(value) > MAX_WAIT_MS) {
      throw reject('wait', value, `a number of milliseconds from 0 to ${MAX_WAIT_MS}`);
    }
    return { waitMs: Number(value) };
  },
  chaos(value, reject) {
    try {
      return { chaos: parseChaos(value) };
    } catch (error) {
      throw reject('chaos', value, `${CHAOS_SYNTAX} (${(error as Error).message})`);
    }
  },
  example: (value) => ({ example: value }),
  seed: (value) => ({ seed: value }),
};

/**
 * Parses the preferences of a request, for example `Prefer: code=404, example=unknown_id` or
 * `?__code=404&__example=unknown_id`. A query parameter overrides the header. As RFC 7240 requires, unknown preferences in
 * the header are ignored, and the first of several with the same name applies.
 *
 * @throws {ApiError} 400 when a known preference has an invalid value, or a query parameter has an unknown name
 */
export function parsePreferences({ headers, query }: Pick<ParsedRequest, 'headers' | 'query'>): Preferences {
  if (headers.prefer === undefined && !hasMockParameters(query)) return {};
  const queryValues = parseQuery(query);
  const values = new Map([...parseHeader(headers.prefer ?? ''), ...queryValues]);
  const preferences: Preferences = { inQuery: new Set(queryValues.keys()) };
  const reject: Reject = (name, value, expected) => invalidPreference(preferences, name, value, expected);
  for (const [name, parse] of Object.entries(PARSERS)) {
    const value = values.get(name);
    if (value !== undefined) Object.assign(preferences, parse(value, reject));
  }
  return preferences;
}

/** Returns a request without the mock's query parameters; `__token` becomes the `Authorization` header. */
export function withoutMockParameters<Request extends ParsedRequest>(request: Request): Request {
  const { query, headers } = request;
  if (!hasMockParameters(query)) return request;
  const token = query[TOKEN_PARAMETER];
  return {
    ...request,
    query: Object.fromEntries(Object.entries(query).filter(([name]) => !name.startsWith(PREFIX))),
    headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${[token].flat()[0]}` },
  };
}

/** Creates the 400 for a preference that can't be satisfied; `expected` describes the valid values. */
export function invalidPreference({ inQuery }: Preferences, name: string, value: string, expected: string): ApiError {
  const isInQuery = inQuery?.has(name);
  const label = isInQuery ? `${PREFIX}${name}` : name;
  const message = `${label} must be ${expected}; got "${value}"`;
  const source = isInQuery ? `The query parameter ${label}` : 'The Prefer header';
  return new ApiError(400, 'invalid_parameter', `${source} cannot be satisfied: ${message}.`, {
    details: [{ location: isInQuery ? `query/${label}` : 'header/Prefer', message }],
  });
}

function hasMockParameters(query: ParsedRequest['query']): boolean {
  for (const name in query) if (name.startsWith(PREFIX)) return true;
  return false;
}

function parseHeader(header: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of header.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted === undefined ? token : quoted.replace(/\\(.)/g, '$1'));
  }
  return values;
}

function parseQuery(query: ParsedRequest['query']): Map<string, string> {
  const parameters = Object.entries(query).filter(([name]) => name.startsWith(PREFIX) && name !== TOKEN_PARAMETER);
  return new Map(
    parameters.map(([parameter, value]) => {
      const name = parameter.slice(PREFIX.length);
      if (!NAMES.includes(name)) {
        const known = [...NAMES, 'token'].map((suffix) => PREFIX + suffix).join(', ');
        const message = `is not a parameter of the mock; use one of ${known}`;
        throw new ApiError(400, 'unknown_parameter', `The query parameter ${parameter} ${message}.`, {
          details: [{ location: `query/${parameter}`, message }],
        });
      }
      return [name, [value].flat()[0] ?? ''];
    }),
  );
}
