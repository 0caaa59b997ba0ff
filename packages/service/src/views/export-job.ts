/** Carries out exports: the very query of the list, page by page, into parts that every process can read. */
import type { View } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import { type Job, type JobKind, type JobReference, LeaseLost } from '../jobs/job.ts';
import { holds, isRow, type LeasedTable } from '../jobs/leases.ts';
import { walk } from '../lists/cursor-page.ts';
import { queryOf } from './check.ts';
import { entityOf, listOf, recordOf } from './entities.ts';
import { findView } from './views.ts';

/** How long a file is kept, in hours. */
const KEEP_HOURS = 24;
/** Largest file, in UTF-16 units, which is at most its size in bytes: 1 GiB. */
const MAX_LENGTH = 1024 ** 3;

const TABLE: LeasedTable = {
  name: 'view_exports',
  id: 'export_workflow_id',
  status: 'export_status',
  isStoppable: false,
};

/** Exports, two at a time in a process. One whose worker was lost is begun anew once. */
export const viewExports: JobKind = {
  name: 'view-exports',
  table: TABLE,
  concurrency: 2,
  retries: 1,
  timeoutMs: 30 * 60 * 1000,
  run: runExport,
  end: async (db, reference, lease, end) => {
    const message = end.status === 'failed' ? end.message : 'The export was stopped.';
    await sql`
      UPDATE view_exports SET export_status = 'failed', error_message = ${message}, finished_at = now(),
        lease_owner = NULL, lease_expires_at = NULL
      WHERE ${isRow(TABLE, reference)} AND ${holds(lease)}`.execute(db);
  },
};

async function runExport(job: Job): Promise<void> {
  const scope = { tenantId: job.tenantId, workspaceId: job.workspaceId, userId: '' };
  const view = await job.database(async (db) => {
    // What an earlier try has left.
    await sql`DELETE FROM view_export_parts WHERE ${isRow(TABLE, job)}`.execute(db);
    return findView(db, scope, await viewOf(db, job));
  });
  if (!view) throw new LeaseLost('The view is gone.');
  const entity = entityOf(view.entity);
  const query = queryOf(view.entity, view.filters);
  const list = listOf(entity, query);
  const path = { tenant_id: job.tenantId, workspace_id: job.workspaceId };
  // Lines of JSON, the longest form, hold what a part holds, and the names of the columns in each row.
  const names = view.columns.reduce((sum, column) => sum + JSON.stringify(column).length + 1, 0);
  let part = 0;
  let length = 0;
  for await (const items of walk(list, job.database, { scope, path, query } as never)) {
    job.signal.throwIfAborted();
    const rows = JSON.stringify(items.map((item) => cellsOf(view, item as object)));
    length += rows.length + items.length * names;
    if (length > MAX_LENGTH) throw new Error('The file would be larger than 1 GiB.');
    await job.database((db) => writePart(db, job, part, rows));
    part += 1;
  }
  await job.database((db) => complete(db, job));
}

function cellsOf({ columns }: View, item: object): unknown[] {
  const record = recordOf(item);
  return columns.map((column) => record[column] ?? null);
}

async function viewOf(db: Db, job: Job): Promise<string> {
  const { rows } = await sql<{ view_id: string }>`
    SELECT view_id FROM view_exports WHERE ${isRow(TABLE, job)} AND ${holds(job.lease)}`.execute(db);
  if (!rows[0]) throw new LeaseLost('The export is gone.');
  return rows[0].view_id;
}

/** Writes one part (rows as JSON), as long as the export is in the hands of this worker. */
async function writePart(db: Db, job: Job, part: number, rows: string): Promise<void> {
  const { tenantId, workspaceId, id } = job;
  const written = await sql`
    INSERT INTO view_export_parts (tenant_id, workspace_id, export_workflow_id, part, rows)
    SELECT ${tenantId}, ${workspaceId}, ${id}, ${part}::integer, ${rows}::json
    WHERE EXISTS (SELECT FROM view_exports WHERE ${isRow(TABLE, job)} AND ${holds(job.lease)})
    RETURNING 1`.execute(db);
  if (written.rows.length === 0) throw new LeaseLost('The export was given up.');
}

async function complete(db: Db, job: Job & JobReference): Promise<void> {
  await sql`
    UPDATE view_exports SET export_status = 'completed', finished_at = now(), lease_owner = NULL, lease_expires_at = NULL,
      expires_at = now() + make_interval(hours => ${sql.lit(KEEP_HOURS)})
    WHERE ${isRow(TABLE, job)} AND ${holds(job.lease)}`.execute(db);
}
