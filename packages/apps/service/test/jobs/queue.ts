/** Queues of scans in the database, without requests, documents and workers. */
import { sql } from 'kysely';
import { scanJob } from '../../src/domains/scans/job.ts';
import { newId } from '../../src/platform/core/identifiers.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Db } from '../../src/platform/database/dialect.ts';
import type { Workspace } from '../../src/platform/database/rows.ts';
import type { JobKind, JobReference } from '../../src/platform/jobs/job.ts';
import { isRow, type Lease, startLease } from '../../src/platform/jobs/leases.ts';

/** The state of a row before any claim. */
export type RowState = 'queued' | 'stopped' | 'completed';

/** Inserts scans of one target. @returns their identifiers, in the order of submission */
export async function addScans(
  database: Database,
  { tenantId, workspaceId }: Workspace,
  states: readonly RowState[],
): Promise<string[]> {
  const ids = states.map(() => newId());
  const targetId = newId();
  await database.system(async (db) => {
    await sql`INSERT INTO scan_targets (tenant_id, workspace_id, scan_target_id, scan_type, target)
      VALUES (${tenantId}, ${workspaceId}, ${targetId}, 'code', ${targetId})`.execute(db);
    await sql`
      INSERT INTO scans (tenant_id, workspace_id, scan_id, scan_target_id, scan_type, trigger, status, target, tool_name, tool_version,
        cancel_requested_at, finished_at)
      SELECT ${tenantId}, ${workspaceId}, id, ${targetId}, 'code', 'api', CASE state WHEN 'stopped' THEN 'queued' ELSE state END,
        ${targetId}, 'test', '1', CASE state WHEN 'stopped' THEN now() END, CASE state WHEN 'completed' THEN now() END
      FROM unnest(${ids}::text[], ${states}::text[]) WITH ORDINALITY AS given (id, state, number) ORDER BY number`.execute(
      db,
    );
  });
  return ids;
}

/** Ends a scan, as its worker does. */
export async function endScan(database: Database, job: JobReference & { lease: Lease }): Promise<void> {
  await database.system((db) => scanJob.end(db, job, job.lease, { status: 'failed', reason: 'error', message: '' }));
}

/** Claims a certain row, whoever's turn it is. */
export async function claimRow(db: Db, { table }: JobKind, job: JobReference, owner = 'test'): Promise<Lease> {
  const { rows } = await sql<{ attempt: number }>`
    UPDATE ${sql.table(table.name)} SET ${startLease(table, owner)}
    WHERE ${isRow(table, job)} AND ${sql.ref(table.status)} = 'queued' ${table.isStoppable ? sql`AND cancel_requested_at IS NULL` : sql``}
    RETURNING attempt`.execute(db);
  if (!rows[0]) throw new Error('The job cannot be claimed.');
  return { owner, attempt: rows[0].attempt };
}
