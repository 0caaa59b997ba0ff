/** Reads and starts exports of views, and reads the parts of their files. */
import type { ExportStatus, View, ViewExport, ViewExportResult } from '@aispm/types';
import { sql } from 'kysely';
import { newId } from '../../platform/core/identifiers.ts';
import type { Db } from '../../platform/database/dialect.ts';
import { json } from '../../platform/database/json.ts';
import { inWorkspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { type List, sortKey } from '../../platform/lists/list.ts';

/** The contents of an export: the fields of its view at the time of the request. */
export type ExportedView = Pick<View, 'entity' | 'filters' | 'columns'>;

/** An export. */
export interface ExportRow extends ExportedView {
  export_workflow_id: string;
  view_id: string;
  view_name: string;
  export_status: ExportStatus;
  error_message: string | null;
  created_at: string;
  finished_at: string | null;
  expires_at: string | null;
  /** Whether the file existed and has expired. */
  is_expired: boolean;
}

const COLUMNS = [
  'export_workflow_id',
  'view_id',
  'view_name',
  'entity',
  'filters',
  'columns',
  'export_status',
  'error_message',
  'created_at',
  'finished_at',
  'expires_at',
] as const;

/** Returns whether an export is queued or running. */
export function isActive({ export_status }: ExportRow): boolean {
  return export_status === 'queued' || export_status === 'running';
}

/**
 * Converts a row to the response of the request that starts an export.
 *
 * @param query selects the same workspace as the request
 */
export function toExportResult(
  { export_workflow_id, view_id, export_status }: ExportRow,
  query: string,
): ViewExportResult {
  const path = `/views/${view_id}/export/${export_workflow_id}/download${query}`;
  return { export_workflow_id, export_status, export_path: export_status === 'completed' ? path : '' };
}

/**
 * Converts a row to the record of the contract.
 *
 * @param query selects the same workspace as the request
 */
export function toExport(row: ExportRow, query: string): ViewExport {
  const { view_id, error_message, created_at, finished_at, expires_at } = row;
  return { ...toExportResult(row, query), view_id, error_message, created_at, finished_at, expires_at };
}

/** The exports of a view, newest first. */
export const exportList: List<'listViewExports', ExportRow, ExportRow> = {
  operation: 'listViewExports',
  rows: (db, scope, { id }) => selectExports(db, scope, id),
  filters: {},
  sorts: { sorted: sortKey('created_at', 'timestamptz') },
  id: sql.ref('export_workflow_id'),
  direction: 'DESC',
  idDirection: 'DESC',
  toItem: (row) => row,
};

/** Returns one export of a view; undefined if the view doesn't have it. */
export function findExport(db: Db, scope: Scope, viewId: string, id: string): Promise<ExportRow | undefined> {
  return selectExports(db, scope, viewId).where('export_workflow_id', '=', id).executeTakeFirst();
}

/** Queues an export of a view, or returns the active one. */
export async function startExport(db: Db, scope: Scope, view: View): Promise<{ row: ExportRow; isNew: boolean }> {
  const inserted = await db
    .insertInto('view_exports')
    .values({
      tenant_id: scope.tenantId,
      workspace_id: scope.workspaceId,
      export_workflow_id: newId(),
      view_id: view.id,
      view_name: view.name,
      entity: view.entity,
      filters: json(view.filters),
      columns: [...view.columns],
      export_status: 'queued',
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'workspace_id', 'view_id']).where('finished_at', 'is', null).doNothing(),
    )
    .returning([...COLUMNS, sql<boolean>`false`.as('is_expired')])
    .$castTo<ExportRow>()
    .executeTakeFirst();
  if (inserted) return { row: inserted, isNew: true };
  const active = await selectExports(db, scope, view.id).where('finished_at', 'is', null).executeTakeFirst();
  // The other export may have ended between the two statements.
  return active ? { row: active, isNew: false } : startExport(db, scope, view);
}

/** Returns the number of parts of the file of an export. */
export async function countParts(db: Db, scope: Scope, exportId: string): Promise<number> {
  const { parts } = await selectParts(db, scope, exportId)
    .select(({ fn }) => fn.countAll<number>().as('parts'))
    .executeTakeFirstOrThrow();
  return parts;
}

/** Returns the rows of one part, as cells in the order of the export's columns; undefined if it was deleted. */
export async function readPart(db: Db, scope: Scope, exportId: string, part: number): Promise<unknown[][] | undefined> {
  const row = await selectParts(db, scope, exportId).select('rows').where('part', '=', part).executeTakeFirst();
  return row?.rows as unknown[][] | undefined;
}

function selectExports(db: Db, scope: Scope, viewId: string) {
  return db
    .selectFrom('view_exports')
    .select([...COLUMNS, sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_expired')])
    .where(inWorkspace('view_exports', scope))
    .where('view_id', '=', viewId)
    .$castTo<ExportRow>();
}

function selectParts(db: Db, scope: Scope, exportId: string) {
  return db
    .selectFrom('view_export_parts')
    .where(inWorkspace('view_export_parts', scope))
    .where('export_workflow_id', '=', exportId);
}
