/** Shifts the times of records. */
import { shiftTimes } from '../../bundled/domain.ts';
import type { JsonObject } from '../../bundled/openapi.ts';
import type { Seed } from '../../sample-data/collections.ts';
import type { Export } from '../../sample-data/entry.ts';

function shiftExports(exports: readonly Export[], ms: number): Export[] {
  return exports.map((each) => ({ ...each, record: shiftTimes(each.record, ms) }));
}

/** Shifts example records. A shifted record has the entity tag of its example. */
export function shiftSeed(seed: Seed, ms: number): Seed {
  const record = Object.freeze(shiftTimes<JsonObject>(seed.record, ms));
  const example = seed.example && { ...seed.example, record: JSON.stringify(record) };
  const exports = seed.exports && shiftExports(seed.exports, ms);
  return { ...seed, row: shiftTimes(seed.row, ms), record, ...(example && { example }), ...(exports && { exports }) };
}
