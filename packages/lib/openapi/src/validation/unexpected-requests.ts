/**
 * What clients send that don't read the contract: parameters and headers of other operations, misspelled names, values of other
 * parameters. All of it is derived from the contract, except what HTTP itself defines.
 */
import type { Parameter } from '../document/document.ts';

/** An example of a parameter. */
export interface ParameterExample {
  name: string;
  in: string;
  value: string;
}

/** Names that every object of JavaScript has. */
export const PROTOTYPE_NAMES: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/** Bodies that aren't objects, are incomplete or are hostile. */
export const MALFORMED_BODIES: readonly string[] = [
  '',
  'null',
  '[]',
  '{}',
  '""',
  '0',
  '{"a":',
  '[1,',
  '\ufeff{}',
  '{"__proto__":{"a":1}}',
  '{"a\\nb":1,"value":{"c\\r\\u2028\\u0000":1}}',
  '1e999',
  '['.repeat(5_000),
];

/** Headers of HTTP and of proxies with usual values. Those that frame the message are in the tests of the wire format. */
export const PROTOCOL_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Accept', '*/*'],
  ['Accept', 'text/html;q=0.9, */*;q=0.1'],
  ['Accept', 'text/csv'],
  ['Accept', ''],
  ['Accept', ';;q=,'],
  ['Accept-Charset', 'utf-8'],
  ['Accept-Datetime', 'Mon, 02 Nov 2026 06:00:00 GMT'],
  ['Accept-Encoding', 'gzip, br;q=0.5, zstd'],
  ['Accept-Encoding', 'identity;q=0, *;q=0'],
  ['Accept-Language', 'tr-TR, de;q=0.5'],
  ['Access-Control-Request-Headers', 'authorization'],
  ['Access-Control-Request-Method', 'DELETE'],
  ['Authorization', 'Basic dXNlcjpwYXNzd29yZA=='],
  ['Authorization', 'Bearer'],
  ['Cache-Control', 'no-cache, max-age=0'],
  ['Content-Disposition', 'attachment; filename="a.json"'],
  ['Content-Encoding', 'br'],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'identity'],
  ['Content-Language', 'en'],
  ['Content-Location', '/other'],
  ['Content-MD5', 'Q2hlY2sgSW50ZWdyaXR5IQ=='],
  ['Content-Range', 'bytes 0-1/2'],
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Type', 'application/merge-patch+json'],
  ['Content-Type', 'multipart/form-data; boundary=a'],
  ['Content-Type', 'text/plain'],
  ['Content-Type', 'json'],
  ['Cookie', 'session=1; __proto__=2'],
  ['DNT', '1'],
  ['Date', 'Mon, 02 Nov 2026 06:00:00 GMT'],
  ['Digest', 'sha-256=abc'],
  ['Early-Data', '1'],
  ['Forwarded', 'for=192.0.2.60;proto=http;host=example.com'],
  ['From', 'person@example.com'],
  ['If-Match', '*'],
  ['If-Match', 'W/"1", "2"'],
  ['If-Match', 'nope'],
  ['If-Modified-Since', 'Mon, 02 Nov 2026 06:00:00 GMT'],
  ['If-Modified-Since', 'yesterday'],
  ['If-None-Match', '*'],
  ['If-None-Match', '"1"'],
  ['If-Range', '"1"'],
  ['If-Unmodified-Since', 'Mon, 02 Nov 2015 06:00:00 GMT'],
  ['Keep-Alive', 'timeout=1'],
  ['Last-Event-ID', '1'],
  ['Link', '</a>; rel=next'],
  ['Max-Forwards', '0'],
  ['Origin', 'https://example.com'],
  ['Origin', 'null'],
  ['Pragma', 'no-cache'],
  ['Priority', 'u=1, i'],
  ['Proxy-Authorization', 'Basic dXNlcjpwYXNzd29yZA=='],
  ['Range', 'bytes=0-1'],
  ['Range', 'bytes=5-1'],
  ['Referer', 'https://example.com/a?b'],
  ['Retry-After', '10'],
  ['Save-Data', 'on'],
  ['Sec-Fetch-Mode', 'cors'],
  ['Slug', 'a'],
  ['TE', 'trailers'],
  ['Timeout', '1'],
  ['Upgrade-Insecure-Requests', '1'],
  ['User-Agent', ''],
  ['Via', '1.1 proxy'],
  ['Want-Digest', 'sha-256'],
  ['Warning', '199 - "a"'],
  ['X-Api-Key', 'a'],
  ['X-Correlation-Id', 'a'],
  ['X-Forwarded-For', '192.0.2.1, 198.51.100.2'],
  ['X-Forwarded-Host', 'example.com'],
  ['X-Forwarded-Proto', 'https'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Original-URL', '/other'],
  ['X-Request-Id', 'x'.repeat(2_000)],
  ['baggage', 'a=b'],
  ['traceparent', '00-00000000000000000000000000000000-0000000000000000-00'],
  ['tracestate', 'a=b'],
];

/** Lists the examples of parameters: one for each location, name and value. */
export function listParameterExamples(
  parameters: readonly (Pick<Parameter, 'name' | 'in'> & { example?: unknown })[],
): ParameterExample[] {
  const examples = parameters.flatMap(({ name, in: location, example }) =>
    example === undefined ? [] : [{ name, in: location, value: String(example) }],
  );
  return [...new Map(examples.map((example) => [`${example.in} ${example.name} ${example.value}`, example])).values()];
}

/** Returns the names that a client may confuse with the name of a query parameter: in another case, and with brackets. */
export function listConfusedNames(name: string): string[] {
  return [name.toUpperCase(), `${name}[]`];
}

/** Returns query strings with a repeated or empty parameter. */
export function listRepetitions(name: string, value: string): (readonly [name: string, value: string])[][] {
  return [
    [
      [name, value],
      [name, value],
    ],
    [
      [name, value],
      [name, 'other'],
    ],
    [[name, '']],
  ];
}

/**
 * Creates the function that returns another share of the values with each call, so that several calls together return each of them.
 *
 * @param parts number of calls after which all values have been returned
 */
export function createShares<T>(values: readonly T[], parts: number): () => T[] {
  let turn = 0;
  return () => {
    turn += 1;
    return values.filter((_, index) => (index + turn) % parts === 0);
  };
}
