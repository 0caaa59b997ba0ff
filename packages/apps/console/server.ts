/** Delivers the built console to browsers. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

const FILES = join(import.meta.dirname, 'dist');
const YEAR_SECONDS = 31_536_000;

/** Responds to a request, or calls `next` when it is none for the console. */
export type ConsoleHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Creates the handler that serves the console. Paths that are no files are screens, and get its page.
 *
 * @param options.api address of the API: a path on the same origin, such as `/api/v1`, or a URL. The console asks for no other one.
 * @throws {Error} when the console has not been built
 */
export function createConsoleHandler({ api }: { api: string }): ConsoleHandler {
  const file = join(FILES, 'index.html');
  if (!existsSync(file))
    throw new Error('The console is not built: packages/apps/console/dist is missing. Run npm run build.');
  const page = readFileSync(file, 'utf8').replace(
    'name="aispm-api" content=""',
    `name="aispm-api" content="${escapeAttribute(api)}"`,
  );
  const headers = {
    'cache-control': 'no-cache',
    'content-type': 'text/html;charset=utf-8',
    etag: `"${createHash('sha256').update(page).digest('base64url')}"`,
    ...securityHeaders(api),
  };
  const serveFile = sirv(FILES, {
    maxAge: YEAR_SECONDS,
    immutable: true,
    setHeaders(response) {
      for (const [name, value] of Object.entries(securityHeaders(api))) response.setHeader(name, value);
    },
  });
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { pathname } = new URL(request.url ?? '/', 'http://console');
    if (pathname !== '/' && pathname !== '/index.html' && /\.\w+$/.test(pathname) && !pathname.startsWith('/w/')) {
      return serveFile(request, response, next);
    }
    const isKnown = request.headers['if-none-match'] === headers.etag;
    response.writeHead(isKnown ? 304 : 200, headers).end(isKnown || request.method === 'HEAD' ? undefined : page);
  };
}

/** The page may load its own files and call the API, and nothing else; no other page may frame it. */
function securityHeaders(api: string): Record<string, string> {
  const origin = URL.canParse(api) ? ` ${new URL(api).origin}` : '';
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${origin}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
