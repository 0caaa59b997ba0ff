/** Checks the options of programs: those in JavaScript have no compiler that does. */
import { clip, closestName, isJsonObject } from '../bundled/openapi.ts';
import { SettingError } from '../core/errors.ts';
import type { HandlersOptions, MockOptions } from './mock-options.ts';

/** What an option can be, and how messages call it. */
const KINDS = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  function: 'a function',
  list: 'an array',
  object: 'an object',
};

type Kind = keyof typeof KINDS;

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
export const MOCK_OPTIONS = { ...SHARED, contract: ['string', 'object'], stateFile: ['string'] } satisfies Record<
  keyof MockOptions,
  readonly Kind[]
>;

/** The options of `handlers` for Mock Service Worker. */
export const HANDLERS_OPTIONS = { ...SHARED, persist: ['boolean'] } satisfies Record<
  keyof HandlersOptions,
  readonly Kind[]
>;

/**
 * Checks that there are no other options than the known ones, and what they are. `undefined` stands for the default.
 *
 * @throws {SettingError} when an option is unknown or something else
 */
export function checkOptionTypes(options: object, known: Readonly<Record<string, readonly Kind[]>>): void {
  for (const [name, value] of Object.entries(options)) {
    const kinds = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!kinds) {
      const closest = closestName(name, Object.keys(known));
      const hint = closest === undefined ? `Use one of ${Object.keys(known).join(', ')}.` : `Did you mean ${closest}?`;
      throw new SettingError(`There is no option ${name}. ${hint}`);
    }
    if (value === undefined || kinds.some((kind) => isKind(value, kind))) continue;
    const expected = kinds.map((kind) => KINDS[kind]).join(' or ');
    throw new SettingError(`The option ${name} must be ${expected}; got ${describe(value)}.`);
  }
}

function isKind(value: unknown, kind: Kind): boolean {
  if (kind === 'list') return Array.isArray(value);
  return kind === 'object' ? isJsonObject(value) : typeof value === kind;
}

/** Describes what was given: a value as it is written, of anything larger only what it is. */
function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value, 40));
  const large = (['function', 'list', 'object'] as const).find((kind) => isKind(value, kind));
  return large ? KINDS[large] : String(value);
}
