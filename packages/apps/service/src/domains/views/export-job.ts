/**
 * Executes exports: runs the query of the list page by page, and stores the rows in parts that all processes can read.
 */
import { sql, type UpdateObject } from 'kysely';
import type { DB } from '../../generated/tables.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace } from '../../platform/database/rows.ts';
import { type Job, type JobKind, type JobReference, LeaseLost } from '../../platform/jobs/job.ts';
import { isHeldBy, isRow, type Lease, type LeasedTable } from '../../platform/jobs/leases.ts';
import { readPages } from '../../platform/lists/cursor-page.ts';
import { parseFilters } from './check-view.ts';
import type { ExportedView } from './exports.ts';
import { createListQuery, findViewedList, toRecord } from './viewed-lists.ts';

/** How long a file is kept, in hours. */
const KEEP_HOURS = 24;
/** Maximum size of a file: 1 GiB, measured in UTF-16 code units, which never exceed its bytes. */
const MAX_LENGTH = 1024 ** 3;

const TABLE: LeasedTable = {
  name: 'view_exports',
  id: 'export_workflow_id',
  status: 'export_status',
  isStoppable: false,
  order: 'created_at',
};

/**
 * The job that executes exports: three at a time per process, and two per tenant. An export whose worker is lost is restarted
 * once.
 */
export const viewExportJob: JobKind = {
  name: 'view-exports',
  table: TABLE,
  concurrency: 3,
  tenantLimit: 2,
  retries: 1,
  timeoutMs: 30 * 60 * 1000,
  run: runExport,
  end: async (db, reference, lease, end) => {
    const message = end.status === 'failed' ? end.message : 'The export was stopped.';
    await endExport(db, reference, lease, { export_status: 'failed', error_message: message });
  },
};

async function runExport(job: Job): Promise<void> {
  const scope = { tenantId: job.tenantId, workspaceId: job.workspaceId, userId: '' };
  const exported = await job.database(async (db) => {
    // Deletes the parts of an earlier attempt.
    await db
      .deleteFrom('view_export_parts')
      .where(inWorkspace('view_export_parts', job))
      .where('export_workflow_id', '=', job.id)
      .execute();
    return readExportedView(db, job);
  });
  const viewedList = findViewedList(exported.entity);
  const query = parseFilters(exported.entity, exported.filters);
  const list = createListQuery(viewedList, query);
  const path = { tenant_id: job.tenantId, workspace_id: job.workspaceId };
  // NDJSON is the longest format: it adds the names of the columns to each row.
  const nameLength = exported.columns.reduce((sum, column) => sum + JSON.stringify(column).length + 1, 0);
  let part = 0;
  let length = 0;
  for await (const items of readPages(list, job.database, { scope, path, query })) {
    job.signal.throwIfAborted();
    const rows = JSON.stringify(items.map((item) => toCells(exported, item as object)));
    length += rows.length + items.length * nameLength;
    if (length > MAX_LENGTH)
      throw new Error('The file would be larger than 1 GiB. Filter the view or select fewer columns.');
    await job.database((db) => writePart(db, job, part, rows));
    part += 1;
  }
  const expires_at = sql<string>`now() + make_interval(hours => ${sql.lit(KEEP_HOURS)})`;
  await job.database((db) => endExport(db, job, job.lease, { export_status: 'completed', expires_at }));
}

function toCells({ columns }: ExportedView, item: object): unknown[] {
  const record = toRecord(item);
  return columns.map((column) => record[column] ?? null);
}

async function readExportedView(db: Db, job: Job): Promise<ExportedView> {
  const row = await db
    .selectFrom('view_exports')
    .select(['entity', 'filters', 'columns'])
    .where(isRow(TABLE, job))
    .where(isHeldBy(job.lease))
    .$castTo<ExportedView>()
    .executeTakeFirst();
  // Deleting the view deletes its exports.
  if (!row) throw new LeaseLost('The worker no longer holds the lease of the export.');
  return row;
}

/** Stores one part, with its rows as JSON, while the worker holds the export's lease. */
async function writePart(db: Db, job: Job, part: number, rows: string): Promise<void> {
  const { tenantId, workspaceId, id } = job;
  const written = await sql`
    INSERT INTO view_export_parts (tenant_id, workspace_id, export_workflow_id, part, rows)
    SELECT ${tenantId}, ${workspaceId}, ${id}, ${part}::integer, ${rows}::json
    WHERE EXISTS (SELECT FROM view_exports WHERE ${isRow(TABLE, job)} AND ${isHeldBy(job.lease)})
    RETURNING 1`.execute(db);
  if (written.rows.length === 0) throw new LeaseLost('The worker no longer holds the lease of the export.');
}

/** Ends an export while the worker holds its lease. */
async function endExport(
  db: Db,
  reference: JobReference,
  lease: Lease,
  outcome: UpdateObject<DB, 'view_exports'>,
): Promise<void> {
  await db
    .updateTable('view_exports')
    .set({ ...outcome, finished_at: sql`now()`, lease_owner: null, lease_expires_at: null })
    .where(isRow(TABLE, reference))
    .where(isHeldBy(lease))
    .execute();
}
