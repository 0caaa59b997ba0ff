/** An instant as exactly as it was written. */
export interface Instant {
  /** Milliseconds since 1970. */
  ms: number;
  /** The digits of the fraction after those, without zeros at the end. */
  rest: string;
}

/** Where the seconds of an RFC 3339 time begin, and what follows them: everything before has a fixed width. */
const [SECONDS, AFTER_SECONDS] = [17, 19];

/** Reads an RFC 3339 time. A leap second is the second after it, as in the database. */
export function instantOf(text: string): Instant {
  const isLeap = text.startsWith('60', SECONDS);
  const whole = isLeap ? `${text.slice(0, SECONDS)}59${text.slice(AFTER_SECONDS)}` : text;
  if (text[AFTER_SECONDS] !== '.') return { ms: Date.parse(whole) + (isLeap ? 1000 : 0), rest: '' };
  const [, fraction = '', zone = ''] = /^(\d+)(.*)$/.exec(whole.slice(AFTER_SECONDS + 1)) ?? [];
  const ms = Date.parse(`${whole.slice(0, AFTER_SECONDS)}.${fraction.slice(0, 3)}${zone}`);
  return { ms: ms + (isLeap ? 1000 : 0), rest: fraction.slice(3).replace(/0+$/, '') };
}

/** Negative when the first is earlier, positive when it is later, 0 when they are the same. */
export function compare(one: Instant, other: Instant): number {
  return one.ms - other.ms || Number(one.rest > other.rest) - Number(one.rest < other.rest);
}
