/** The mock as middleware with the signature that Connect and Express use. */
import type { ServerResponse } from 'node:http';
import type { Handle } from './exchange.ts';
import type { MiddlewareRequest } from './middleware-request.ts';
import { sendResponse } from './server.ts';

/** Handles requests to the API; calls `next` for all others. */
export type Middleware = (
  request: MiddlewareRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Creates a middleware.
 *
 * @param handlesPath returns whether `handle` is responsible for a path
 */
export function createMiddleware(handle: Handle, handlesPath: (path: string) => boolean): Middleware {
  return (request, response, next) => {
    const [path = ''] = (request.originalUrl ?? request.url ?? '').split('?', 1);
    if (handlesPath(path)) sendResponse(handle, request, response).catch(() => response.destroy());
    else next();
  };
}
