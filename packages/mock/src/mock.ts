/** Puts the parts together. */
import { loadContract } from './contract.js';
import { createFetch } from './fetch.js';
import { createHandler, type Handle } from './handle.js';
import { sampleCurl } from './sample.js';
import { type ListenOptions, serve } from './server.js';
import { type MockOptions, readAnswerOptions, readBasePath } from './settings.js';
import { createState } from './state/state.js';

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
  /** Path prefix of the API, for example `/api/v1`. */
  basePath: string;
  /** Number of operations in the contract. */
  operationCount: number;
  /** SHA-256 of the contract as JSON, in 64 lower-case hexadecimal digits; the `X-Contract-Digest` of every answer. */
  contractDigest: string;
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
  const answerOptions = readAnswerOptions(options);
  const basePaths = options.baseUrl === undefined ? undefined : [readBasePath(options.baseUrl)];
  const loaded = await loadContract(options.contract);
  const contract = { ...loaded, basePaths: basePaths ?? loaded.basePaths };
  const state = options.stateful ? createState(contract.operations) : undefined;
  const handle = createHandler(contract, { ...answerOptions, state });
  const basePath = contract.basePaths[0] ?? '';
  return {
    handle,
    fetch: createFetch(handle),
    basePath,
    operationCount: contract.operations.length,
    contractDigest: contract.digest,
    async listen(where = {}) {
      const { origin, close } = await serve(handle, contract.digest, where);
      const url = `${origin}${basePath}`;
      return { url, curl: sampleCurl(contract.operations, url), close };
    },
  };
}
