/** Deletes all rows of a workspace or a user, table by table, in transactions of limited size. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { hasColumn, listTables, type StoredTable } from '../database/catalog.ts';
import type { Database } from '../database/database.ts';
import type { Workspace } from '../database/rows.ts';

/** Maximum number of rows per statement. Rows that reference them are deleted first. */
const BATCH = 2_000;

/** The number of deleted rows by table. */
export type Erased = Map<string, number>;

/** The rows of a table to delete; undefined for none. */
type Selection = (table: StoredTable) => RawBuilder<SqlBool> | undefined;

/** Tables that only list workspaces. They come last, so an interrupted erasure can be resumed. */
const REGISTER = 'workspaces';

/**
 * Selects everything in a workspace.
 *
 * @param retained names of tables whose rows outlive the workspace
 */
export function rowsOfWorkspace({ tenantId, workspaceId }: Workspace, retained: readonly string[]): Selection {
  return (table) => {
    if (table.name === REGISTER || retained.includes(table.parent)) return undefined;
    if (!hasColumn(table, 'tenant_id') || !hasColumn(table, 'workspace_id')) return undefined;
    return sql<SqlBool>`tenant_id = ${tenantId} AND workspace_id = ${workspaceId}`;
  };
}

/** Selects everything that belongs to a user. */
export function rowsOfUser(userId: string, retained: readonly string[]): Selection {
  return (table) =>
    !retained.includes(table.parent) && hasColumn(table, 'user_id') ? sql<SqlBool>`user_id = ${userId}` : undefined;
}

/**
 * Deletes rows until none are left, because triggers may write to tables that were already empty. Can be called again after an
 * interruption.
 *
 * @returns the number of deleted rows by table
 */
export async function eraseRows(database: Database, select: Selection): Promise<Erased> {
  const erased: Erased = new Map();
  for (let isEmpty = false; !isEmpty; ) {
    isEmpty = true;
    for (const table of await database.system(listTables)) {
      const condition = select(table);
      if (!condition) continue;
      const count = await eraseTable(database, table, condition);
      if (count === 0) continue;
      isEmpty = false;
      erased.set(table.parent, (erased.get(table.parent) ?? 0) + count);
    }
  }
  return erased;
}

async function eraseTable(
  database: Database,
  { schema, name }: StoredTable,
  condition: RawBuilder<SqlBool>,
): Promise<number> {
  const table = sql.table(`${schema}.${name}`);
  let total = 0;
  for (let deleted = BATCH; deleted === BATCH; total += deleted) {
    const { numAffectedRows } = await database.system((db) =>
      sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${sql.lit(BATCH)}
      ))`.execute(db),
    );
    deleted = Number(numAffectedRows);
  }
  return total;
}
