/** Puts the parts together. */
import { assemble } from './assemble.js';
import type { Handle } from './exchange.js';
import { createFetch } from './fetch.js';
import { createMiddleware, type Middleware } from './middleware.js';
import type { MockOptions } from './options.js';
import { sampleCurl } from './sample.js';
import { type ListenOptions, serve } from './server.js';

/** A mock that listens on a port. */
export interface RunningMock {
  /** Where the API is, base path included, for example `http://127.0.0.1:4010/api/v1`. */
  url: string;
  /** A `curl` command to try it with, ready to paste; undefined when the contract has too few examples for one. */
  curl: string | undefined;
  /** Stops to listen and ends all connections; those that are busy get a second to finish. */
  close(): Promise<void>;
}

/** A mock of the contract. Unless it is stateful, all requests are independent of each other. */
export interface Mock {
  /** Answers a request, without sockets. */
  handle: Handle;
  /** Stands in for the global `fetch`; the host of the address makes no difference. */
  fetch: typeof fetch;
  /** Answers requests to the API inside a server with middleware: Express, Connect, webpack-dev-server. */
  middleware: Middleware;
  /** Path prefix of the API, for example `/api/v1`. */
  readonly basePath: string;
  /** Number of operations in the contract. */
  readonly operationCount: number;
  /** SHA-256 of the contract as JSON, in 64 lower-case hexadecimal digits; the `X-Contract-Digest` of every answer. */
  readonly contractDigest: string;
  /**
   * Answers from another contract, or from the same file read again, from now on; servers keep listening. What was stored
   * is forgotten. When it rejects, nothing has changed.
   *
   * @param contract as in {@link MockOptions.contract}; default: the one that the mock was made with
   * @throws {ContractError} when the contract cannot be used
   */
  reload(contract?: string | object): Promise<void>;
  /**
   * Serves the mock over HTTP.
   *
   * @throws {ListenError} when the port is busy or the address cannot be used
   */
  listen(options?: ListenOptions): Promise<RunningMock>;
}

/**
 * Makes a mock of the contract.
 *
 * @throws {ContractError} when the contract cannot be used
 * @throws {SettingError} when another option has an impossible value
 * @throws {TokensError} when the tokens have another form
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  let current = await assemble(options);
  const handle: Handle = (request) => current.handle(request);
  const basePath = () => current.basePaths[0] ?? '';
  return {
    handle,
    fetch: createFetch(handle),
    middleware: createMiddleware(handle, (path) => current.answers(path)),
    get basePath() {
      return basePath();
    },
    get operationCount() {
      return current.operations.length;
    },
    get contractDigest() {
      return current.digest;
    },
    async reload(contract = options.contract) {
      current = await assemble({ ...options, ...(contract !== undefined && { contract }) });
    },
    async listen(where = {}) {
      const { origin, close } = await serve(handle, () => current.digest, where);
      const url = `${origin}${basePath()}`;
      return { url, curl: sampleCurl(current.operations, url), close };
    },
  };
}
