/** Reads and starts exports of views, and reads the parts of their files. */
import type { ExportStatus, ViewExport } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/dialect.ts';
import { inWorkspace } from '../../platform/database/rows.ts';
import type { Scope } from '../../platform/database/scope.ts';
import { newId } from '../../platform/identifiers.ts';

/** The state of an export. */
export interface ExportRow {
  export_workflow_id: string;
  export_status: ExportStatus;
  /** Whether the file existed and has expired. */
  is_expired: boolean;
}

/** Returns whether an export is queued or running. */
export function isActive({ export_status }: ExportRow): boolean {
  return export_status === 'queued' || export_status === 'running';
}

/**
 * Converts a row to the record of the contract.
 *
 * @param query selects the workspace as the request does
 */
export function toExport(viewId: string, { export_workflow_id, export_status }: ExportRow, query: string): ViewExport {
  const path = `/views/${viewId}/export/${export_workflow_id}/download${query}`;
  return { export_workflow_id, export_status, export_path: export_status === 'completed' ? path : '' };
}

/** Returns one export of a view; undefined when the view has none with this identifier. */
export function findExport(db: Db, scope: Scope, viewId: string, id: string): Promise<ExportRow | undefined> {
  return selectExports(db, scope, viewId).where('export_workflow_id', '=', id).executeTakeFirst();
}

/** Queues an export of a view, or returns the one that is already queued or running. */
export async function startExport(db: Db, scope: Scope, viewId: string): Promise<{ row: ExportRow; isNew: boolean }> {
  const id = newId();
  const inserted = await db
    .insertInto('view_exports')
    .values({
      tenant_id: scope.tenantId,
      workspace_id: scope.workspaceId,
      export_workflow_id: id,
      view_id: viewId,
      export_status: 'queued',
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'workspace_id', 'view_id']).where('finished_at', 'is', null).doNothing(),
    )
    .returning('export_workflow_id')
    .executeTakeFirst();
  if (inserted) return { row: { export_workflow_id: id, export_status: 'queued', is_expired: false }, isNew: true };
  const active = await selectExports(db, scope, viewId).where('finished_at', 'is', null).executeTakeFirst();
  // The other export may have ended between the two statements.
  return active ? { row: active, isNew: false } : startExport(db, scope, viewId);
}

/** Returns the number of parts of the file of an export. */
export async function countParts(db: Db, scope: Scope, exportId: string): Promise<number> {
  const { parts } = await selectParts(db, scope, exportId)
    .select(({ fn }) => fn.countAll<number>().as('parts'))
    .executeTakeFirstOrThrow();
  return parts;
}

/** Returns the rows of one part, as cells in the order of the columns of the view; undefined when it was deleted. */
export async function readPart(db: Db, scope: Scope, exportId: string, part: number): Promise<unknown[][] | undefined> {
  const row = await selectParts(db, scope, exportId).select('rows').where('part', '=', part).executeTakeFirst();
  return row?.rows as unknown[][] | undefined;
}

function selectExports(db: Db, scope: Scope, viewId: string) {
  return db
    .selectFrom('view_exports')
    .select([
      'export_workflow_id',
      'export_status',
      sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_expired'),
    ])
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
