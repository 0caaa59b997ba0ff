/** Shifts the times of records. */
import { shiftTimes } from '../bundled/dataset.ts';
import type { JsonObject } from '../bundled/openapi.ts';
import type { Seed } from './collections.ts';

/** Shifts the records of the examples. A shifted record has the entity tag of its example. */
export function shiftSeed(seed: Seed, ms: number): Seed {
  const record = Object.freeze(shiftTimes<JsonObject>(seed.record, ms));
  const example = seed.example && { ...seed.example, record: JSON.stringify(record) };
  return { ...seed, row: shiftTimes(seed.row, ms), record, ...(example && { example }) };
}
