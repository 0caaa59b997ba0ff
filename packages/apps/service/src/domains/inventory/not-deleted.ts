/** Selects and counts the objects that are not deleted. */
import type { ObjectType } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';

/**
 * Whether an object is not deleted. Not with a parameter: for a value that it does not know, the planner expects no rows, and plans each
 * request again.
 */
export const isNotDeleted = sql<boolean>`lifecycle_status <> 'deleted'`;

/** Returns a function that reads the number of objects of a type that are not deleted, without reading them. */
export function countObjects(type: ObjectType) {
  return async (db: Db, scope: Workspace): Promise<number> => {
    const row = await db
      .selectFrom('object_counts')
      .select('inventory_count')
      .where(inWorkspace('object_counts', scope))
      .where('object_type', '=', type)
      .executeTakeFirst();
    return row?.inventory_count ?? 0;
  };
}
