/** The mock as handlers of Mock Service Worker, in browsers and in Node.js. */
import { type HttpHandler, HttpResponse, http } from 'msw';
import { assemble } from './assemble.js';
import { ConnectionDropped } from './errors.js';
import { createFetch } from './fetch.js';
import type { MockOptions } from './options.js';
import { readAnswerOptions, readBasePath } from './settings.js';

export { SettingError, TokensError } from './errors.js';
export type { Tokens } from './tokens.js';

/** How the handlers behave. The contract is the one that comes with this package. */
export interface HandlersOptions extends Omit<MockOptions, 'contract'> {
  /**
   * Where the API is. A URL, for example `https://aispm.example.com/api/v1`: requests to that origin and path. A path:
   * requests to that path of any origin. Default: the paths of the contract's `servers`, of any origin.
   */
  baseUrl?: string;
}

/**
 * Makes handlers that answer every request to the API, for `setupServer(...handlers())` and `setupWorker(...handlers())`.
 * All other requests are left to other handlers. Each call makes a mock with a state of its own.
 *
 * @throws {SettingError} when an option has an impossible value
 * @throws {TokensError} when the tokens have another form
 */
export function handlers(options: HandlersOptions = {}): HttpHandler[] {
  const { baseUrl } = options;
  readAnswerOptions(options);
  if (baseUrl !== undefined) readBasePath(baseUrl);
  const origin = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
  const assembled = assemble(options);
  const answer = assembled.then(({ handle }) => createFetch(handle));
  return [
    http.all(
      async ({ request }) => {
        const { origin: requested, pathname } = new URL(request.url);
        return (origin === undefined || origin === requested) && (await assembled).answers(pathname);
      },
      async ({ request }) => {
        try {
          return await (await answer)(request);
        } catch (error) {
          // What fails otherwise is told by MSW, as an answer.
          if ((error as Error).cause instanceof ConnectionDropped) return HttpResponse.error();
          throw error;
        }
      },
    ),
  ];
}
