/** Requests of clients that do not read the contract: derived from valid ones, each with mistakes. */
import type { Parameter as ContractParameter, Document } from '@aispm/openapi';
import { listOperations } from '@aispm/openapi';
import contract from '@aispm/spec/strict.json' with { type: 'json' };
import { OPERATIONS, type Operation } from '../../src/platform/contract/contract.ts';
import { encodeText } from '../attacks/texts.ts';
import { EXAMPLE_BODIES, EXAMPLE_PATHS } from '../contract-examples.ts';
import type { CarelessRequest } from './send.ts';

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

type Example = Pick<ContractParameter, 'name' | 'in'> & { value: string };

// The copy of the contract in the service has no examples.
const declared = listOperations(contract as unknown as Document);

/** An example of each parameter of the contract: one for each name, location and value. */
export const PARAMETER_EXAMPLES: readonly Example[] = [
  ...new Map(
    declared
      .flatMap(({ parameters }) => parameters)
      .flatMap(({ name, in: location, example }) =>
        example === undefined ? [] : [{ name, in: location, value: String(example) }],
      )
      .map((example) => [`${example.in} ${example.name} ${example.value}`, example]),
  ).values(),
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
  ['Prefer', 'return=minimal, respond-async, wait=10'],
  ['Prefer', 'code=500'],
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

/** Returns a valid request of an operation: the examples of its path and body. */
export function draftExample(operation: Operation): RequestDraft {
  const body = EXAMPLE_BODIES.get(operation.operationId)?.[0];
  return {
    operation,
    path: EXAMPLE_PATHS.get(operation.operationId) ?? {},
    query: [],
    headers: body === undefined ? [] : [['Content-Type', 'application/json']],
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

/** Adds a header, and removes those of the same name. */
export function withHeader(draft: RequestDraft, name: string, value: string): RequestDraft {
  const others = draft.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...draft, headers: [...others, [name, value]] };
}

/** Joins the parts of a request. Its key is sent unless it has an authorization of its own. */
export function toRequest(
  { operation, path, query, headers, body, expectedStatus }: RequestDraft,
  token: string,
): CarelessRequest {
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
