/** Tells webhooks about changes, so that only the ones with something to do are looked at. */
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { inSameWorkspace, recordset } from '../../../platform/database/rows.ts';

/** Maximum number of workspaces per step. */
const MAX_WORKSPACES = 1_000;

/**
 * Makes the active webhooks of workspaces with new changes due. A process that dies in between leaves the changes to the next
 * one: they count as announced only afterwards.
 *
 * @param now the current time, RFC 3339
 */
export async function announceChanges(database: Database, now: string): Promise<void> {
  await database.system(async (db) => {
    const { rows } = await sql<{ tenant_id: string; workspace_id: string; last_position: number }>`
      SELECT tenant_id, workspace_id, last_position FROM change_logs WHERE last_position > announced_position
      LIMIT ${sql.lit(MAX_WORKSPACES)}`.execute(db);
    if (rows.length === 0) return;
    const given = recordset(rows, 'tenant_id text, workspace_id text, last_position bigint');
    // All of them, also those that are due: a turn that ends at the same time may not have seen the changes. In one order, so that two
    // processes don't wait for each other.
    await sql`
      UPDATE webhooks SET due_at = least(due_at, greatest(${now}::timestamptz, resume_at))
      WHERE ctid = ANY(ARRAY(
        SELECT webhooks.ctid FROM ${given} JOIN webhooks ON ${inSameWorkspace('webhooks', 'given')}
        WHERE is_active ORDER BY webhooks.tenant_id, webhooks.workspace_id, id FOR UPDATE OF webhooks
      ))`.execute(db);
    // Not the logs that a transaction is numbering changes of: it waits for nobody, and they're announced again.
    await sql`
      UPDATE change_logs SET announced_position = greatest(announced_position, found.position)
      FROM (
        SELECT change_logs.ctid AS found_ctid, given.last_position AS position
        FROM ${given} JOIN change_logs ON ${inSameWorkspace('change_logs', 'given')} FOR UPDATE OF change_logs SKIP LOCKED
      ) AS found
      WHERE change_logs.ctid = found_ctid`.execute(db);
  });
}
