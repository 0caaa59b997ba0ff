/** Replaces a deleted user in the findings of all workspaces. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Stands for a deleted user, whose decisions remain. */
const DELETED_USER = 'deleted-user';

/** The columns of the history that contain values before or after a change. */
const HISTORY_VALUES = ['before', 'after', 'occurrence_before', 'occurrence_after'];

/** Maximum number of rows in one transaction. */
const BATCH = 1_000;

/** @returns how many rows of each table were changed */
export async function forgetUser(database: Database, userId: string): Promise<Map<string, number>> {
  const replaced = sql`${DELETED_USER}::text`;
  const rename = (column: string) =>
    sql`${sql.ref(column)} = CASE WHEN ${sql.ref(column)} = ${userId} THEN ${replaced} ELSE ${sql.ref(column)} END`;
  const renameAssignee = (column: string) =>
    sql`${sql.ref(column)} = CASE WHEN ${sql.ref(column)} ->> 'assignee' = ${userId}
      THEN ${sql.ref(column)} || jsonb_build_object('assignee', ${replaced}) ELSE ${sql.ref(column)} END`;
  const disabledBy = sql`disabled_triage ->> 'status_changed_by'`;
  const changes = [
    {
      table: 'issues',
      set: sql.join([rename('assignee'), rename('status_changed_by')]),
      condition: sql`${userId} IN (assignee, status_changed_by)`,
    },
    {
      table: 'fine_grained_issues',
      set: sql.join([
        rename('assignee'),
        rename('status_changed_by'),
        sql`disabled_triage = CASE WHEN ${disabledBy} = ${userId}
          THEN disabled_triage || jsonb_build_object('status_changed_by', ${replaced}) ELSE disabled_triage END`,
      ]),
      condition: sql`${userId} IN (assignee, status_changed_by, ${disabledBy})`,
    },
    {
      table: 'rules',
      set: rename('settings_changed_by'),
      condition: sql`settings_changed_by = ${userId}`,
    },
    {
      table: 'issue_history',
      set: sql.join([rename('changed_by'), ...HISTORY_VALUES.map(renameAssignee)]),
      condition: sql`${userId} IN (changed_by, ${sql.join(HISTORY_VALUES.map((column) => sql`${sql.ref(column)} ->> 'assignee'`))})`,
    },
  ];
  const counts = new Map<string, number>();
  for (const { table, set, condition } of changes) {
    let total = 0;
    for (let changed = BATCH; changed === BATCH; total += changed) {
      const { numAffectedRows } = await database.system((db) =>
        sql`UPDATE ${sql.table(table)} SET ${set} WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM ${sql.table(table)} WHERE ${condition} LIMIT ${sql.lit(BATCH)} FOR UPDATE
        ))`.execute(db),
      );
      changed = Number(numAffectedRows);
    }
    if (total > 0) counts.set(table, total);
  }
  return counts;
}
