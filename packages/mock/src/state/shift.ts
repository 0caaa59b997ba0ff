/** Shifts the times of records. */
import { isJsonObject, type JsonObject } from '../bundled/openapi.ts';
import type { Seed } from './collections.ts';
import type { Export } from './entry.ts';

/** A time in RFC 3339, in UTC, with or without milliseconds. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;

/** Copies a value with all times shifted; each keeps its precision. */
export function shiftTimes<Value>(value: Value, ms: number): Value {
  return shift(value, ms) as Value;
}

function shift(value: unknown, ms: number): unknown {
  if (typeof value === 'string' && TIME.test(value)) {
    const shifted = new Date(Date.parse(value) + ms).toISOString();
    return value.includes('.') ? shifted : `${shifted.slice(0, 19)}Z`;
  }
  if (Array.isArray(value)) return value.map((item) => shift(item, ms));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shift(member, ms)]));
}

function shiftExports(exports: readonly Export[], ms: number): Export[] {
  return exports.map((each) => ({ ...each, record: shiftTimes(each.record, ms) }));
}

/** Shifts the records of the examples. A shifted record has the entity tag of its example. */
export function shiftSeed(seed: Seed, ms: number): Seed {
  const record = Object.freeze(shiftTimes<JsonObject>(seed.record, ms));
  const example = seed.example && { ...seed.example, record: JSON.stringify(record) };
  const exports = seed.exports && shiftExports(seed.exports, ms);
  return { ...seed, row: shiftTimes(seed.row, ms), record, ...(example && { example }), ...(exports && { exports }) };
}
