/** Checks the options of a mock and fills in the defaults. */

import { randomUUID } from 'node:crypto';
import { trimEnd } from '../bundled/openapi.ts';
import { SettingError } from '../core/errors.ts';
import type { ResponseOptions } from '../operations/response-options.ts';
import { MAX_WAIT_MS } from '../requests/preferences.ts';
import type { SourceOptions } from '../state/sources/sources.ts';
import { MAX_ROWS } from '../state/store-limits.ts';
import { DEFAULT_ROWS, isScenario, SCENARIOS, type Scenario } from '../world/scenarios.ts';
import type { MockOptions } from './mock-options.ts';

/**
 * Checks options and fills in the defaults.
 *
 * @throws {SettingError} when a number is out of range
 */
export function readResponseOptions({
  dynamic = false,
  seed,
  delayMs = 0,
}: MockOptions): Omit<
  ResponseOptions,
  | 'callers'
  | 'reader'
  | 'findReader'
  | 'state'
  | 'chaos'
  | 'outcomes'
  | 'overrides'
  | 'journal'
  | 'control'
  | 'vocabulary'
> {
  if (!Number.isInteger(delayMs) || delayMs < 0 || delayMs > MAX_WAIT_MS) {
    throw new SettingError(`The delay must be a number of milliseconds from 0 to ${MAX_WAIT_MS}; got ${delayMs}.`);
  }
  return { dynamic, useCache: true, seed: typeof seed === 'string' ? seed : undefined, delayMs };
}

/**
 * Returns whether the mock is controlled over HTTP, and the token that is necessary; undefined for none.
 *
 * @throws {SettingError} when the token is empty
 */
export function readControl({ control = true }: MockOptions): { isEnabled: boolean; token: string | undefined } {
  if (typeof control === 'boolean') return { isEnabled: control, token: undefined };
  if (typeof control.token !== 'string' || !/^[\x21-\x7e]+$/.test(control.token)) {
    throw new SettingError('The token of control must be a text of visible ASCII characters without spaces.');
  }
  return { isEnabled: true, token: control.token };
}

/**
 * Checks which records a mock starts with.
 *
 * @throws {SettingError} when the scenario is unknown or contradicts another option, or the number of records is out of range
 */
export function readSourceOptions({
  scenario,
  dynamic = false,
  rows,
  seed,
  stateful = false,
  now = stateful,
}: MockOptions): SourceOptions {
  const isGenerated = dynamic || rows !== undefined;
  const name: string = scenario ?? (isGenerated ? 'generated' : 'story');
  if (!isScenario(name)) {
    throw new SettingError(`The scenario must be ${listNames()}; got "${name}".`);
  }
  if (rows !== undefined && (!Number.isInteger(rows) || rows < 1 || rows > MAX_ROWS)) {
    throw new SettingError(`The number of rows must be from 1 to ${MAX_ROWS}; got ${rows}.`);
  }
  const chosen: Scenario = SCENARIOS[name];
  if (isGenerated && chosen.records !== 'generated') {
    const option = dynamic ? 'dynamic' : 'rows';
    const others = listNames(({ records }) => records === 'generated');
    throw new SettingError(`The scenario ${name} has no generated records: omit ${option}, or use ${others}.`);
  }
  return {
    scenario: chosen,
    rows: rows ?? chosen.rows ?? DEFAULT_ROWS,
    // Records that a program creates may refer to generated ones, which are therefore the same each time.
    seed: typeof seed === 'function' ? 'seed' : (seed ?? randomUUID()),
    isShifted: now,
    startedMs: Date.now(),
  };
}

/** Lists the names of scenarios. */
function listNames(isListed: (scenario: Scenario) => boolean = () => true): string {
  const names = Object.entries(SCENARIOS).flatMap(([name, scenario]) => (isListed(scenario) ? name : []));
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
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
  return trimEnd(new URL(baseUrl, 'http://localhost').pathname, /\//);
}
