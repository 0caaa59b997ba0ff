/** Handlers of Mock Service Worker for one operation. */
import { type HttpHandler, http } from 'msw';
import { readName } from '../operations/override-check.ts';
import type {
  OperationName,
  OperationReference,
  OverrideFunction,
  OverrideResponse,
  UncheckedResponse,
} from '../operations/override-types.ts';
import { type OverrideSource, Overrides } from '../operations/overrides.ts';
import { type AssembledMock, assemble } from './assemble.ts';
import { createFetch } from './fetch.ts';
import { readBasePath } from './settings.ts';

/** The location of the API. */
export interface OperationOptions {
  /**
   * Base URL of the API, as for `handlers()`: with a URL, the handler applies to its origin and path; with a path, to this
   * path on any origin. Default: the paths of the contract's `servers`, on any origin.
   */
  baseUrl?: string;
}

/** The mocks that create the responses, by base URL. They are stateless. */
const mocks = new Map<string | undefined, Promise<AssembledMock>>();

/**
 * Creates a handler that replaces responses of one operation, for `server.use(mockOperation(listAgents, { status: 429 }))`. An
 * error is returned for every request; successful responses, and results of functions, only for valid requests with a token. All
 * other requests are left to other handlers.
 *
 * @param operation its `operationId`, or its function in `@aispm/client`
 * @param respond the response, or a function that is called for each request. If the operation has no such response, the
 *   requests get a 500 with the reason
 * @throws {SettingError} when the base URL is invalid
 */
export function mockOperation<Name extends OperationName>(
  operation: OperationReference<Name>,
  respond: OverrideResponse<Name> | UncheckedResponse | OverrideFunction<Name>,
  { baseUrl }: OperationOptions = {},
): HttpHandler {
  if (baseUrl !== undefined) readBasePath(baseUrl);
  const origin = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
  const mock = mocks.get(baseUrl) ?? assemble(baseUrl === undefined ? {} : { baseUrl });
  mocks.set(baseUrl, mock);
  const name = readName(operation);
  let overrides: Overrides | undefined;
  return http.all(
    async ({ request }) => {
      const { origin: requestOrigin, pathname } = new URL(request.url);
      return (origin === undefined || origin === requestOrigin) && isPathOf(await mock, name, pathname);
    },
    async ({ request }) => {
      const { handle, operations } = await mock;
      if (!overrides) {
        const checked = new Overrides(operations);
        checked.add(operation, respond);
        overrides = checked;
      }
      const source = observeUse(overrides);
      const response = await createFetch((received) => handle(received, source))(request.clone());
      return source.isUsed() ? response : undefined;
    },
  );
}

/** Returns whether a path belongs to an operation or, if the operation is unknown, to the API. */
function isPathOf(
  { operations, basePaths, handlesPath }: AssembledMock,
  name: string | undefined,
  path: string,
): boolean {
  const template = operations.find(({ iid }) => iid === name)?.path.split('/');
  if (!template) return handlesPath(path);
  return basePaths.some((base) => {
    const segments = path.startsWith(`${base}/`) ? path.slice(base.length).split('/') : [];
    return (
      segments.length === template.length &&
      template.every((part, index) => part.includes('{') || part === segments[index])
    );
  });
}

/** Returns overrides that record whether a request has used one of them. */
function observeUse(overrides: Overrides): OverrideSource & { isUsed(): boolean } {
  let isUsed = false;
  const observe = <Values>(values: Values | undefined) => {
    isUsed ||= values !== undefined;
    return values;
  };
  return {
    takeError: (...request) => observe(overrides.takeError(...request)),
    async take(...request) {
      try {
        return observe(await overrides.take(...request));
      } catch (error) {
        // The response explains what is wrong with the override.
        isUsed = true;
        throw error;
      }
    },
    isUsed: () => isUsed,
  };
}
