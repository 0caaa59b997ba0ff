/** The options of a mock, and of its handlers for Mock Service Worker. */

import type { OverrideSettings } from '../operations/override-types.ts';
import type { Tokens } from '../requests/token-access.ts';
import type { SeedFunction } from '../sample-data/data-types.ts';
import type { ScenarioName } from '../sample-data/scenarios.ts';

/** An override with the name of its operation, as `POST /__mock/overrides` accepts it. */
export interface InitialOverride extends OverrideSettings {
  /** The `operationId`. */
  operation: string;
  status: number;
  /** Default: the contract's first example. */
  body?: unknown;
  /** Whether the response doesn't have to conform to the contract. Default false. */
  unchecked?: boolean;
}

/** How the mock behaves. */
export interface MockOptions {
  /**
   * Path of a revision of the contract in one file, YAML or JSON, or the parsed document. Default: the contract in this package.
   */
  contract?: string | object;
  /**
   * Base URL of the API: a URL or a path, for example `/v1`; only a URL's path is used. Default: the paths of the
   * contract's `servers`.
   */
  baseUrl?: string;
  /** Generate records instead of using the contract's examples: the scenario `generated`. Default false. */
  dynamic?: boolean;
  /** The records that the mock starts with; see the README. Default: `story`, with `dynamic` or `rows` `generated`. */
  scenario?: ScenarioName;
  /** Number of generated records per list, 1..20000. Default: 50, or 5000 for the scenario `large`. */
  rows?: number;
  /**
   * Shift all times, so that the latest event has just happened. Default: true when stateful and for Mock Service Worker,
   * otherwise false: times come from the examples.
   */
  now?: boolean;
  /**
   * With a string, generated records and bodies are repeatable: the same request gets the same body, and with chaos, the nth
   * request to an operation has the same outcome after every start. A function creates records before the first request;
   * generated records are then also repeatable. Default: random.
   */
  seed?: string | SeedFunction;
  /** Delay before each response, in milliseconds, 0..30000; `Prefer: wait` overrides it. Default 0. */
  delayMs?: number;
  /**
   * Faults that are injected into all operations, such as `error=20%, latency=p50:80/p99:2000, drop=1%`, or into one:
   * `listRules:error=50%, code=429|500`. `Prefer: chaos` overrides it. Default: none.
   */
  chaos?: string | readonly string[];
  /**
   * Maps tokens to tenants and their workspaces, where `*` stands for any; or to `{access, workspaces}`, which also restricts
   * the operations. Other tokens get 401; requests for other operations, tenants and workspaces get 403. Default: every token
   * has access to everything.
   */
  tokens?: Tokens;
  /**
   * Store created, changed and deleted records in memory, separately for each token. `POST /__mock/reset`, outside the base
   * path, deletes them. Default false.
   */
  stateful?: boolean;
  /**
   * File in which a stateful mock saves its records, so that a later mock can continue with them. It is created if it doesn't
   * exist. Default: records are lost when the mock ends.
   */
  stateFile?: string;
  /**
   * URL of a real server of the API, with its base path, such as `https://staging.example.com/api/v1`. It responds to requests without an
   * override or a preference, and its responses are compared with the contract: each kind of difference is printed once, as a warning.
   * Requires the package `@aispm/conformance`. Responses take up to 30 seconds, and have up to 32 MB. Default: none.
   */
  proxy?: string;
  /**
   * File in which the responses of the {@link proxy} are saved as {@link overrides}, without API keys and other secrets. If it exists, it
   * is continued. Up to 1,000 responses of up to 1 MB, 64 MB together. Default: none.
   */
  record?: string;
  /** Overrides that apply from the start, each with the name of its operation, such as a recording. Default: none. */
  overrides?: readonly InitialOverride[];
  /**
   * Whether requests to `/__mock/…`, outside the base path, can control the running mock. With a token, they must send it in
   * the `X-Mock-Token` header. Default true, without a token.
   */
  control?: boolean | { token: string };
}

/** How the handlers behave. The contract is the one in this package. */
export interface HandlersOptions
  extends Omit<MockOptions, 'contract' | 'stateFile' | 'proxy' | 'record' | 'overrides'> {
  /**
   * Base URL of the API. With a URL, such as `https://aispm.example.com/api/v1`, the handlers apply to its origin and path;
   * with a path, to this path on any origin. Default: the paths of the contract's `servers`, on any origin.
   */
  baseUrl?: string;
  /**
   * Save the records of stateful handlers in the session storage of the page, so that they survive reloads until the tab is
   * closed. Default false.
   */
  persist?: boolean;
}
