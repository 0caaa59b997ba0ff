/** Requests whose bodies other middleware may have read. */
import type { IncomingMessage } from 'node:http';

/** A request as servers pass it to middleware. */
export interface MiddlewareRequest extends IncomingMessage {
  /** The complete URL, if middleware is mounted at a path and `url` is only the rest. */
  originalUrl?: string | undefined;
  /** The result of a body parser, after which the body can't be read again. */
  body?: unknown;
}

/** Encodes a parsed body again. */
export function encodeParsedBody({ body = '' }: MiddlewareRequest): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
}
