/** The locations of occurrences. */
import type { JsonObject } from '../bundled/openapi.ts';
import { pick } from './variations.ts';

/** Returns a location as occurrences show it. */
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
