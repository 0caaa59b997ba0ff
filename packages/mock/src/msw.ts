/** The mock as handlers of Mock Service Worker, in browsers and in Node.js. */
import { type HttpHandler, HttpResponse, http } from 'msw';
import { ConnectionDropped, SettingError } from './core/errors.ts';
import { assemble } from './hosts/assemble.ts';
import { createFetch } from './hosts/fetch.ts';
import type { HandlersOptions } from './hosts/mock-options.ts';
import { createSessionStorage } from './hosts/session-storage.ts';
import {
  checkOptionTypes,
  HANDLERS_OPTIONS,
  readBasePath,
  readControl,
  readResponseOptions,
  readSourceOptions,
} from './hosts/settings.ts';
import { parseChaosRule } from './requests/fault-injection.ts';
import { checkTokens } from './requests/token-access.ts';

export { SettingError, TokensError } from './core/errors.ts';
export type { HandlersOptions } from './hosts/mock-options.ts';
export { mockOperation, type OperationOptions } from './hosts/msw-override.ts';
export type {
  OperationName,
  OperationReference,
  OverrideBody,
  OverrideFunction,
  OverrideRequest,
  OverrideResponse,
  OverrideSettings,
  OverrideStatus,
  RequestMatch,
  UncheckedResponse,
} from './operations/override-types.ts';
export type { Tokens } from './requests/token-access.ts';
export type {
  DataList,
  DataScope,
  MockData,
  ObjectList,
  RecordReference,
  SeedFunction,
} from './sample-data/data-types.ts';

/**
 * Creates handlers for all requests to the API, for `setupServer(...handlers())` and `setupWorker(...handlers())`. Other
 * requests are left to other handlers. Each call creates a mock with its own state. Every request gets a 500 when the mock can't be
 * created for another reason, such as a `seed` that fails.
 *
 * @throws {SettingError} when an option has an invalid value
 * @throws {TokensError} when the tokens have the wrong structure
 */
export function handlers(options: HandlersOptions = {}): HttpHandler[] {
  const { baseUrl } = options;
  // Invalid options are reported immediately: `assemble` would reject later.
  checkOptionTypes(options, HANDLERS_OPTIONS);
  readResponseOptions(options);
  readControl(options);
  if (options.tokens) checkTokens(options.tokens);
  [options.chaos ?? []].flat().forEach(parseChaosRule);
  if (baseUrl !== undefined) readBasePath(baseUrl);
  const origin = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
  readSourceOptions(options);
  const storage = options.persist ? createSessionStorage() : undefined;
  if (storage && !options.stateful) throw new SettingError('The option persist requires stateful: true.');
  const assembled = assemble({ now: true, ...options, storage });
  const mockFetch = assembled.then(({ handle }) => createFetch(handle));
  // Requests report the error. Nothing awaits this promise, so without a handler it would end the process.
  mockFetch.catch(() => {});
  return [
    http.all(
      async ({ request }) => {
        const { origin: requestOrigin, pathname } = new URL(request.url);
        return (origin === undefined || origin === requestOrigin) && (await assembled).handlesPath(pathname);
      },
      async ({ request }) => {
        try {
          return await (await mockFetch)(request);
        } catch (error) {
          if ((error as Error).cause instanceof ConnectionDropped) return HttpResponse.error();
          // MSW converts other errors to a response.
          throw error;
        }
      },
    ),
  ];
}
