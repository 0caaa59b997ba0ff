/** Handles paths outside the API: the pages of the web console, or 404. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BASE_PATH } from '../contract/contract.ts';
import { ApiError } from './errors/errors.ts';

/** Responds to a request, or calls `next` if it isn't for a page. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Lets `pages` respond to browsers. Programs, which don't request HTML, get the API's error for unknown paths, except for `/`,
 * so health checks find the console.
 */
export function addPages(server: FastifyInstance, pages: PageHandler): void {
  // Before the body is read, which could be rejected for another reason.
  server.addHook('onRequest', (request, _, done) => {
    done(request.is404 && !isForPages(request) ? unknownPath(request) : undefined);
  });
  server.setNotFoundHandler((request, reply) => {
    reply.hijack();
    pages(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
  });
}

function isForPages({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = pathOf(url);
  if (path === BASE_PATH || path.startsWith(`${BASE_PATH}/`)) return false;
  return (
    path === '/' || path.startsWith('/assets/') || path === '/icon.svg' || (headers.accept ?? '').includes('text/html')
  );
}

/** Returns the 404 for a path that the contract doesn't have. */
export function unknownPath({ url }: FastifyRequest): ApiError {
  return new ApiError(404, 'not_found', `No route matches ${pathOf(url)}.`);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
