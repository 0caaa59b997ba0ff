/** Removes old scans with their results. Their documents are deleted as soon as they're processed. */
import { sql } from 'kysely';
import { inWorkspace } from '../../platform/database/rows.ts';
import type { RetentionRule } from '../../platform/retention/retention.ts';
import { countRows } from '../../platform/retention/steps.ts';

/** Maximum number of results that one transaction removes. */
const BATCH = 5_000;

/** The current scan of a target is kept, because the inventory is based on it. */
const isExpired = (before: string) => sql`finished_at < ${before}::timestamptz AND NOT is_current`;

export const scanRetention: RetentionRule = {
  name: 'scans',
  variable: 'RETAIN_SCANS_DAYS',
  days: ({ retainScansDays }) => retainScansDays,
  count: (database, before) => countRows(database, sql`FROM scans WHERE ${isExpired(before)}`),
  async *remove(database, before) {
    for (;;) {
      const removed = await database.system((db) =>
        db.transaction().execute(async (transaction) => {
          const { rows } = await sql<{ tenantId: string; workspaceId: string; id: string }>`
            SELECT tenant_id AS "tenantId", workspace_id AS "workspaceId", scan_id AS id FROM scans
            WHERE ${isExpired(before)} ORDER BY finished_at LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(transaction);
          const [scan] = rows;
          if (!scan) return undefined;
          const results = await sql`
            DELETE FROM scan_results WHERE ctid = ANY(ARRAY(
              SELECT ctid FROM scan_results WHERE ${inWorkspace('scan_results', scan)} AND scan_id = ${scan.id}
              LIMIT ${sql.lit(BATCH)}
            ))`.execute(transaction);
          if (results.numAffectedRows === BigInt(BATCH)) return 0;
          await transaction
            .deleteFrom('scans')
            .where(inWorkspace('scans', scan))
            .where('scan_id', '=', scan.id)
            .execute();
          return 1;
        }),
      );
      if (removed === undefined) return;
      yield removed;
    }
  },
};
