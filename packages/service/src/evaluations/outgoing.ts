import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { Agent, errors, request } from 'undici';
import { addressPolicy } from './address-policy.ts';

/** Why a request brought no answer. */
export type OutgoingFailure =
  /** The address is not one that may be called; nothing was sent. */
  | 'not_allowed'
  /** No connection came about, or it broke. */
  | 'unreachable'
  | 'timeout'
  /** There was an answer, but none that can be used: a redirect, too long, or compressed. */
  | 'bad_answer';

/** A request that brought no answer. The message is for people, and names host and port but no path, query or credentials. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly failure: OutgoingFailure;

  constructor(failure: OutgoingFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** An answer of whatever status below 300 or from 400 on. */
export interface OutgoingAnswer {
  readonly status: number;
  readonly body: string;
  /** Time from the start of the request to the end of the answer, in whole ms. */
  readonly latencyMs: number;
}

export interface OutgoingOptions {
  /** Hosts and networks that may be called, as `addressPolicy` reads them; nothing may when it is empty. */
  readonly allow: readonly string[];
  /** Time for everything from the look-up to the end of the answer, in ms; 15,000 when left out. */
  readonly timeoutMs?: number;
  /** Longest answer, in bytes; 1 MiB when left out. */
  readonly maxBytes?: number;
  /** Finds the addresses of a host; that of the system when left out. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
}

/** Posts JSON. @throws OutgoingError for everything that goes wrong, and the reason of the signal when that is aborted */
export type Outgoing = (
  address: string,
  body: unknown,
  more?: { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal },
) => Promise<OutgoingAnswer>;

/**
 * The only way out of the service to addresses that users name.
 *
 * A host is looked up once, all of its addresses are checked, and the connection goes to the first of these very addresses, so that
 * a name cannot lead elsewhere between the check and the call. Redirects are not followed. Each request has a connection of its own.
 *
 * @throws AllowListError for an allow-list that cannot be read
 */
export function createOutgoing(options: OutgoingOptions): Outgoing {
  const { timeoutMs = 15_000, maxBytes = 1_048_576, resolve = systemAddresses } = options;
  const policy = addressPolicy(options.allow);

  async function checkedAddress(url: URL, place: string, signal: AbortSignal): Promise<string> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = ipaddr.isValid(host) ? [host] : await withSignal(resolve(host), signal);
    const [first] = addresses;
    if (first === undefined) throw new OutgoingError('unreachable', `${place} has no address.`);
    for (const address of addresses) {
      const reason = policy.refuses(address, host);
      if (reason !== undefined)
        throw new OutgoingError('not_allowed', `${place} may not be called: ${address} ${reason}.`);
    }
    return first;
  }

  return async (address, body, { headers = {}, signal } = {}) => {
    const url = readAddress(address);
    const place = url.host;
    if (!policy.allowsHost(url)) {
      throw new OutgoingError('not_allowed', `${place} may not be called: it is not on the list of allowed hosts.`);
    }
    const deadline = AbortSignal.timeout(timeoutMs);
    const ends = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
    const started = performance.now();
    let dispatcher: Agent | undefined;
    try {
      dispatcher = connectedTo(await checkedAddress(url, place, ends), timeoutMs, maxBytes);
      const answer = await request(url, {
        method: 'POST',
        dispatcher,
        signal: ends,
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json',
          'accept-encoding': 'identity',
        },
        body: JSON.stringify(body),
      });
      if (answer.statusCode >= 300 && answer.statusCode < 400) {
        throw new OutgoingError(
          'bad_answer',
          `${place} answers with a redirect (${answer.statusCode}), which is not followed.`,
        );
      }
      const encoding = answer.headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity')
        throw new OutgoingError('bad_answer', `${place} answers compressed, though it was not asked to.`);
      const text = await answer.body.text();
      return { status: answer.statusCode, body: text, latencyMs: Math.round(performance.now() - started) };
    } catch (error) {
      signal?.throwIfAborted();
      throw failureOf(error, place, deadline.aborted ? timeoutMs : undefined);
    } finally {
      await dispatcher?.destroy();
    }
  };
}

function readAddress(address: string): URL {
  const refuse = (reason: string) => new OutgoingError('not_allowed', `The address may not be called: ${reason}.`);
  if (!URL.canParse(address)) throw refuse('it cannot be read');
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('it is not one of HTTP or HTTPS');
  if (url.username !== '' || url.password !== '') throw refuse('it carries credentials');
  // Hosts such as 2130706433 or 0177.0.0.1 become addresses when they are read; nobody writes them with good intent.
  if (
    ipaddr.IPv4.isValid(url.hostname) &&
    !new RegExp(`^https?://${url.hostname.replaceAll('.', '\\.')}(?:[:/?#]|$)`, 'i').test(address)
  ) {
    throw refuse('its host is an address in disguise');
  }
  return url;
}

async function systemAddresses(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** A connection that goes to one address, whatever the name of the host leads to by now. */
function connectedTo(address: string, timeoutMs: number, maxBytes: number): Agent {
  const family = ipaddr.IPv6.isValid(address) ? 6 : 4;
  return new Agent({
    connections: 1,
    pipelining: 0,
    maxResponseSize: maxBytes,
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

/** What went wrong, in words that repeat nothing of the request. */
function failureOf(error: unknown, place: string, timeoutMs: number | undefined): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const isTimeout =
    timeoutMs !== undefined || error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  if (isTimeout)
    return new OutgoingError(
      'timeout',
      `${place} did not answer${timeoutMs === undefined ? ' in time' : ` within ${timeoutMs / 1000} seconds`}.`,
    );
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new OutgoingError('bad_answer', `${place} answers with more than may be read.`);
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return new OutgoingError('unreachable', `${place} cannot be reached${code}.`);
}

/** The promise, or the reason of the signal when that comes first. */
function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
