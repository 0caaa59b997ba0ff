/** Removes the records of old exports. Their files are deleted much earlier: see `purge-exports.ts`. */
import { sql } from 'kysely';
import type { RetentionRule } from '../../platform/retention/retention.ts';
import { untilNone } from '../../platform/retention/steps.ts';

/** Maximum number of exports that one transaction removes. */
const BATCH = 500;

const isExpired = (before: string) => sql`finished_at < ${before}::timestamptz AND NOT EXISTS (
  SELECT FROM view_export_parts AS part
  WHERE part.tenant_id = export.tenant_id AND part.workspace_id = export.workspace_id
    AND part.export_workflow_id = export.export_workflow_id
)`;

export const exportRetention: RetentionRule = {
  name: 'exports',
  variable: 'RETAIN_EXPORTS_DAYS',
  days: ({ retainExportsDays }) => retainExportsDays,
  async count(database, before) {
    const { rows } = await database.system((db) =>
      sql<{ count: number }>`SELECT count(*) FROM view_exports AS export WHERE ${isExpired(before)}`.execute(db),
    );
    return rows[0]?.count ?? 0;
  },
  remove: (database, before) =>
    untilNone(async () => {
      const { numAffectedRows } = await database.system((db) =>
        sql`
          DELETE FROM view_exports WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM view_exports AS export WHERE ${isExpired(before)}
            ORDER BY finished_at LIMIT ${sql.lit(BATCH)} FOR UPDATE SKIP LOCKED
          ))`.execute(db),
      );
      return Number(numAffectedRows);
    }),
};
