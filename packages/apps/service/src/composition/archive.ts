/** Exports a workspace to an archive, and restores it. */
import { createPartitions } from '../domains/interactions/index.ts';
import { listArchivedTables, readMigrations } from '../platform/archive/archived-tables.ts';
import { insertRows } from '../platform/archive/insert-rows.ts';
import { readArchive } from '../platform/archive/read-archive.ts';
import { appendCommand } from '../platform/audit/audit-log.ts';
import type { Database } from '../platform/database/database.ts';
import { inWorkspace, type Workspace } from '../platform/database/rows.ts';
import { ensureWorkspace } from './workspaces.ts';

export { writeArchive } from '../platform/archive/write-archive.ts';

/** Tables that the service fills when it creates a workspace. */
const PROVISIONED: readonly string[] = ['rules', 'evaluations'];

/** A workspace that should be empty has data. */
export class WorkspaceInUse extends Error {
  override name = 'WorkspaceInUse';
}

/**
 * Restores an archive into a workspace, which is created if it doesn't exist. Reads the archive twice, so a damaged one changes
 * nothing.
 *
 * @returns number of restored rows
 * @throws {ArchiveError} if the archive can't be restored
 * @throws {WorkspaceInUse} if the workspace has data
 */
export async function restoreWorkspace(database: Database, workspace: Workspace, file: string): Promise<number> {
  const { tables, migrations } = await database.system(async (db) => ({
    tables: await listArchivedTables(db),
    migrations: await readMigrations(db),
  }));
  const read = () => readArchive(file, tables, migrations);
  const months = new Set<string>();
  let count = 0;
  for await (const { table, row } of read()) {
    count += 1;
    const { started_at } = row;
    if (table.name === 'llm_interactions') months.add(`${String(started_at).slice(0, 7)}-01T00:00:00Z`);
  }
  // Before the transaction, because a new partition locks the table.
  const storable = [...months].filter((month) => !Number.isNaN(Date.parse(month)));
  for (const month of storable) await database.system((db) => createPartitions(db, [month]));
  await database.system((db) =>
    db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('workspaces')
        .values({ tenant_id: workspace.tenantId, workspace_id: workspace.workspaceId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      for (const { name } of tables.toReversed()) {
        const table = name as 'rules';
        const own = inWorkspace(table, workspace);
        if (PROVISIONED.includes(name)) await transaction.deleteFrom(table).where(own).execute();
        else if (await transaction.selectFrom(table).select('tenant_id').where(own).limit(1).executeTakeFirst()) {
          throw new WorkspaceInUse(`The workspace already has ${name}; restore into an empty one`);
        }
      }
      await insertRows(transaction, workspace, read());
      await appendCommand(transaction, workspace, 'workspaces restore', [workspace.workspaceId]);
    }),
  );
  // Adds rules and evaluations that are newer than the archive.
  await ensureWorkspace(database, workspace);
  return count;
}
