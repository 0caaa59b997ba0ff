/** Shifts the times of records, so that what they tell has just happened. */

/** A time in RFC 3339, in UTC, with or without milliseconds. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;

/** Properties with the time of an event; others may be in the future. */
const EVENT = /^(?!expires|due|next).*_at$/;

/** Returns the time of the latest event of records, in milliseconds since 1970. */
export function findLatestEvent(records: Iterable<object>): number {
  let latest = 0;
  for (const record of records) {
    for (const [name, value] of Object.entries(record))
      if (EVENT.test(name) && typeof value === 'string') latest = Math.max(latest, Date.parse(value) || 0);
  }
  return latest;
}

/**
 * Returns by how many milliseconds times are shifted, so that the latest event has just happened: whole seconds, because times without
 * milliseconds would otherwise be shifted by less than others.
 */
export function findShift(latest: number, now: number): number {
  return Math.floor((now - latest) / 1000) * 1000;
}

/** Copies a value of JSON with all times shifted; each keeps its precision. */
export function shiftTimes<Value>(value: Value, ms: number): Value {
  return shift(value, ms) as Value;
}

function shift(value: unknown, ms: number): unknown {
  if (typeof value === 'string' && TIME.test(value)) {
    const shifted = new Date(Date.parse(value) + ms).toISOString();
    return value.includes('.') ? shifted : `${shifted.slice(0, 19)}Z`;
  }
  if (Array.isArray(value)) return value.map((item) => shift(item, ms));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shift(member, ms)]));
}
