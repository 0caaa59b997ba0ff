/** Sends requests to URLs that users configure. All such requests go through this client. */
import { lookup } from 'node:dns/promises';
import { createParser } from 'eventsource-parser';
import ipaddr from 'ipaddr.js';
import { Agent, type Dispatcher, errors, request } from 'undici';
import { type AddressPolicy, createAddressPolicy } from './address-policy.ts';

/** Why a request didn't return a usable response. */
export type OutgoingFailure =
  /** The URL mustn't be called; nothing was sent. */
  | 'not_allowed'
  /** The connection wasn't established, or was lost. */
  | 'unreachable'
  | 'timeout'
  /** The response is unusable: a redirect, too long, or compressed. */
  | 'bad_response';

/** A failed request. The message contains the host and port, but no path, query or credentials. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly failure: OutgoingFailure;

  constructor(failure: OutgoingFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** A response with any status except 3xx. */
export interface OutgoingResponse {
  readonly status: number;
  /** Undefined if the response was an event stream, or its body doesn't matter. */
  readonly body: string | undefined;
  /** The header `Retry-After`; undefined without one. */
  readonly retryAfter?: string | undefined;
  /** Time from the start of the request to the end of the response, in milliseconds. */
  readonly latencyMs: number;
}

export interface OutgoingOptions {
  /** Allowed hosts and networks, as `createAddressPolicy` reads them; empty allows none. */
  readonly allow: readonly string[];
  /** Timeout for name resolution, request and response together, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
  /** Maximum length of a response, in bytes. Default 1 MiB. */
  readonly maxBytes?: number;
  /** Maximum length of an event stream, in bytes. Default 16 MiB, because each event repeats a lot of metadata. */
  readonly maxStreamBytes?: number;
  /** Resolves a host name. Default: the resolver of the operating system. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
}

/** Options of a request, in addition to its body. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /**
   * Receives the data of each server-sent event of a successful response, and returns whether it was the last one. Without it,
   * an event stream is read like any other body.
   */
  readonly onEvent?: (data: string) => boolean;
  /** Whether only the status of the response matters, so that its body isn't read. Default: false. */
  readonly isBodyIgnored?: boolean;
}

/**
 * Posts JSON to a URL. A string is sent as it is: it's JSON already.
 *
 * @throws {OutgoingError} on every failure, or the reason of the signal if it's aborted
 */
export type OutgoingClient = (address: string, body: unknown, options?: RequestOptions) => Promise<OutgoingResponse>;

/**
 * Creates a client.
 *
 * It resolves a host once, checks all of its addresses and connects to the first one, so DNS can't return a different address
 * between the check and the call. It doesn't follow redirects. Each request uses its own connection.
 *
 * @throws {AllowListError} if the allowlist is invalid
 */
export function createOutgoingClient(options: OutgoingOptions): OutgoingClient {
  const { timeoutMs = 15_000, maxBytes = 1_048_576, maxStreamBytes = 16_777_216, resolve = resolveBySystem } = options;
  const policy = createAddressPolicy(options.allow);
  return async (address, body, { headers = {}, signal, onEvent, isBodyIgnored = false } = {}) => {
    const url = parseUrl(address);
    if (!policy.allowsHost(url)) {
      throw new OutgoingError(
        'not_allowed',
        `${url.host} is not an allowed host. The operator of the service can add it to OUTGOING_HOSTS.`,
      );
    }
    const deadline = AbortSignal.timeout(timeoutMs);
    const endSignal = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
    const started = performance.now();
    let dispatcher: Agent | undefined;
    try {
      dispatcher = connectTo(await resolveAllowed(url, policy, resolve, endSignal), timeoutMs);
      const response = await post(url, body, headers, dispatcher, endSignal);
      const text = isBodyIgnored
        ? undefined
        : await readBody(response, url.host, { maxBytes, maxStreamBytes, ...(onEvent && { onEvent }) });
      const retryAfter = response.headers['retry-after'];
      return {
        status: response.statusCode,
        body: text,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
        latencyMs: Math.round(performance.now() - started),
      };
    } catch (error) {
      signal?.throwIfAborted();
      throw toOutgoingError(error, url.host, deadline.aborted ? timeoutMs : undefined);
    } finally {
      await dispatcher?.destroy();
    }
  };
}

