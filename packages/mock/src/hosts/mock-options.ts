/** The options of a mock, and of its handlers for Mock Service Worker. */

import type { Tokens } from '../requests/token-access.ts';
import type { SeedFunction } from '../sample-data/data-types.ts';
import type { ScenarioName } from '../sample-data/scenarios.ts';

/** How the mock behaves. */
export interface MockOptions {
  /**
   * Path of a revision of the contract in one file, YAML or JSON, or the parsed document. Default: the contract in this package.
   */
  contract?: string | object;
  /**
   * Base URL of the API: a URL or a path, for example `/v1`; of a URL, only the path is used. Default: the paths of the
   * contract's `servers`.
   */
  baseUrl?: string;
  /** Generate records instead of using those of the contract's examples: the scenario `generated`. Default false. */
  dynamic?: boolean;
  /** The records that the mock starts with; see the README. Default: `story`, with `dynamic` or `rows` `generated`. */
  scenario?: ScenarioName;
  /** Number of generated records of each list, 1..20000. Default: 50, in the scenario `large` 5000. */
  rows?: number;
  /**
   * Shift all times, so that the latest event has just happened. Default: true when stateful and for Mock Service Worker,
   * otherwise false: times are those of the examples.
   */
  now?: boolean;
  /**
   * A text makes generated records and bodies repeatable, so that the same request receives the same body, and chaos, so that the
   * first, second … request to an operation has the same outcome after each start. A function creates its own records before the
   * first request; generated ones are then repeatable, too. Default: random.
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
   * What each token has access to: token → tenant → workspaces, `*` for any; or `{access, workspaces}` for a token that may
   * not use all operations. Other tokens receive 401; requests to other operations, tenants and workspaces receive 403. Default: every token has access to everything.
   */
  tokens?: Tokens;
  /**
   * Store what is created, changed and deleted, in memory, separately for each token. `POST /__mock/reset`, outside of the
   * base path, deletes it. Default false.
   */
  stateful?: boolean;
  /**
   * File in which a stateful mock keeps its records, so that a later one continues with them. It is created when it does not exist.
   * Default: nothing is kept after the mock ends.
   */
  stateFile?: string;
  /**
   * Whether the mock can be controlled over HTTP while it runs, by requests to `/__mock/…` outside of the base path. With a
   * token, they must have it in the header `X-Mock-Token`. Default true, without a token.
   */
  control?: boolean | { token: string };
}

/** How the handlers behave. The contract is the one in this package. */
export interface HandlersOptions extends Omit<MockOptions, 'contract' | 'stateFile'> {
  /**
   * Base URL of the API. A URL, for example `https://aispm.example.com/api/v1`: requests to that origin and path. A path:
   * requests to that path of any origin. Default: the paths of the contract's `servers`, of any origin.
   */
  baseUrl?: string;
  /**
   * In a page, keep the records of stateful handlers in its session storage, so that they survive a reload of the page until its tab is
   * closed. Default false.
   */
  persist?: boolean;
}
