/** Limits on stored records. */

/** Maximum number of generated records per list. */
export const MAX_ROWS = 20_000;

/** Deletes the entry of a map that was added first. */
export function deleteOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
