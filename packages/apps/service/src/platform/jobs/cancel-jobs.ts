/** Ends the jobs of a deleted workspace. */
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { inWorkspace, type Workspace } from '../database/rows.ts';
import type { JobKind } from './job.ts';
import type { Lease } from './leases.ts';

/** Ends all unfinished jobs of a workspace. Their workers lose them at the next heartbeat, and can no longer write. */
export async function cancelJobs(database: Database, kinds: readonly JobKind[], workspace: Workspace): Promise<void> {
  for (const { table, end } of kinds) {
    await database.system((db) =>
      db.transaction().execute(async (transaction) => {
        const { rows } = await sql<Lease & { id: string }>`
          SELECT ${sql.ref(table.id)} AS id, lease_owner AS owner, attempt FROM ${sql.table(table.name)}
          WHERE ${inWorkspace(table.name, workspace)} AND finished_at IS NULL FOR UPDATE`.execute(transaction);
        for (const { id, ...lease } of rows)
          await end(transaction, { ...workspace, id }, lease, { status: 'cancelled' });
      }),
    );
  }
}

/** Deletes the announcements of the jobs of a workspace, in the queue of this release or an earlier one. */
export async function forgetAnnouncements(database: Database, { tenantId, workspaceId }: Workspace): Promise<void> {
  await database.system(async (db) => {
    const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass('aispm_jobs.job') IS NOT NULL AS exists`.execute(
      db,
    );
    if (!rows[0]?.exists) return;
    await sql`DELETE FROM aispm_jobs.job WHERE data ->> 'tenantId' = ${tenantId} AND data ->> 'workspaceId' = ${workspaceId}`.execute(
      db,
    );
  });
}
