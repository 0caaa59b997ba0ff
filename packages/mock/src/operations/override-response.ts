/** Creates the responses of overrides. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MockResponse } from '../core/exchange.ts';
import { serialize } from '../http/serialize.ts';
import { runPrism } from '../prism/prism.ts';
import { createErrorWithoutExample, type DeclaredResponse } from '../requests/responses.ts';
import type { OverrideValues } from './override-check.ts';
import type { Route } from './route.ts';

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
  // A string can only be the error page of a proxy: all errors that a contract declares are JSON.
  const declared =
    (typeof body === 'string' && responses.findOfProxy(status)) || responses.find(status, readReason(body));
  if (!declared) throw new Error(`An override has the status ${status}, which its operation does not have.`);
  const response = serialize(await createOutput(declared, override, useCache));
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(own) } };
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
