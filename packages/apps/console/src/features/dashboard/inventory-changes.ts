import { type Change, listChanges } from '@aispm/client';
import { queryOptions } from '@aispm/react-query';
import { useQuery } from '@tanstack/react-query';
import { useWorkspaceClient } from '../../shared/api/api.tsx';
import { LAST_WEEK, startOf } from '../../shared/links/period.ts';

/** The kinds of changes that change the inventory. */
export const APPEARED = 'object_appeared';
export const DISAPPEARED = 'object_disappeared';

/** The maximum size of a page. A period with more changes isn't counted: that could need any number of requests. */
const PAGE_SIZE = 100;

/** How many objects of a type appeared and disappeared. */
export interface InventoryChange {
  appeared: number;
  disappeared: number;
}

/**
 * Counts the objects that appeared and disappeared in the last week, with one request.
 *
 * @returns the counts by `object_type`; undefined if there are more changes than on a page, or they aren't known
 */
export function useInventoryChanges(): ReadonlyMap<string, InventoryChange> | undefined {
  const since = startOf(LAST_WEEK.value, new Date());
  const { data } = useQuery(
    queryOptions(useWorkspaceClient(), listChanges, {
      ...(since !== undefined && { since }),
      kind: [APPEARED, DISAPPEARED],
      page_size: PAGE_SIZE,
    }),
  );
  return data === undefined || data.cursor !== '' ? undefined : countByType(data.items);
}

/** Counts changes by the type of their object. */
export function countByType(changes: readonly Pick<Change, 'kind' | 'object_type'>[]): Map<string, InventoryChange> {
  const counts = new Map<string, InventoryChange>();
  for (const { kind, object_type } of changes) {
    if (object_type === null) continue;
    const count = counts.get(object_type) ?? { appeared: 0, disappeared: 0 };
    if (kind === APPEARED) count.appeared += 1;
    else count.disappeared += 1;
    counts.set(object_type, count);
  }
  return counts;
}
