/** Selects and counts the objects that aren't deleted. */
import type { ObjectType } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';

/**
 * Condition: an object isn't deleted. Doesn't use a parameter, because the planner expects no rows for an unknown value, and
 * replans each request.
 */
export const isNotDeleted = sql<boolean>`lifecycle_status <> 'deleted'`;

/** Returns a function that reads the number of objects of a type that aren't deleted, without counting them. */
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
