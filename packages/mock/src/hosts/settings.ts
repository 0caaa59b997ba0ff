/** Checks the options of a mock and fills in the defaults. */

import { randomUUID } from 'node:crypto';
import { clip, closestName, isJsonObject, trimEnd } from '../bundled/openapi.ts';
import { SettingError } from '../core/errors.ts';
import type { ResponseOptions } from '../operations/response-plan.ts';
import { MAX_WAIT_MS } from '../requests/preferences.ts';
import { DEFAULT_ROWS, isScenario, SCENARIOS, type Scenario } from '../sample-data/scenarios.ts';
import type { MockSnapshot, Start } from '../state/sources/mock-snapshot.ts';
import type { SourceOptions } from '../state/sources/sources.ts';
import { MAX_ROWS } from '../state/store-limits.ts';
import type { HandlersOptions, MockOptions } from './mock-options.ts';
import type { ListenOptions } from './server.ts';

/** The types of options, and their names in messages. */
const TYPES = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  function: 'a function',
  list: 'an array',
  object: 'an object',
};

type OptionType = keyof typeof TYPES;

const SHARED = {
  baseUrl: ['string'],
  dynamic: ['boolean'],
  scenario: ['string'],
  rows: ['number'],
  now: ['boolean'],
  seed: ['string', 'function'],
  delayMs: ['number'],
  chaos: ['string', 'list'],
  tokens: ['object'],
  stateful: ['boolean'],
  control: ['boolean', 'object'],
} as const;

/** The options of `createMock`. */
export const MOCK_OPTIONS = {
  ...SHARED,
  contract: ['string', 'object'],
  stateFile: ['string'],
  proxy: ['string'],
  record: ['string'],
  overrides: ['list'],
} satisfies Record<keyof MockOptions, readonly OptionType[]>;

/** The options of `listen`. */
export const LISTEN_OPTIONS = { port: ['number'], host: ['string'] } satisfies Record<
  keyof ListenOptions,
  readonly OptionType[]
>;

/** The options of `handlers` for Mock Service Worker. */
export const HANDLERS_OPTIONS = { ...SHARED, persist: ['boolean'] } satisfies Record<
  keyof HandlersOptions,
  readonly OptionType[]
>;

/**
 * Checks that all options are known and have the right type. `undefined` stands for the default.
 *
 * @throws {SettingError} when an option is unknown or has another type
 */
export function checkOptionTypes(options: unknown, known: Readonly<Record<string, readonly OptionType[]>>): void {
  if (!hasType(options, 'object')) throw new SettingError(`The options must be an object; got ${describe(options)}.`);
  for (const [name, value] of Object.entries(options as object)) {
    const types = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!types) {
      const closest = closestName(name, Object.keys(known));
      const hint = closest === undefined ? `Use one of ${Object.keys(known).join(', ')}.` : `Did you mean ${closest}?`;
      throw new SettingError(`There is no option ${name}. ${hint}`);
    }
    if (value === undefined || types.some((type) => hasType(value, type))) continue;
    const expected = types.map((type) => TYPES[type]).join(' or ');
    throw new SettingError(`The option ${name} must be ${expected}; got ${describe(value)}.`);
  }
}

function hasType(value: unknown, type: OptionType): boolean {
  if (type === 'list') return Array.isArray(value);
  if (type !== 'object') return typeof value === type;
  // Neither an array nor an object such as a URL, also of another realm.
  return isJsonObject(value) && Object.prototype.toString.call(value) === '[object Object]';
}

/** Describes a received value: simple values as they are written, others by their type. */
function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value, 40));
  const large = (['function', 'list', 'object'] as const).find((type) => hasType(value, type));
  if (large) return TYPES[large];
  return typeof value === 'object' && value !== null ? `a ${value.constructor?.name}` : String(value);
}

/**
 * Checks options and fills in the defaults.
 *
 * @throws {SettingError} when a number is out of range
 */
