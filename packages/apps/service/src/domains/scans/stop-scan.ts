/** Stops of scans. A scan whose stop was requested never completes. */
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace, type Workspace } from '../../platform/database/rows.ts';

/**
 * Requests a scan to stop. Repeated requests keep the time of the first one.
 *
 * @returns false if the scan doesn't exist or has ended
 */
export async function requestStop(db: Db, scope: Workspace, scanId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scans')
    .set({ cancel_requested_at: sql`coalesce(cancel_requested_at, now())` })
    .where(inWorkspace('scans', scope))
    .where('scan_id', '=', scanId)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns whether an unfinished scan is to be stopped. */
export async function isStopRequested(db: Db, scope: Workspace, scanId: string): Promise<boolean> {
  const row = await db
    .selectFrom('scans')
    .select('scan_id')
    .where(inWorkspace('scans', scope))
    .where('scan_id', '=', scanId)
    .where('finished_at', 'is', null)
    .where('cancel_requested_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
