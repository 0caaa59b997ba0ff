/** Checks what a mock is set to, and completes it. */
import { SettingError } from './errors.js';
import type { AnswerOptions } from './operation.js';
import type { MockOptions } from './options.js';
import { MAX_WAIT_MS } from './prefer.js';
import { checkTokens } from './tokens.js';

/**
 * Checks settings and completes them.
 *
 * @throws {SettingError} when a number is out of range
 * @throws {TokensError} when the tokens have another form
 */
export function readAnswerOptions({
  dynamic,
  seed,
  delayMs = 0,
  tokens,
}: MockOptions): Omit<AnswerOptions, 'state' | 'chaos' | 'fates' | 'vocabulary'> {
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
