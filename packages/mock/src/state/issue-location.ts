/** The places of occurrences. */
import type { JsonObject } from '../bundled/openapi.ts';

/** Returns a location as occurrences show it. */
export function toIssueLocation(location: JsonObject): JsonObject {
  const names = [
    'location_id',
    'aispm_friendly_name',
    'file_path',
    'start_line',
    'end_line',
    'start_column',
    'end_column',
  ];
  return Object.fromEntries(names.map((name) => [name, location[name]]));
}
