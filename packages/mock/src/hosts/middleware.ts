/** The mock as middleware with the signature that Connect and Express use. */
import type { ServerResponse } from 'node:http';
import type { Handle, ServedContract } from '../core/exchange.ts';
import type { MiddlewareRequest } from '../http/middleware-request.ts';
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
 * @param getMock returns the paths that `handle` is responsible for, and the maximum size of bodies
 */
export function createMiddleware(
  handle: Handle,
  getMock: () => Pick<ServedContract, 'handlesPath' | 'maxBodyBytes'>,
): Middleware {
  return (request, response, next) => {
    const [path = ''] = (request.originalUrl ?? request.url ?? '').split('?', 1);
    const { handlesPath, maxBodyBytes } = getMock();
    if (handlesPath(path)) sendResponse(handle, request, response, maxBodyBytes).catch(() => response.destroy());
    else next();
  };
}
