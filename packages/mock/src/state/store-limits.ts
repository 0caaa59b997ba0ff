/** Limits of what is stored in memory. */

/** Maximum number of generated records of one list. */
export const MAX_ROWS = 20_000;

/** Deletes the entry of a map that was added first. */
export function deleteOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
