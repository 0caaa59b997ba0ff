/** Deletes the files of expired exports, and later the exports themselves. */
import { sql } from 'kysely';
import { inSameWorkspace } from '../../platform/database/rows.ts';
import type { PeriodicTask } from '../../platform/jobs/job.ts';

/** Time for which an ended export is kept, in days: a download returns 410 until then, and 404 afterwards. */
const KEEP_DAYS = 30;

export const purgeExpiredExports: PeriodicTask = {
  name: 'purge-expired-exports',
  everyMs: 10 * 60 * 1000,
  run: ({ database }) =>
    database.system(async (db) => {
      await sql`
        DELETE FROM view_export_parts AS part USING view_exports AS export
        WHERE ${inSameWorkspace('export', 'part')} AND export.export_workflow_id = part.export_workflow_id
          AND (expires_at <= now() OR export_status = 'failed')`.execute(db);
      await db
        .deleteFrom('view_exports')
        .where('finished_at', '<', sql<string>`now() - make_interval(days => ${sql.lit(KEEP_DAYS)})`)
        .execute();
    }),
};
