/** Pieces of SQL for queries that write many rows at once. */
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from './scope.ts';

/** A workspace of a tenant. */
export type Workspace = Pick<Scope, 'tenantId' | 'workspaceId'>;

/** Rows as a table of a query, with columns such as `a text, b jsonb`. */
export function rowsOf(rows: readonly object[], columns: string): RawBuilder<unknown> {
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) AS given(${sql.raw(columns)})`;
}

/** Condition: the row of a table is in the workspace. */
export function inWorkspace(table: string, { tenantId, workspaceId }: Workspace): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.tenant_id`)} = ${tenantId} AND ${sql.ref(`${table}.workspace_id`)} = ${workspaceId}`;
}
