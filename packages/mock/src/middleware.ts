/** The mock inside another server, as a function of the form that Connect made common. */
import type { ServerResponse } from 'node:http';
import type { Handle } from './exchange.js';
import type { HandedRequest } from './parsed-body.js';
import { answer } from './server.js';

/** Answers a request to the API; calls `next` for all others. */
export type Middleware = (request: HandedRequest, response: ServerResponse, next: (error?: unknown) => void) => void;

/**
 * Makes a middleware.
 *
 * @param answers whether a path is one that `handle` answers
 */
export function createMiddleware(handle: Handle, answers: (path: string) => boolean): Middleware {
  return (request, response, next) => {
    const [path = ''] = (request.originalUrl ?? request.url ?? '').split('?', 1);
    if (answers(path)) answer(handle, request, response).catch(() => response.destroy());
    else next();
  };
}
