import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';

/** Copies the names of objects to their occurrences, whose list can be sorted by them. */
export async function renameObjects(db: Db, scope: Workspace, objectIds: readonly string[]): Promise<void> {
  if (objectIds.length === 0) return;
  await sql`
    UPDATE fine_grained_issues SET aispm_friendly_name = objects.aispm_friendly_name
    FROM objects
    WHERE ${inWorkspace('fine_grained_issues', scope)} AND ${inWorkspace('objects', scope)}
      AND objects.aispm_object_id = ANY(${objectIds}::text[])
      AND fine_grained_issues.aispm_object_id = objects.aispm_object_id
      AND fine_grained_issues.aispm_object_id = ANY(${objectIds}::text[])
      AND fine_grained_issues.aispm_friendly_name <> objects.aispm_friendly_name`.execute(db);
}
