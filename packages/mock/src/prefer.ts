/** The `Prefer` request header (RFC 7240): how a client chooses the answer that it wants to see. */
import { ApiError } from './errors.js';

/** Longest time that `wait` can ask for, in milliseconds: shorter than the usual time-outs of proxies and browsers. */
const MAX_WAIT_MS = 30_000;

/** What a client asked for. */
export interface Preferences {
  /** Status to answer with, 100..599. */
  code?: number;
  /** Name of the example to answer with. */
  example?: string;
  /** True for a generated body, false for an example. The mock's own setting holds when it is absent. */
  dynamic?: boolean;
  /** Makes a generated body repeatable: the same seed gives the same body. */
  seed?: string;
  /** Time to wait before the answer, in milliseconds, 0..30000. */
  waitMs: number;
}

const PREFERENCE = /([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/**
 * Reads a `Prefer` header, for example `code=404, example=unknown_id`. Unknown preferences are ignored and the first of
 * several with the same name counts, as RFC 7240 has it.
 *
 * @throws {ApiError} 400 when a known preference has an impossible value
 */
export function parsePrefer(header: string | undefined): Preferences {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of (header ?? '').matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted === undefined ? token : quoted.replace(/\\(.)/g, '$1'));
  }
  const preferences: Preferences = { waitMs: 0 };

  const code = values.get('code');
  if (code !== undefined) {
    if (!/^[1-5]\d\d$/.test(code)) throw invalidPreference('code', code, 'an HTTP status, for example code=404');
    preferences.code = Number(code);
  }
  const dynamic = values.get('dynamic');
  if (dynamic !== undefined) {
    if (!['true', 'false', ''].includes(dynamic)) throw invalidPreference('dynamic', dynamic, 'true or false');
    preferences.dynamic = dynamic !== 'false';
  }
  const wait = values.get('wait');
  if (wait !== undefined) {
    if (!/^\d{1,5}$/.test(wait) || Number(wait) > MAX_WAIT_MS) {
      throw invalidPreference('wait', wait, `a number of milliseconds from 0 to ${MAX_WAIT_MS}`);
    }
    preferences.waitMs = Number(wait);
  }
  const example = values.get('example');
  if (example !== undefined) preferences.example = example;
  const seed = values.get('seed');
  if (seed !== undefined) preferences.seed = seed;
  return preferences;
}

/** The 400 for a preference that cannot be met; `expected` says what would be right. */
export function invalidPreference(name: string, value: string, expected: string): ApiError {
  const message = `${name} must be ${expected}; got "${value}"`;
  return new ApiError(400, `The header Prefer asks for something that there is not: ${message}.`, {
    details: [{ location: 'header/Prefer', message }],
  });
}
