/** An instant with the precision with which it was written. */
export interface Instant {
  /** Milliseconds since 1970. */
  ms: number;
  /** The digits of the fraction after the milliseconds, without trailing zeros. */
  rest: string;
}

/** Index of the seconds in an RFC 3339 time, and of the character after them: everything before has a fixed width. */
const [SECONDS, AFTER_SECONDS] = [17, 19];

/** Parses an RFC 3339 time. A leap second is the following second, as in PostgreSQL. */
export function parseInstant(text: string): Instant {
  const isLeap = text.startsWith('60', SECONDS);
  const time = isLeap ? `${text.slice(0, SECONDS)}59${text.slice(AFTER_SECONDS)}` : text;
  if (text[AFTER_SECONDS] !== '.') return { ms: Date.parse(time) + (isLeap ? 1000 : 0), rest: '' };
  const [, fraction = '', zone = ''] = /^(\d+)(.*)$/.exec(time.slice(AFTER_SECONDS + 1)) ?? [];
  const ms = Date.parse(`${time.slice(0, AFTER_SECONDS)}.${fraction.slice(0, 3)}${zone}`);
  return { ms: ms + (isLeap ? 1000 : 0), rest: fraction.slice(3).replace(/0+$/, '') };
}

/**
 * Returns a negative number when the first instant is earlier, a positive one when it is later, 0 when they are equal.
 */
export function compareInstants(first: Instant, second: Instant): number {
  return first.ms - second.ms || Number(first.rest > second.rest) - Number(first.rest < second.rest);
}
