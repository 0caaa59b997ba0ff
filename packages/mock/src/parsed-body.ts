/** The body of a request that somebody else has read before the mock. */
import type { IncomingMessage } from 'node:http';

/** A request as servers with middleware hand it on. */
export interface HandedRequest extends IncomingMessage {
  /** The whole path, where a middleware is mounted below a path and `url` is only the rest. */
  originalUrl?: string | undefined;
  /** What a body parser made of the body, which then cannot be read any more. */
  body?: unknown;
}

/** A body as it was sent, as far as its parser has left it so. */
export function parsedBody({ body = '' }: HandedRequest): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
