/** Deletes the files of exports that have expired, and later the exports themselves. */
import { sql } from 'kysely';
import type { PeriodicTask } from '../jobs/job.ts';

/** How long an export is known after its end, in days: a download says 410 until then, and 404 from then on. */
const KNOWN_DAYS = 30;

export const purgeExports: PeriodicTask = {
  name: 'purge exports',
  everyMs: 10 * 60 * 1000,
  run: ({ database }) =>
    database.system(async (db) => {
      await sql`
        DELETE FROM view_export_parts AS part USING view_exports AS export
        WHERE export.tenant_id = part.tenant_id AND export.workspace_id = part.workspace_id
          AND export.export_workflow_id = part.export_workflow_id
          AND (expires_at <= now() OR export_status = 'failed')`.execute(db);
      await sql`
        DELETE FROM view_exports
        WHERE finished_at < now() - make_interval(days => ${sql.lit(KNOWN_DAYS)})`.execute(db);
    }),
};
