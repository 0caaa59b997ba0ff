/** Checks the options of a mock and fills in the defaults. */
import { SettingError } from './errors.ts';
import type { MockOptions } from './mock-options.ts';
import { MAX_WAIT_MS } from './preferences.ts';
import type { ResponseOptions } from './response-options.ts';

/**
 * Checks options and fills in the defaults.
 *
 * @throws {SettingError} when a number is out of range
 */
export function readResponseOptions({
  dynamic = false,
  seed,
  delayMs = 0,
}: MockOptions): Omit<ResponseOptions, 'callers' | 'reader' | 'state' | 'chaos' | 'outcomes' | 'vocabulary'> {
  if (!Number.isInteger(delayMs) || delayMs < 0 || delayMs > MAX_WAIT_MS) {
    throw new SettingError(`The delay must be a number of milliseconds from 0 to ${MAX_WAIT_MS}; got ${delayMs}.`);
  }
  return { dynamic, useCache: true, seed, delayMs };
}

/**
 * Returns the path of a base URL, without a trailing slash.
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