export function readResponseOptions({
  dynamic = false,
  seed,
  delayMs = 0,
}: MockOptions): Pick<ResponseOptions, 'dynamic' | 'useCache' | 'seed' | 'delayMs'> {
  if (!Number.isInteger(delayMs) || delayMs < 0 || delayMs > MAX_WAIT_MS) {
    throw new SettingError(`The delay must be a number of milliseconds from 0 to ${MAX_WAIT_MS}; got ${delayMs}.`);
  }
  return { dynamic, useCache: true, seed: typeof seed === 'string' ? seed : undefined, delayMs };
}

/** The options that have no effect on the responses of a real server. */
const RECORD_OPTIONS = ['dynamic', 'scenario', 'rows', 'now', 'tokens', 'stateful', 'stateFile'] as const;

/**
 * Checks that no option is without effect because of the proxy, or because there is none.
 *
 * @throws {SettingError} when one is
 */
export function checkProxyOptions(options: MockOptions): void {
  const { proxy, record } = options;
  if (proxy === undefined) {
    if (record !== undefined)
      throw new SettingError('The option record requires proxy: only its responses are recorded.');
    return;
  }
  const unused = RECORD_OPTIONS.find((name) => options[name] !== undefined && options[name] !== false);
  if (unused === undefined) return;
  throw new SettingError(`The option ${unused} has no effect with proxy, because the records are those of the server.`);
}

/**
 * Returns whether the mock can be controlled over HTTP, and the required token; undefined for none.
 *
 * @throws {SettingError} when the token is empty
 */
export function readControl({ control = true }: MockOptions): { isEnabled: boolean; token: string | undefined } {
  if (typeof control === 'boolean') return { isEnabled: control, token: undefined };
  if (typeof control.token !== 'string' || !/^[\x21-\x7e]+$/.test(control.token)) {
    throw new SettingError('The token of control must be a string of visible ASCII characters without spaces.');
  }
  return { isEnabled: true, token: control.token };
}

/**
 * Checks the options that determine which records a mock starts with.
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
    throw new SettingError(`The scenario ${name} has no generated records. Omit ${option}, or use ${others}.`);
  }
  return {
    scenario: chosen,
    rows: rows ?? chosen.rows ?? DEFAULT_ROWS,
    // Records that a program creates may refer to generated records, so these must be the same each time.
    seed: typeof seed === 'function' ? 'seed' : (seed ?? randomUUID()),
    isShifted: now,
    startedMs: Date.now(),
  };
}

/**
 * Determines the records that a mock starts with.
 *
 * @param persisted the state that the mock continues with
 * @param name the state's name in messages
 * @throws {SettingError} when an option has an invalid value, or contradicts the persisted state
 */
export function readStart(
  options: MockOptions,
  persisted: MockSnapshot | undefined,
  name = 'The state',
): { sourceOptions: SourceOptions; start: Start } {
  const chosen = readSourceOptions(options);
  const wanted: Start = { ...chosen, scenario: findName(chosen.scenario) };
  const { rows, seed, isShifted, startedMs, scenario } = persisted?.start ?? wanted;
  if (!isScenario(scenario))
    throw new SettingError(`${name} has the unknown scenario "${scenario}". Delete it to start over.`);
  const start: Start = { scenario, rows, seed, isShifted, startedMs };
  const given = {
    scenario: options.scenario ?? (options.dynamic ? wanted.scenario : undefined),
    rows: options.rows,
    seed: typeof options.seed === 'string' ? options.seed : undefined,
  };
  for (const option of ['scenario', 'rows', 'seed'] as const) {
    if (given[option] === undefined || given[option] === start[option]) continue;
    const contradiction = `${name} started with ${option} ${start[option]}; got ${given[option]}`;
    throw new SettingError(`${contradiction}. Use the same ${option} or another file.`);
  }
  return { sourceOptions: { ...start, scenario: SCENARIOS[scenario] }, start };
}

function findName(scenario: SourceOptions['scenario']): string {
  return Object.entries(SCENARIOS).find(([, known]) => known === scenario)?.[0] ?? '';
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
  const { pathname, search, hash } = new URL(baseUrl, 'http://localhost');
  if (search !== '' || hash !== '')
    throw new SettingError(`The base URL can't have a query or a fragment; got "${baseUrl}".`);
  return trimEnd(pathname, /\//);
}
