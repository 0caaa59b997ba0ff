/**
 * Rules of requests that the contract declares next to its schemas: what they reject is understood and not possible (422), and
 * not malformed (400).
 */
import type { Schema } from '../document/document.ts';
import { isJsonObject } from '../document/json.js';
import { resolve } from '../document/reference.js';
import { REQUIRED } from './error-messages.ts';

/** The property of an object schema that lists properties which an object has, although the schema doesn't require them. */
export const REQUIRED_BESIDE_SCHEMA = 'x-required';

/** The property of an object schema that lists properties of which an object has exactly one. */
export const EXACTLY_ONE_OF = 'x-exactly-one-of';

/**
 * The keyword of an enumeration of statuses that lists which ones a request may set, by the current status. Keeping the status is
 * always allowed.
 */
export const MANUAL_TRANSITIONS = 'x-manual-transitions';

/** The keyword next to a field whose schema accepts more values than the service supports: a schema of those that it supports. */
export const SUPPORTED_VALUES = 'x-supported-values';

/** A rule that a request breaks: the location (`body/config`), and a message about it. */
export interface RuleViolation {
  location: string;
  message: string;
}

/** Lists what is missing in the objects of a request body, or occurs next to an alternative to it. */
export function findMissingFields(
  document: object,
  schema: Schema,
  value: unknown,
  location = 'body',
): RuleViolation[] {
  if (!isJsonObject(value)) return [];
  const ruled = resolve<RuledSchema>(document, schema);
  const { [EXACTLY_ONE_OF]: names = [], [REQUIRED_BESIDE_SCHEMA]: required = [], properties = {} } = ruled;
  const present = names.filter((name) => value[name] !== undefined);
  const missing = required.filter((name) => value[name] === undefined);
  return [
    ...missing.map((name) => ({ location: `${location}/${name}`, message: REQUIRED })),
    ...(names.length === 0 || present.length === 1
      ? []
      : [{ location, message: `must have either ${names.join(' or ')}` }]),
    ...Object.entries(properties).flatMap(([name, property]) =>
      findMissingFields(document, property, value[name], `${location}/${name}`),
    ),
  ];
}

/**
 * Returns the schema of the request bodies that the service supports, without the properties of which it supports every value;
 * undefined when it supports all bodies.
 */
export function findSupportedBody(document: object, schema: Schema): Schema | undefined {
  const { properties = {} } = resolve<Schema>(document, schema);
  const supported = Object.entries(properties).flatMap(([name, property]) => {
    const values = resolve<RuledSchema>(document, property)[SUPPORTED_VALUES];
    return values ? [[name, values]] : [];
  });
  return supported.length > 0 ? { properties: Object.fromEntries(supported) } : undefined;
}

/**
 * Describes why a request may not set a status.
 *
 * @param statuses the enumeration of all statuses
 * @returns undefined when it may
 */
export function describeTransition(
  document: object,
  statuses: Schema,
  before: string,
  after: string,
): string | undefined {
  const { [MANUAL_TRANSITIONS]: transitions } = resolve<RuledSchema>(document, statuses);
  const allowed = transitions?.[before];
  if (!allowed || before === after || allowed.includes(after)) return undefined;
  return allowed.length === 0
    ? `cannot change: only a scan reopens what is ${before}`
    : `must be ${[before, ...allowed].join(' or ')} while the status is ${before}`;
}

interface RuledSchema extends Schema {
  [EXACTLY_ONE_OF]?: readonly string[];
  [REQUIRED_BESIDE_SCHEMA]?: readonly string[];
  [MANUAL_TRANSITIONS]?: Readonly<Record<string, readonly string[]>>;
  [SUPPORTED_VALUES]?: Schema;
}
