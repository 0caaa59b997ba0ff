/** Creates mocks. */

import type { EventKind } from '@aispm/types';
import { SettingError } from '../core/errors.ts';
import type { Handle } from '../core/exchange.ts';
import { findOperation } from '../operations/override-check.ts';
import type {
  OperationName,
  OperationReference,
  Override,
  OverrideFunction,
  OverrideResponse,
  UncheckedResponse,
} from '../operations/override-types.ts';
import type { JournalEntry } from '../operations/request-log.ts';
import { createSampleCommand } from '../operations/sample-request.ts';
import { createProxy } from '../proxy/proxy.ts';
import { createRecording } from '../proxy/recording.ts';
import type { MockData } from '../sample-data/data-types.ts';
import type { EventOptions, SentEvent } from '../sample-data/event-types.ts';
import type { MockSnapshot } from '../state/sources/mock-snapshot.ts';
import { assemble } from './assemble.ts';
import { createFetch } from './fetch.ts';
import { createMiddleware, type Middleware } from './middleware.ts';
import type { MockOptions } from './mock-options.ts';
import { type ListenOptions, serve } from './server.ts';
import { checkOptionTypes, checkProxyOptions, LISTEN_OPTIONS, MOCK_OPTIONS } from './settings.ts';
import { createFileStorage } from './state-file.ts';

/** A mock that listens on a port. */
export interface RunningMock {
  /** URL of the API with its base path, for example `http://127.0.0.1:4010/api/v1`. */
  url: string;
  /** A `curl` command that sends a request to the mock; undefined when the contract has too few examples. */
  curl: string | undefined;
  /** Stops listening and closes all connections; active requests have one second to finish. */
  close(): Promise<void>;
}

/** A mock of the contract. Unless it is stateful, all requests are independent of each other. */
export interface Mock {
  /** Returns the response to a request, without sockets. */
  handle: Handle;
  /** Replaces the global `fetch`; the host of the URL doesn't matter. */
  fetch: typeof fetch;
  /** Handles requests to the API in a server with middleware: Express, Connect, webpack-dev-server. */
  middleware: Middleware;
  /** Path prefix of the API, for example `/api/v1`. */
  readonly basePath: string;
  /** Number of operations in the contract. */
  readonly operationCount: number;
  /** SHA-256 of the contract as JSON, in 64 lowercase hexadecimal digits; the `X-Contract-Digest` of every response. */
  readonly contractDigest: string;
  /**
   * Replaces responses of an operation until the override is removed, has been used the specified number of times, or the
   * contract is reloaded. The newest override applies. Errors are returned for every request; successful responses, and results
   * of functions, only for valid requests with a token. `Prefer` takes precedence over overrides.
   *
   * @param operation its `operationId`, or its function in `@aispm/client`
   * @param respond the response, or a function that is called for each request
   * @throws {SettingError} when there is no such operation, or it has no such response; if a function returns one, the request gets a 500
   */
  override<Name extends OperationName>(
    operation: OperationReference<Name>,
    respond: OverrideResponse<Name> | UncheckedResponse | OverrideFunction<Name>,
  ): Override;
  /**
   * Removes overrides.
   *
   * @param operation default: all operations
   * @throws {SettingError} when there is no such operation
   */
  removeOverrides(operation?: OperationReference): void;
  /**
   * Lists the latest requests to the API, up to 1,000, oldest first.
   *
   * @param operation only requests to this operation
   * @throws {SettingError} when there is no such operation
   */
  requests(operation?: OperationReference): JournalEntry[];
  /** The records. Changes apply to all later requests. */
  readonly data: MockData;
  /**
   * Sends an event to the active webhooks that select it, once each, if their URLs are loopback addresses. The mock sends no
   * events otherwise.
   *
   * @param type the kind of the event
   * @returns an attempt for each webhook
   * @throws {SettingError} when there is no such kind, or the event has no such property
   */
  sendEvent(type: EventKind, options?: EventOptions): Promise<SentEvent[]>;
  /** Undoes all changes since {@link createMock} resolved; records that its `seed` created remain. */
  reset(): void;
  /**
   * Returns the state: all changes since {@link createMock} resolved. It is a JSON value whose content isn't
   * part of the public interface, and which contains created API keys.
   */
  snapshot(): MockSnapshot;
  /**
   * Restores a state of this mock.
   *
   * @throws {SettingError} when it belongs to another mock; then nothing changes
   */
  restore(snapshot: MockSnapshot): void;
  /**
   * Loads another revision of the contract, or the same file again; servers keep listening. Stored records,
   * overrides and recorded requests are deleted. If it rejects, nothing changes.
   *
   * @param contract as in {@link MockOptions.contract}; default: the contract that the mock was created with
   * @throws {ContractError} when the contract cannot be used
   */
  reload(contract?: string | object): Promise<void>;
  /**
   * Serves the mock over HTTP.
   *
   * @throws {ListenError} when the port is in use or the host isn't available
   */
  listen(options?: ListenOptions): Promise<RunningMock>;
}

