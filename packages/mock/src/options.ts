/** What can be set when a mock is made. */
import type { Tokens } from './tokens.js';

/** How the mock behaves. */
export interface MockOptions {
  /**
   * Path of an OpenAPI 3.1 document in one file, YAML or JSON, or the parsed document. Default: the contract that comes
   * with this package.
   */
  contract?: string | object;
  /**
   * Where the API is: a URL or a path, for example `/v1`; only the path counts. Default: the paths of the contract's
   * `servers`.
   */
  baseUrl?: string;
  /** Generate the bodies of successes instead of showing the contract's examples. Default false. */
  dynamic?: boolean;
  /**
   * Makes generated bodies repeatable, the same request gets the same body, and chaos: the first, second … request to an
   * operation has the same fate each time. Default: chance.
   */
  seed?: string;
  /** Time before each answer, in milliseconds, 0..30000; `Prefer: wait` goes before it. Default 0. */
  delayMs?: number;
  /**
   * Faults that requests meet with, for all operations, such as `error=20%, latency=p50:80/p99:2000, drop=1%`, or for one
   * of them: `listRules:error=50%, code=429|500`. `Prefer: chaos` goes before it. Default: none.
   */
  chaos?: string | readonly string[];
  /**
   * What each token reaches: token → tenant → workspaces, `*` for any. Other tokens get 401, other tenants and
   * workspaces 403. Default: every token reaches everything.
   */
  tokens?: Tokens;
  /**
   * Keep what is created, changed and deleted, in memory, for each token on its own. `POST /__mock/reset`, outside of
   * the base path, starts over. Default false.
   */
  stateful?: boolean;
}
