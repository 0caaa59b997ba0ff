/**
 * Timestamps in requests: RFC 3339 also has leap seconds and the year 0, which `Date.parse` and databases such as PostgreSQL don't,
 * and offsets beyond the year 9999, which it can't express in UTC.
 */
import type { Schema } from '../document/document.ts';
import { isJsonObject } from '../document/json.js';
import { resolve } from '../document/reference.js';
import { schemaProperties } from '../schemas/schemas.js';
import { trimEnd } from '../text/trim.ts';
import { MAX_DETAILS } from './error-messages.ts';

/** Detail: a timestamp can't be stored. */
export const UNSUPPORTED_TIMESTAMP = 'must be in the years 1 to 9999, in UTC';

/** A timestamp with the precision with which it was written. */
export interface Timestamp {
  /** Milliseconds since 1970. */
  ms: number;
  /** The digits of the fraction after the milliseconds, without trailing zeros. */
  rest: string;
}

/** Index of the seconds in an RFC 3339 time, and of the character after them: everything before has a fixed width. */
const [SECONDS, AFTER_SECONDS] = [17, 19];

/** Parses an RFC 3339 time. A leap second is the following second, as in PostgreSQL. */
export function parseTimestamp(text: string): Timestamp {
  const isLeap = text.startsWith('60', SECONDS);
  const time = isLeap ? `${text.slice(0, SECONDS)}59${text.slice(AFTER_SECONDS)}` : text;
  if (text[AFTER_SECONDS] !== '.') return { ms: Date.parse(time) + (isLeap ? 1000 : 0), rest: '' };
  const [fraction = ''] = /^\d+/.exec(time.slice(AFTER_SECONDS + 1)) ?? [];
  const zone = time.slice(AFTER_SECONDS + 1 + fraction.length);
  const ms = Date.parse(`${time.slice(0, AFTER_SECONDS)}.${fraction.slice(0, 3)}${zone}`);
  return { ms: ms + (isLeap ? 1000 : 0), rest: trimEnd(fraction.slice(3), /0/) };
}

/**
 * Returns a negative number when the first timestamp is earlier, a positive one when it's later, 0 when they are equal.
 */
export function compareTimestamps(first: Timestamp, second: Timestamp): number {
  return first.ms - second.ms || Number(first.rest > second.rest) - Number(first.rest < second.rest);
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * Returns what is wrong with the end of something that has started: it's before the start, or too long after it.
 *
 * @param maxMs longest duration in milliseconds, a number of days
 * @returns the message of a detail; undefined when nothing is wrong
 */
export function findEndViolation(start: Timestamp, end: Timestamp, maxMs: number): string | undefined {
  if (compareTimestamps(end, start) < 0) return 'must not be before started_at';
  if (end.ms - start.ms > maxMs) return `must be at most ${maxMs / DAY_MS} days after started_at`;
  return undefined;
}

/** The first and the last timestamp of the years that have four digits. */
const [EARLIEST, LATEST] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** The decimals after {@link LATEST} from which on PostgreSQL, which stores microseconds, rounds up to the year 10000. */
const ROUNDED_UP = '9995';

/** Returns whether a timestamp can be stored and formatted with a year of four digits. */
export function isStorableTimestamp({ ms, rest }: Timestamp): boolean {
  return ms >= EARLIEST && (ms < LATEST || (ms === LATEST && rest < ROUNDED_UP));
}

/**
 * Lists the properties of an object schema that are timestamps, or null: those of the alternatives of `oneOf` and `anyOf` included.
 *
 * @param schema of the body of a request
 */
export function listTimestamps(document: object, schema: Schema): string[] {
  const { oneOf = [], anyOf = [] } = resolve<Schema>(document, schema);
  const own = Object.entries(schemaProperties(document, schema)).flatMap(([name, property]) =>
    isTimestamp(document, property) ? [name] : [],
  );
  return [...new Set([...own, ...[...oneOf, ...anyOf].flatMap((member) => listTimestamps(document, member))])];
}

/** Returns whether a schema is that of a timestamp, or of a timestamp or null. */
export function isTimestamp(document: object, schema: Schema): boolean {
  const { format, anyOf = [], oneOf = [] } = resolve<Schema>(document, schema);
  return format === 'date-time' || [...anyOf, ...oneOf].some((member) => isTimestamp(document, member));
}

/**
 * Finds the timestamps that can't be stored. What is no RFC 3339 time is left to the schema.
 *
 * @param names of the members that are timestamps
 * @param location of the object in the request, such as `query` or `body`
 * @returns messages by location
 */
export function findUnsupportedTimestamps(
  value: unknown,
  names: readonly string[],
  location: string,
): Record<string, string> {
  if (!isJsonObject(value)) return {};
  const details = names.flatMap((name) => {
    const text = Object.hasOwn(value, name) ? value[name] : undefined;
    const timestamp = typeof text === 'string' ? parseTimestamp(text) : undefined;
    return !timestamp || Number.isNaN(timestamp.ms) || isStorableTimestamp(timestamp)
      ? []
      : [[`${location}/${name}`, UNSUPPORTED_TIMESTAMP]];
  });
  return Object.fromEntries(details.slice(0, MAX_DETAILS));
}
