/**
 * How a client chooses the answer that it wants to see: the `Prefer` request header (RFC 7240), or query parameters for
 * where no header can be sent, such as a browser's address bar.
 */
import { CHAOS_SYNTAX, type Chaos, MAX_LATENCY_MS, parseChaos } from './chaos.js';
import { ApiError } from './errors.js';
import type { ParsedRequest } from './request.js';

/** Longest time that `wait` can ask for, in milliseconds. */
export const MAX_WAIT_MS = MAX_LATENCY_MS;

/** What a client asked for. What is absent is as the mock was set up. */
export interface Preferences {
  /** Status to answer with, 100..599. */
  code?: number;
  /** Name of the example to answer with. */
  example?: string;
  /** True for a generated body, false for an example. */
  dynamic?: boolean;
  /** Faults that the request may meet with, in place of those that the mock was set up with. */
  chaos?: Chaos;
  /** Makes a generated body, and the faults, repeatable: the same seed gives the same body. */
  seed?: string;
  /** Time to wait before the answer, in milliseconds, 0..30000. */
  waitMs?: number;
  /** Names of the preferences that came as query parameters. */
  inQuery?: ReadonlySet<string>;
}

const NAMES = ['code', 'example', 'dynamic', 'seed', 'wait', 'chaos'];

/** What the names of the mock's own query parameters start with. */
const PREFIX = '__';

/** The query parameter that stands for `Authorization: Bearer …`. */
const TOKEN_PARAMETER = `${PREFIX}token`;

const PREFERENCE = /([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/**
 * Reads what a request prefers, for example `Prefer: code=404, example=unknown_id` or
 * `?__code=404&__example=unknown_id`. A query parameter goes before the header. Unknown preferences in the header are
 * ignored and the first of several with the same name counts, as RFC 7240 has it.
 *
 * @throws {ApiError} 400 when a known preference has an impossible value, or a query parameter has an unknown name
 */
export function parsePreferences({ headers, query }: Pick<ParsedRequest, 'headers' | 'query'>): Preferences {
  if (headers.prefer === undefined && !hasOwnParameters(query)) return {};
  const values = new Map([...fromHeader(headers.prefer ?? ''), ...fromQuery(query)]);
  const inQuery = new Set(fromQuery(query).keys());
  const preferences: Preferences = { inQuery };
  const refuse = (name: string, value: string, expected: string) =>
    invalidPreference(preferences, name, value, expected);

  const code = values.get('code');
  if (code !== undefined) {
    if (!/^[1-5]\d\d$/.test(code)) throw refuse('code', code, 'an HTTP status, for example 404');
    preferences.code = Number(code);
  }
  const dynamic = values.get('dynamic');
  if (dynamic !== undefined) {
    if (!['true', 'false', ''].includes(dynamic)) throw refuse('dynamic', dynamic, 'true or false');
    preferences.dynamic = dynamic !== 'false';
  }
  const wait = values.get('wait');
  if (wait !== undefined) {
    if (!/^\d{1,5}$/.test(wait) || Number(wait) > MAX_WAIT_MS) {
      throw refuse('wait', wait, `a number of milliseconds from 0 to ${MAX_WAIT_MS}`);
    }
    preferences.waitMs = Number(wait);
  }
  const chaos = values.get('chaos');
  if (chaos !== undefined) {
    try {
      preferences.chaos = parseChaos(chaos);
    } catch (error) {
      throw refuse('chaos', chaos, `${CHAOS_SYNTAX} (${(error as Error).message})`);
    }
  }
  const example = values.get('example');
  if (example !== undefined) preferences.example = example;
  const seed = values.get('seed');
  if (seed !== undefined) preferences.seed = seed;
  return preferences;
}

/** A request without the mock's own query parameters; a token among them becomes the header that it stands for. */
export function withoutOwnParameters<Request extends ParsedRequest>(request: Request): Request {
  const { query, headers } = request;
  if (!hasOwnParameters(query)) return request;
  const token = query[TOKEN_PARAMETER];
  return {
    ...request,
    query: Object.fromEntries(Object.entries(query).filter(([name]) => !name.startsWith(PREFIX))),
    headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${[token].flat()[0]}` },
  };
}

/** The 400 for a preference that cannot be met; `expected` says what would be right. */
export function invalidPreference({ inQuery }: Preferences, name: string, value: string, expected: string): ApiError {
  const isInQuery = inQuery?.has(name);
  const label = isInQuery ? `${PREFIX}${name}` : name;
  const message = `${label} must be ${expected}; got "${value}"`;
  const source = isInQuery ? `The query parameter ${label}` : 'The header Prefer';
  return new ApiError(400, `${source} asks for something that there is not: ${message}.`, {
    details: [{ location: isInQuery ? `query/${label}` : 'header/Prefer', message }],
  });
}

function hasOwnParameters(query: ParsedRequest['query']): boolean {
  for (const name in query) if (name.startsWith(PREFIX)) return true;
  return false;
}

function fromHeader(header: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of header.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted === undefined ? token : quoted.replace(/\\(.)/g, '$1'));
  }
  return values;
}

function fromQuery(query: ParsedRequest['query']): Map<string, string> {
  const own = Object.entries(query).filter(([name]) => name.startsWith(PREFIX) && name !== TOKEN_PARAMETER);
  return new Map(
    own.map(([parameter, value]) => {
      const name = parameter.slice(PREFIX.length);
      if (!NAMES.includes(name)) {
        const message = `is no parameter of the mock; there are ${[...NAMES, 'token'].map((one) => PREFIX + one).join(', ')}`;
        throw new ApiError(400, `The query parameter ${parameter} ${message}.`, {
          details: [{ location: `query/${parameter}`, message }],
        });
      }
      return [name, [value].flat()[0] ?? ''];
    }),
  );
}
