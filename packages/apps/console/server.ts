/** Serves the built console. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

/** Default folder of the built files. */
const FILES = join(import.meta.dirname, 'dist');
/** The media types of the built files. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css;charset=utf-8',
  '.js': 'text/javascript;charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Content encodings with the suffix of their files, smallest first. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/** Responds to a request, or calls `next` if it isn't for the console. */
export type ConsoleHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Creates the handler that serves the console. Paths that aren't files are screens, and get the console's page.
 *
 * @param options.api URL of the API, or a path on the same origin such as `/api/v1`. Users can't change it.
 * @param options.files folder of the built files. Default: the build's output folder.
 * @throws {Error} if the console hasn't been built
 */
export function createConsoleHandler({ api, files = FILES }: { api: string; files?: string }): ConsoleHandler {
  const file = join(files, 'index.html');
  if (!existsSync(file)) throw new Error(`The console hasn't been built: ${file} is missing. Run npm run build.`);
  const page = readFileSync(file, 'utf8').replace(
    'name="aispm-api" content=""',
    () => `name="aispm-api" content="${escapeAttribute(api)}"`,
  );
  const headers = {
    'cache-control': 'no-cache',
    'content-type': 'text/html;charset=utf-8',
    etag: `"${createHash('sha256').update(page).digest('base64url')}"`,
    ...securityHeaders(api),
  };
  const contents = readFiles(files);
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const { pathname } = new URL(request.url ?? '/', 'http://console');
    if (pathname !== '/' && pathname !== '/index.html' && /\.\w+$/.test(pathname) && !pathname.startsWith('/w/')) {
      const content = contents.get(pathname);
      return content === undefined ? next() : sendFile(request, response, content, api);
    }
    const isKnown = request.headers['if-none-match'] === headers.etag;
    response.writeHead(isKnown ? 304 : 200, headers).end(isKnown || request.method === 'HEAD' ? undefined : page);
  };
}

/** A file's content in each encoding. */
interface Content {
  type: string;
  plain: Buffer;
  encoded: { encoding: string; body: Buffer }[];
}

/**
 * Reads the built files, by URL path. They're kept in memory, so that the page always gets files of its own build, even
 * after another build.
 */
function readFiles(folder: string): ReadonlyMap<string, Content> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  return new Map(
    names
      .filter((name) => extname(name) in TYPES)
      .map((name): [string, Content] => [
        `/${name}`,
        {
          type: TYPES[extname(name)] ?? '',
          plain: readFileSync(join(folder, name)),
          encoded: ENCODINGS.filter(({ suffix }) => names.includes(name + suffix)).map(
            ({ name: encoding, suffix }) => ({
              encoding,
              body: readFileSync(join(folder, name + suffix)),
            }),
          ),
        },
      ]),
  );
}

/** Sends a file in the smallest encoding that the request accepts. File names contain a hash, so caches keep them. */
function sendFile({ method, headers }: IncomingMessage, response: ServerResponse, content: Content, api: string): void {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => /^\s*([^;\s]+)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/.exec(part)?.[1]?.toLowerCase());
  const encodedForm = content.encoded.find(({ encoding }) => accepted.includes(encoding));
  const body = encodedForm?.body ?? content.plain;
  response.writeHead(200, {
    'cache-control': 'public,max-age=31536000,immutable',
    'content-length': body.byteLength,
    'content-type': content.type,
    ...(encodedForm !== undefined && { 'content-encoding': encodedForm.encoding }),
    vary: 'accept-encoding',
    ...securityHeaders(api),
  });
  response.end(method === 'HEAD' ? undefined : body);
}

/** Only allows the page to load its own files and call the API, and prevents framing by other pages. */
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
