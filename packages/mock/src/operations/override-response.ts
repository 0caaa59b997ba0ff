/** Creates the responses of overrides. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonMediaType } from '../bundled/openapi.ts';
import type { MockResponse } from '../core/exchange.ts';
import { serialize } from '../http/serialize.ts';
import { runPrism } from '../prism/prism.ts';
import { createErrorWithoutExample, type DeclaredResponse } from '../requests/responses.ts';
import { COMPUTED_HEADERS, type OverrideValues } from './override-check.ts';
import type { Route } from './route.ts';

/** The response that a request would get without a function. */
export interface NextResponse {
  status: number;
  /** Without those that the mock computes. */
  headers: Record<string, string>;
  /** The parsed JSON, or the string of another media type; undefined when there is none. */
  body: unknown;
}

/** Media type of response bodies for which the contract declares none, such as a proxy's. */
const UNDECLARED_TEXT = 'text/plain';
const UNDECLARED_JSON = 'application/json';

/**
 * Creates the response of an override: the example of the contract, with the body and the headers of the override.
 *
 * @param signal ends the delay
 * @throws {unknown} the reason of the signal
 */
export async function createOverrideResponse(
  { responses }: Route,
  override: OverrideValues,
  signal: AbortSignal | undefined,
  useCache: boolean,
): Promise<MockResponse> {
  const { status, body, headers = {}, delayMs = 0 } = override;
  if (delayMs > 0) await sleep(delayMs, undefined, signal ? { signal } : {});
  if (override.unchecked) return createUnchecked(responses.success, override);
  // A string can only be the error page of a proxy: all errors that a contract declares are JSON.
  const declared =
    (typeof body === 'string' && responses.findOfProxy(status)) || responses.find(status, readReason(body));
  if (!declared) throw new Error(`An override has the status ${status}, which its operation does not have.`);
  const response = serialize(await createOutput(declared, override, useCache));
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(own) } };
}

/** Creates a response that doesn't have to conform to the contract: strings are sent as they are, and other values as JSON. */
function createUnchecked(
  { operation }: DeclaredResponse,
  { status, body, headers = {} }: OverrideValues,
): MockResponse {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (body === undefined) return { status, headers: own, body };
  const [content] = operation.responses[0]?.contents ?? [];
  const type = { 'content-type': content?.mediaType ?? UNDECLARED_TEXT };
  if (isBinary(body)) return { status, headers: { ...type, ...own }, body: undefined, stream: toStream(body) };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { ...type, ...own, 'content-length': String(Buffer.byteLength(text)) }, body: text };
}

/** Returns whether a body consists of bytes, or is a stream of bytes or strings. */
export function isBinary(body: unknown): body is Uint8Array | AsyncIterable<Uint8Array | string> {
  return body instanceof Uint8Array || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body);
}

async function* toStream(body: Uint8Array | AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array) yield body;
  else for await (const chunk of body) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
}

/** Converts a response for the functions of overrides. */
export function toNextResponse({ status, headers, body }: MockResponse): NextResponse {
  const others = Object.entries(headers).filter(([name]) => !COMPUTED_HEADERS.has(name));
  const isJson = body !== undefined && isJsonMediaType(headers['content-type'] ?? '');
  return { status, headers: Object.fromEntries(others), body: isJson ? JSON.parse(body) : body };
}

async function createOutput(declared: DeclaredResponse, { status, body }: OverrideValues, useCache: boolean) {
  const { operation, examples } = declared;
  const result = await runPrism({
    operation,
    request: { method: 'get', url: { path: operation.path } },
    validateRequest: false,
    example: undefined,
    generate: false,
    useCache,
  });
  if (result.rejection) throw result.rejection;
  const { output } = result;
  if (body === undefined && (status < 400 || examples.length > 0)) return output;
  const [content] = operation.responses[0]?.contents ?? [];
  const mediaType = content?.mediaType ?? (typeof body === 'string' ? UNDECLARED_TEXT : UNDECLARED_JSON);
  const headers = { 'content-type': mediaType, ...output.headers };
  return { ...output, headers, body: body ?? createErrorWithoutExample(declared).body };
}

/** Returns the reason of an error, which distinguishes protocol responses from the operation's responses. */
function readReason(body: unknown): string | undefined {
  const reason = typeof body === 'object' && body !== null && 'reason' in body ? body.reason : undefined;
  return typeof reason === 'string' ? reason : undefined;
}
