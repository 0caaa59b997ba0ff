/** Deletes the files of expired exports. Downloads then return 410, and 404 once retention has removed the export. */
import { sql } from 'kysely';
import { inSameWorkspace } from '../../platform/database/rows.ts';
import type { PeriodicTask } from '../../platform/jobs/job.ts';
import { untilNone } from '../../platform/retention/steps.ts';

/** Maximum number of parts that one statement deletes. */
const BATCH = 100;

export const purgeExpiredExports: PeriodicTask = {
  name: 'purge-expired-exports',
  everyMs: 10 * 60 * 1000,
  async run({ database }) {
    const steps = untilNone(async () => {
      const { numAffectedRows } = await database.system((db) =>
        sql`
          DELETE FROM view_export_parts WHERE ctid = ANY(ARRAY(
            SELECT part.ctid FROM view_exports AS export
            JOIN view_export_parts AS part ON ${inSameWorkspace('part', 'export')}
              AND part.export_workflow_id = export.export_workflow_id
            WHERE expires_at <= now() OR export_status = 'failed' LIMIT ${sql.lit(BATCH)}
          ))`.execute(db),
      );
      return Number(numAffectedRows);
    });
    for await (const _ of steps);
  },
};
