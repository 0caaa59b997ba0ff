/** Removes the records of old exports. Their files are deleted much earlier; see `purge-exports.ts`. */
import { sql } from 'kysely';
import type { RetentionRule } from '../../platform/retention/retention.ts';
import { changeRows, countRows } from '../../platform/retention/steps.ts';

/** Maximum number of exports that one transaction removes. */
const BATCH = 500;

const expired = (before: string) => sql`
  FROM view_exports AS export WHERE finished_at < ${before}::timestamptz AND NOT EXISTS (
    SELECT FROM view_export_parts AS part
    WHERE part.tenant_id = export.tenant_id AND part.workspace_id = export.workspace_id
      AND part.export_workflow_id = export.export_workflow_id
  )`;

export const exportRetention: RetentionRule = {
  name: 'exports',
  variable: 'RETAIN_EXPORTS_DAYS',
  days: ({ retainExportsDays }) => retainExportsDays,
  count: (database, before) => countRows(database, expired(before)),
  remove: (database, before) =>
    changeRows(database, sql`DELETE FROM view_exports`, sql`${expired(before)} ORDER BY finished_at`, BATCH),
};
