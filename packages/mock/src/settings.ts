/** The settings of a mock: what may be given, what holds otherwise. */
import { SettingError } from './errors.js';
import type { AnswerOptions } from './operation.js';
import { MAX_WAIT_MS } from './prefer.js';
import { checkTokens, type Tokens } from './tokens.js';

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
  /** Makes generated bodies repeatable: the same request gets the same body. Default: another body each time. */
  seed?: string;
  /** Time before each answer, in milliseconds, 0..30000; `Prefer: wait` goes before it. Default 0. */
  delayMs?: number;
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

/**
 * Checks settings and completes them.
 *
 * @throws {SettingError} when a number is out of range
 * @throws {TokensError} when the tokens have another form
 * @internal
 */
export function readAnswerOptions({ dynamic, seed, delayMs = 0, tokens }: MockOptions): Omit<AnswerOptions, 'state'> {
  if (!Number.isInteger(delayMs) || delayMs < 0 || delayMs > MAX_WAIT_MS) {
    throw new SettingError(`The delay must be a number of milliseconds from 0 to ${MAX_WAIT_MS}; got ${delayMs}.`);
  }
  return {
    dynamic: dynamic ?? false,
    remember: true,
    seed,
    delayMs,
    tokens: tokens && checkTokens(tokens),
  };
}

/**
 * The path of a base URL, without a slash at the end.
 *
 * @throws {SettingError} when it is neither a URL nor a path
 */
export function readBasePath(baseUrl: string): string {
  const isPathOrUrl = /^(\/|https?:\/\/)/.test(baseUrl) && URL.canParse(baseUrl, 'http://localhost');
  if (!isPathOrUrl) {
    throw new SettingError(`The base URL must be a URL or a path that starts with "/"; got "${baseUrl}".`);
  }
  return new URL(baseUrl, 'http://localhost').pathname.replace(/\/+$/, '');
}
