/** The locations of occurrences. */
import type { JsonObject } from '../bundled/openapi.ts';
import { pick } from './variations.ts';

/** Returns the location in the format of occurrences. */
export function toIssueLocation(location: JsonObject): JsonObject {
  return pick(location, [
    'location_id',
    'aispm_friendly_name',
    'file_path',
    'start_line',
    'end_line',
    'start_column',
    'end_column',
  ]);
}
