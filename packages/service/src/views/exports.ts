/** Exports of views: their states, and the parts of their files. */
import type { ExportStatus, ViewExport } from '@aispm/types';
import { sql } from 'kysely';
import type { Db } from '../database/dialect.ts';
import type { Scope } from '../database/scope.ts';
import { newId } from '../identifiers.ts';

/** An export as its row has it. */
export interface ExportRow {
  export_workflow_id: string;
  export_status: ExportStatus;
  /** Whether the file was there and is gone. */
  is_expired: boolean;
}

/** Whether an export still goes on. */
export function isActive({ export_status }: ExportRow): boolean {
  return export_status === 'queued' || export_status === 'running';
}

/** An export as the contract shows it. */
export function toExport(viewId: string, { export_workflow_id, export_status }: ExportRow): ViewExport {
  const path = `/views/${viewId}/export/${export_workflow_id}/download`;
  return { export_workflow_id, export_status, export_path: export_status === 'completed' ? path : '' };
}

/** One export of a view; undefined when the view has none with this identifier. */
export function findExport(db: Db, scope: Scope, viewId: string, id: string): Promise<ExportRow | undefined> {
  return exportsOf(db, scope, viewId).where('export_workflow_id', '=', id).executeTakeFirst();
}

/** Queues an export of a view, unless one is under way: then it is that one. */
export async function startExport(db: Db, scope: Scope, viewId: string): Promise<{ row: ExportRow; isNew: boolean }> {
  const id = newId();
  const { rows } = await sql`
    INSERT INTO view_exports (tenant_id, workspace_id, export_workflow_id, view_id, export_status)
    VALUES (${scope.tenantId}, ${scope.workspaceId}, ${id}, ${viewId}, 'queued')
    ON CONFLICT (tenant_id, workspace_id, view_id) WHERE finished_at IS NULL DO NOTHING
    RETURNING 1`.execute(db);
  if (rows.length > 0)
    return { row: { export_workflow_id: id, export_status: 'queued', is_expired: false }, isNew: true };
  const active = await exportsOf(db, scope, viewId).where('finished_at', 'is', null).executeTakeFirst();
  // It may have ended between the two statements.
  return active ? { row: active, isNew: false } : startExport(db, scope, viewId);
}

/** How many parts the file of an export has. */
export async function countParts(db: Db, scope: Scope, exportId: string): Promise<number> {
  const { parts } = await partsOf(db, scope, exportId)
    .select(({ fn }) => fn.countAll<number>().as('parts'))
    .executeTakeFirstOrThrow();
  return parts;
}

/** The rows of one part, as cells in the order of the view's columns; undefined when it is gone. */
export async function readPart(db: Db, scope: Scope, exportId: string, part: number): Promise<unknown[][] | undefined> {
  const found = await partsOf(db, scope, exportId).select('rows').where('part', '=', part).executeTakeFirst();
  return found?.rows as unknown[][] | undefined;
}

function exportsOf(db: Db, { tenantId, workspaceId }: Scope, viewId: string) {
  return db
    .selectFrom('view_exports')
    .select([
      'export_workflow_id',
      'export_status',
      sql<boolean>`coalesce(expires_at <= now(), false)`.as('is_expired'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId)
    .where('view_id', '=', viewId)
    .$castTo<ExportRow>();
}

function partsOf(db: Db, { tenantId, workspaceId }: Scope, exportId: string) {
  return db
    .selectFrom('view_export_parts')
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId)
    .where('export_workflow_id', '=', exportId);
}
