/** Verifies the requests of webhooks, as Standard Webhooks define them: with WebCrypto, in Node.js, browsers and workers. */
import { eventKinds, type KnownEvent } from './generated/events.ts';

/** An event of a webhook whose signature was verified. `type` tells the kinds apart. */
export type WebhookEvent = (KnownEvent | UnknownEvent) & {
  /** Identifies the event, the same for each attempt to deliver it. Ignore events that you have stored already. */
  readonly id: string;
};

/** An event of a kind that a later version of the service has added. Ignore it, and respond with 2xx. */
export interface UnknownEvent {
  readonly type: 'unknown';
  /** The kind, as it was sent. */
  readonly kind: string;
  /** When it happened, RFC 3339. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Why a request can't be trusted, or can't be read. */
export type WebhookErrorReason =
  | 'invalid_secret'
  | 'parsed_body'
  | 'missing_header'
  | 'invalid_header'
  | 'old_timestamp'
  | 'future_timestamp'
  | 'wrong_signature'
  | 'invalid_payload';

/** A request can't be verified. Respond with 400; the message is for your log, and contains no secret. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: WebhookErrorReason;

  constructor(reason: WebhookErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The headers of a request: of `fetch` or Node.js, with names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Options of {@link verifyWebhook}. */
export interface VerifyOptions {
  /** The current time. Default: the time of the machine. */
  readonly now?: Date;
  /** How many seconds the time of the request may differ from it, 0 or more. Default: 300. */
  readonly tolerance?: number;
}

const PREFIX = 'whsec_';
/** Maximum number of signatures that are compared with each secret. A request has one or two. */
const MAX_SIGNATURES = 10;

/**
 * Verifies that the service has sent a request, and returns its event.
 *
 * @param payload the body exactly as it was received, before it's parsed
 * @param secret the secret of the webhook, starting with `whsec_`; several during a rotation
 * @throws {WebhookError} when the request can't be trusted; `reason` tells why
 *
 * @example
 * async function receive(request: Request, secret: string): Promise<void> {
 *   const event = await verifyWebhook(await request.text(), request.headers, secret);
 *   if (event.type === 'issue.opened') console.log(event.data.rule_name);
 * }
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { now = new Date(), tolerance = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const keys = [secret].flat().map(decodeSecret);
  if (keys.length === 0) throw new WebhookError('invalid_secret', 'There is no secret to verify the webhook with.');
  const body = toBytes(payload);
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  checkTimestamp(timestamp, now, tolerance);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  if (!(await isSigned(signed, signatures, keys))) {
    const message = 'No signature of the webhook matches. Check that the secret is the one of this webhook.';
    throw new WebhookError('wrong_signature', message);
  }
  return { ...readEvent(body), id };
}

async function isSigned(signed: Uint8Array<ArrayBuffer>, header: string, keys: Uint8Array<ArrayBuffer>[]) {
  const signatures = header
    .split(' ', MAX_SIGNATURES)
    .flatMap((signature) => (signature.startsWith('v1,') ? (decodeBase64(signature.slice(3)) ?? []) : []));
  for (const key of keys) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']);
    // Compares in constant time.
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', imported, signature, signed)) return true;
  }
  return false;
}

function readEvent(body: Uint8Array): KnownEvent | UnknownEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookError('invalid_payload', 'The payload of the webhook is not JSON.');
  }
  const { type, timestamp, data } = Object(event) as Record<string, unknown>;
  if (typeof type !== 'string' || typeof timestamp !== 'string' || typeof data !== 'object' || data === null) {
    throw new WebhookError('invalid_payload', 'The payload of the webhook must have type, timestamp and data.');
  }
  if (eventKinds.includes(type)) return event as KnownEvent;
  return { type: 'unknown', kind: type, timestamp, data: data as UnknownEvent['data'] };
}

function checkTimestamp(timestamp: string, now: Date, tolerance: number): void {
  const age = now.getTime() / 1000 - Number(timestamp);
  if (!/^\d{1,15}$/.test(timestamp) || Number.isNaN(age)) {
    throw new WebhookError('invalid_header', 'The header webhook-timestamp must be a number of seconds since 1970.');
  }
  const seconds = Math.abs(Math.round(age));
  if (age > tolerance) {
    const message = `The webhook was sent ${seconds} seconds ago, which is more than ${tolerance}; it may be a copy.`;
    throw new WebhookError('old_timestamp', message);
  }
  if (-age > tolerance) {
    const message = `The webhook was sent ${seconds} seconds in the future. Check the clock of this machine.`;
    throw new WebhookError('future_timestamp', message);
  }
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = 'get' in headers && typeof headers.get === 'function' ? headers.get(name) : findHeader(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError('missing_header', `The header ${name} is missing. Only the service sends it.`);
}

function findHeader(headers: object, name: string): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function toBytes(payload: unknown): Uint8Array {
  if (typeof payload === 'string') return new TextEncoder().encode(payload);
  // Also the bytes of another realm, such as that of a test runner.
  if (ArrayBuffer.isView(payload)) return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength);
  const message =
    'The body must be the text or the bytes as they were received. Verify it before a framework parses it.';
  throw new WebhookError('parsed_body', message);
}

function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  const key =
    typeof secret === 'string' && secret.startsWith(PREFIX) ? decodeBase64(secret.slice(PREFIX.length)) : undefined;
  if (key && key.length > 0) return key;
  throw new WebhookError(
    'invalid_secret',
    `The secret of a webhook is ${PREFIX} and Base64, as createWebhook returns it.`,
  );
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
