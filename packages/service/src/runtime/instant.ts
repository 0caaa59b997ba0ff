/** An instant as exactly as it was written. */
export interface Instant {
  /** Milliseconds since 1970. */
  ms: number;
  /** The digits of the fraction after those, without zeros at the end. */
  rest: string;
}

/** Reads an RFC 3339 time. A leap second is the second after it, as in the database. */
export function instantOf(text: string): Instant {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  const isLeap = /:60(?=[.zZ+-])/.test(text);
  const ms = Date.parse(text.replace(/:60(?=[.zZ+-])/, ':59').replace(/\.(\d{1,3})\d*/, '.$1'));
  return { ms: ms + (isLeap ? 1000 : 0), rest: fraction.slice(3).replace(/0+$/, '') };
}

/** Negative when the first is earlier, positive when it is later, 0 when they are the same. */
export function compare(one: Instant, other: Instant): number {
  return one.ms - other.ms || Number(one.rest > other.rest) - Number(one.rest < other.rest);
}