/**
 * Creates a mock of the contract.
 *
 * @throws {ContractError} when the contract cannot be used
 * @throws {SettingError} when another option has an invalid value
 * @throws {TokensError} when the tokens have the wrong structure
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  checkOptionTypes(options, MOCK_OPTIONS);
  if (options.stateFile !== undefined && !options.stateful)
    throw new SettingError('The option stateFile requires stateful: true.');
  checkProxyOptions(options);
  const storage =
    options.stateFile === undefined
      ? undefined
      : createFileStorage(`The state file "${options.stateFile}"`, options.stateFile);
  const recorded =
    options.record === undefined ? undefined : createFileStorage(`The recording "${options.record}"`, options.record);
  const recording = recorded && createRecording(recorded);
  const createForward = async ({ proxy, contract }: MockOptions) =>
    proxy === undefined ? undefined : await createProxy(proxy, contract, recording, (message) => console.warn(message));
  /** The options in use, which the control API can change. */
  let chosen = options;
  const assembleAgain = async (changed: MockOptions) => {
    // The stored records belong to the previous contract or scenario.
    const fresh = storage && { ...storage, read: () => undefined };
    checkProxyOptions(changed);
    current = await assemble({ ...changed, storage: fresh, restart, forward: await createForward(changed) });
  };
  const restart = async (changed: object) => {
    checkOptionTypes(changed, MOCK_OPTIONS);
    const { scenario: _, dynamic: __, rows: ___, ...others } = chosen;
    const next = { ...others, ...changed };
    await assembleAgain(next);
    chosen = next;
  };
  let current = await assemble({ ...options, storage, restart, forward: await createForward(options) });
  const handle: Handle = async (request) => {
    if (typeof request?.method === 'string' && typeof request.url === 'string') return current.handle(request);
    throw new SettingError('A request must be an object with a method and a URL, such as { method: "GET", url: "/" }.');
  };
  const getBasePath = () => current.basePaths[0] ?? '';
  return {
    handle,
    fetch: createFetch(handle),
    middleware: createMiddleware(handle, () => current),
    get basePath() {
      return getBasePath();
    },
    get operationCount() {
      return current.operations.length;
    },
    get contractDigest() {
      return current.digest;
    },
    override: (operation, respond) => current.overrides.add(operation, respond),
    removeOverrides(operation) {
      current.overrides.remove({ operation: operation && findOperation(current.operations, operation) });
    },
    requests: (operation) => current.requestLog.list(operation && findOperation(current.operations, operation).iid),
    get data() {
      return current.data;
    },
    sendEvent: (type, options) => current.sendEvent(type, options),
    reset: () => current.reset(),
    snapshot: () => current.capture(),
    restore: (snapshot) => current.restore(snapshot),
    async reload(contract = options.contract) {
      await assembleAgain({ ...chosen, ...(contract !== undefined && { contract }) });
    },
    async listen(listenOptions = {}) {
      checkOptionTypes(listenOptions, LISTEN_OPTIONS);
      const { origin, close: stopServing } = await serve(handle, () => current, listenOptions);
      const close = async () => {
        await stopServing();
        storage?.flush();
        recorded?.flush();
      };
      const url = `${origin}${getBasePath()}`;
      return { url, curl: createSampleCommand(current.operations, url, options.tokens), close };
    },
  };
}
