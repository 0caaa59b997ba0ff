/** Removes old changes from the log, which only the owner of the table may do. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { RetentionRule } from '../../platform/retention/retention.ts';
import { countRows, untilNone } from '../../platform/retention/steps.ts';

/** Maximum number of changes that one transaction removes. */
const BATCH = 2_000;

const expired = (before: string) => sql`FROM changes WHERE occurred_at < ${before}::timestamptz`;

/**
 * Removes the oldest changes, and records in their logs which were the last ones.
 *
 * @returns the number of changes
 */
async function removeOldest(database: Database, before: string): Promise<number> {
  const { rows } = await database.system((db) =>
    sql<{ count: number }>`
      WITH removed AS (
        DELETE FROM changes WHERE ctid = ANY(ARRAY(
          SELECT ctid ${expired(before)} ORDER BY occurred_at LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED
        ))
        RETURNING tenant_id, workspace_id, position, occurred_at
      ), last_removed AS (
        SELECT tenant_id, workspace_id, max(position) AS position, max(occurred_at) AS occurred_at
        FROM removed GROUP BY tenant_id, workspace_id
      ), locked AS (
        -- In one order, so that two processes don't wait for each other.
        SELECT change_logs.tenant_id, change_logs.workspace_id, last_removed.position, last_removed.occurred_at
        FROM change_logs JOIN last_removed USING (tenant_id, workspace_id)
        ORDER BY change_logs.tenant_id, change_logs.workspace_id FOR UPDATE OF change_logs
      ), noted AS (
        UPDATE change_logs SET removed_position = greatest(removed_position, locked.position),
          removed_at = greatest(removed_at, locked.occurred_at)
        FROM locked
        WHERE change_logs.tenant_id = locked.tenant_id AND change_logs.workspace_id = locked.workspace_id
      )
      SELECT count(*) FROM removed`.execute(db),
  );
  return rows[0]?.count ?? 0;
}

export const changeRetention: RetentionRule = {
  name: 'changes',
  variable: 'RETAIN_CHANGES_DAYS',
  days: ({ retainChangesDays }) => retainChangesDays,
  count: (database, before) => countRows(database, expired(before)),
  remove: (database, before) => untilNone(() => removeOldest(database, before)),
};
