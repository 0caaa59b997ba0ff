import type { CallOptions, ClientOptions, RetryOptions, SharedOptions, Token } from './options.ts';

/** Names, from which the compiler derives nothing at run time. */
type Names<Options> = Readonly<Record<keyof Options, true>>;

/** The options of a call. */
export const CALL_OPTIONS: Names<CallOptions> = {
  headers: true,
  timeout: true,
  totalTimeout: true,
  retry: true,
  fetchOptions: true,
  fetch: true,
  signal: true,
};
const { signal: _, ...SHARED_OPTIONS } = CALL_OPTIONS;
const CLIENT_OPTIONS: Names<ClientOptions> = { ...SHARED_OPTIONS, baseUrl: true, token: true, hooks: true };
const RETRY_OPTIONS: Names<RetryOptions> = { maxRetries: true, baseDelay: true, maxDelay: true };
const HOOKS: Names<NonNullable<ClientOptions['hooks']>> = { request: true, response: true, end: true, retry: true };

/**
 * Rejects mistakes in the options of a client, which a program in JavaScript would only notice by wrong data.
 *
 * @returns the token, which is checked even if a function returns it.
 * @throws TypeError with the name of the option.
 */
export function checkOptions(options: ClientOptions): Token | undefined {
  const caller = 'createClient';
  checkShared(caller, options, CLIENT_OPTIONS);
  requireKnown(caller, 'hook', options.hooks, Object.keys(HOOKS));
  const { token } = options;
  if (typeof token !== 'function') return checkToken(caller, token);
  return async (rejected) => checkToken('token', (await token(rejected)) ?? '');
}

/** Rejects mistakes in the options that calls and clients have in common. */
export function checkShared(caller: string, options: SharedOptions, known: object = SHARED_OPTIONS): void {
  requireObject(caller, 'options', options);
  requireKnown(caller, 'option', options, Object.keys(known));
  const { headers, retry } = options;
  requireObject(caller, 'headers', headers);
  requireKnown(caller, 'option', retry || undefined, Object.keys(RETRY_OPTIONS), 'retry.');
}

/** Returns a token; rejects one that no service accepts. */
function checkToken<Value extends string | undefined>(caller: string, token: Value): Value {
  if (token !== undefined && (typeof token !== 'string' || !token || /^bearer\s/i.test(token))) {
    throw new TypeError(`${caller}: the token must be an API key: not empty, and without "Bearer"`);
  }
  return token;
}

/** Rejects strings, arrays, `Headers` and all else whose properties aren't names and values. */
export function requireObject(caller: string, name: string, value: unknown): void {
  if (value === undefined) return;
  const isPlain = typeof value === 'object' && value !== null && !(Symbol.iterator in value);
  if (!isPlain) throw new TypeError(`${caller}: the ${name} must be an object with names and values`);
}

export function requireKnown(
  caller: string,
  kind: string,
  given: object | undefined,
  known: string[],
  prefix = '',
): void {
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value === undefined || known.includes(name)) continue;
    throw new TypeError(`${caller}: unknown ${kind} "${prefix}${name}"; known: ${[...new Set(known)].join(', ')}`);
  }
}