function parseUrl(address: string): URL {
  const refuse = (reason: string) => new OutgoingError('not_allowed', `The URL must not be called: ${reason}.`);
  if (!URL.canParse(address)) throw refuse('it is not a valid URL');
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('its scheme is neither http nor https');
  if (url.username !== '' || url.password !== '') throw refuse('it contains credentials');
  // URL parsing normalizes hosts such as 2130706433 or 0177.0.0.1 to an address; only attackers write them that way.
  if (
    ipaddr.IPv4.isValid(url.hostname) &&
    !new RegExp(`^https?://${url.hostname.replaceAll('.', '\\.')}(?:[:/?#]|$)`, 'i').test(address)
  ) {
    throw refuse('its host is an obfuscated IP address');
  }
  return url;
}

async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** Checks all addresses of a host, and returns the first one. */
async function resolveAllowed(
  url: URL,
  policy: AddressPolicy,
  resolve: NonNullable<OutgoingOptions['resolve']>,
  signal: AbortSignal,
): Promise<string> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = ipaddr.isValid(hostname) ? [hostname] : await abortable(resolve(hostname), signal);
  const [first] = addresses;
  if (first === undefined) throw new OutgoingError('unreachable', `${url.host} doesn't resolve to an address.`);
  for (const address of addresses) {
    const reason = policy.refuses(address, hostname);
    if (reason !== undefined) {
      throw new OutgoingError('not_allowed', `${url.host} must not be called: ${address} ${reason}.`);
    }
  }
  return first;
}

async function post(
  url: URL,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  dispatcher: Agent,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const response = await request(url, {
    method: 'POST',
    dispatcher,
    signal,
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'identity',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { statusCode: status } = response;
  if (status >= 300 && status < 400) {
    throw new OutgoingError(
      'bad_response',
      `${url.host} responded with a redirect (${status}); redirects aren't followed.`,
    );
  }
  return response;
}

async function readBody(
  response: Dispatcher.ResponseData,
  host: string,
  {
    maxBytes,
    maxStreamBytes,
    onEvent,
  }: Required<Pick<OutgoingOptions, 'maxBytes' | 'maxStreamBytes'>> & Pick<RequestOptions, 'onEvent'>,
): Promise<string | undefined> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw new OutgoingError('bad_response', `${host} sent a compressed response, which wasn't requested.`);
  }
  const isStream = onEvent !== undefined && isEventStream(response);
  const chunks = limit(response.body, isStream ? maxStreamBytes : maxBytes, host);
  return isStream ? await readEvents(chunks, onEvent) : await readText(chunks);
}

function isEventStream({ statusCode, headers }: Dispatcher.ResponseData): boolean {
  return statusCode < 300 && /^text\/event-stream(?:$|[\s;])/i.test(String(headers['content-type'] ?? ''));
}

/** Passes on the chunks of a body, up to a limit. */
async function* limit(body: AsyncIterable<Uint8Array>, maxBytes: number, host: string): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw new OutgoingError('bad_response', `The response of ${host} is longer than the limit.`);
    yield chunk;
  }
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read).toString();
}

/** Reads an event stream until the last event, after which an agent may keep the connection open. */
async function readEvents(chunks: AsyncIterable<Uint8Array>, onEvent: (data: string) => boolean): Promise<undefined> {
  const decoder = new TextDecoder();
  let isComplete = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      isComplete ||= onEvent(data);
    },
  });
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (isComplete) return;
  }
}

/** Creates a dispatcher that connects to a fixed address, no matter what the host name now resolves to. */
function connectTo(address: string, timeoutMs: number): Agent {
  const family = ipaddr.IPv6.isValid(address) ? 6 : 4;
  return new Agent({
    connections: 1,
    pipelining: 0,
    maxHeaderSize: 16_384,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: {
      timeout: timeoutMs,
      lookup: (_hostname, { all }, callback) => {
        if (all) callback(null, [{ address, family }]);
        else callback(null, address, family);
      },
    },
  });
}

/** Describes a failure without repeating any part of the request. */
function toOutgoingError(error: unknown, host: string, timeoutMs: number | undefined): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const isTimeout =
    timeoutMs !== undefined || error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  if (isTimeout)
    return new OutgoingError(
      'timeout',
      `${host} did not respond${timeoutMs === undefined ? ' in time' : ` within ${timeoutMs / 1000} seconds`}.`,
    );
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return new OutgoingError('unreachable', `${host} cannot be reached${code}.`);
}

/** Settles with the promise, or rejects with the signal's reason if it's aborted first. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
